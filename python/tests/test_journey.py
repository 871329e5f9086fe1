"""A journey: JupyterLab in Chromium, a notebook with a game, a click, and the opponent's reply."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NEEDED = [
    *(f"there is no {module}" for module in ["jupyterlab", "playwright", "anywidget"] if find_spec(module) is None),
    *(["there is no Chromium"] if CHROMIUM is None else []),
]
pytestmark = pytest.mark.skipif(bool(NEEDED), reason=f"no journey through JupyterLab: {', '.join(NEEDED)}")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab with folders of its own: its address, its token, and the folder of its notebooks."""
    home = tmp_path_factory.mktemp("lab")
    notebooks, settings = home / "notebooks", home / "settings" / "@jupyterlab" / "apputils-extension"
    notebooks.mkdir()
    settings.mkdir(parents=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(quiet))
    folders = {
        "HOME": home,
        "IPYTHONDIR": home / "ipython",
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
    }
    token = "for-this-test"
    log = home / "log"
    options = [
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port=0",
        f"--ServerApp.root_dir={notebooks}",
        f"--IdentityProvider.token={token}",
    ]
    with open(log, "w") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            env={**os.environ, **{name: str(folder) for name, folder in folders.items()}},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        address = answering(log, server)
        yield address, token, notebooks
    finally:
        server.terminate()
        server.wait(30)


def answering(log: Path, server: subprocess.Popen) -> str:
    """The address of the server, once it answers."""
    for _ in range(240):
        found = re.search(r"http://127\.0\.0\.1:[1-9]\d*", log.read_text())
        if found:
            try:
                urllib.request.urlopen(f"{found[0]}/api", timeout=5).read()
                return found[0]
            except OSError:
                pass
        assert server.poll() is None, log.read_text()
        time.sleep(0.25)
    raise AssertionError(log.read_text())


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        profile = tmp_path_factory.mktemp("profile")
        browser = playwright.chromium.launch_persistent_context(
            str(profile), executable_path=CHROMIUM, headless=True, args=FLAGS, viewport={"width": 1100, "height": 900}
        )
        yield browser
        browser.close()


def opened(chromium, lab, name: str, *cells: str):
    """A page of JupyterLab with a notebook of these cells, all of them run."""
    address, token, notebooks = lab
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    written = [
        {"cell_type": "code", "id": f"cell-{i}", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
        for i, cell in enumerate(cells)
    ]
    notebook = {"cells": written, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (notebooks / name).write_text(json.dumps(notebook))
    page = chromium.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.asked = asked
    page.goto(f"{address}/lab/tree/{name}?token={token}&reset")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    page.get_by_text("(ipykernel) | Idle").wait_for(timeout=60_000)
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    for _ in cells:
        page.keyboard.press("Shift+Enter")
    return page


def test_a_game_of_piles_is_played_by_clicking(chromium, lab):
    page = opened(chromium, lab, "piles.ipynb", "import sprague\nsprague.play(sprague.game('nim'), (1, 3, 5))")
    face = page.locator(".sprague-play")
    face.wait_for(timeout=60_000)
    said = face.locator(".sprague-said")
    assert face.locator(".sprague-token").count() == 9
    assert "You begin" in said.inner_text()
    picture(page, "piles")

    # Nothing is given away before it is asked for; then a hint has reasons, and moves have colours.
    assert face.locator(".sprague-hint").count() == 0 and face.locator(".sprague-wins").count() == 0
    face.get_by_role("button", name="Hint").click()
    hint = face.locator(".sprague-hint")
    hint.wait_for()
    assert "You can win by moving to 1,2,3" in hint.inner_text() and "If I" in hint.inner_text()
    face.get_by_role("button", name="Show worth").click()
    face.locator(".sprague-token.sprague-wins").wait_for()
    assert face.locator(".sprague-token.sprague-wins").count() == 1
    assert face.locator(".sprague-token.sprague-loses").count() == 8
    picture(page, "worth")

    # Of the pile of 5, keep 2.
    face.locator('[data-token="2:2"]').click()
    said.get_by_text("You take 3 from the pile of 5: 1,2,3.").wait_for()
    said.get_by_text(re.compile("^I take")).wait_for()
    assert face.locator(".sprague-token").count() < 6
    assert face.locator(".sprague-hint").count() == 0
    picture(page, "reply")

    # Undo, and the same by keyboard alone.
    face.get_by_role("button", name="Undo").click()
    page.wait_for_function("document.querySelectorAll('.sprague-token').length === 9")
    pile = face.get_by_role("slider", name="pile of 5")
    pile.focus()
    for _ in range(3):
        pile.press("ArrowDown")
    assert pile.get_attribute("aria-valuetext") == "take 3, leaving 2"
    pile.press("Enter")
    said.get_by_text(re.compile("^I take")).wait_for()

    # What is not allowed is refused with the reason.
    typed = face.get_by_role("textbox", name="type a move")
    typed.fill("take 9 from 3")
    typed.press("Enter")
    face.locator(".sprague-refusal").wait_for()

    # Misère play, and the opponent begins.
    face.get_by_role("checkbox").click()
    said.get_by_text("Misère play").wait_for()
    face.get_by_label("First").select_option("I")
    said.get_by_text(re.compile("^I take")).wait_for()
    assert_nothing_is_fetched_elsewhere(page, lab)
    page.close()


def test_a_game_on_a_graph_is_played_by_clicking(chromium, lab):
    page = opened(chromium, lab, "graph.ipynb", "import sprague\nsprague.play(sprague.game('wyg'), 'P(5) chips=1')")
    face = page.locator(".sprague-play")
    face.wait_for(timeout=60_000)
    assert face.locator(".sprague-vertex").count() == 5 and face.locator(".sprague-edge").count() == 4
    # The middle of the path wins: the ends mirror each other.
    face.get_by_role("button", name="vertex 2, chips: 1").click()
    said = face.locator(".sprague-said")
    said.get_by_text("You take 1 from 2").wait_for()
    said.get_by_text(re.compile("^I take")).wait_for()
    assert face.locator(".sprague-vertex").count() < 4
    picture(page, "graph")
    face.get_by_role("button", name="Undo").click()
    page.wait_for_function("document.querySelectorAll('.sprague-vertex').length === 5")
    # An edge may be played on in three ways, so that a click asks which.
    face.get_by_role("button", name="edge 0-1").press("Enter")
    face.locator(".sprague-choice").first.wait_for()
    assert face.locator(".sprague-choice").count() == 3
    picture(page, "choices")
    page.close()


def test_piles_are_broken_by_clicking(chromium, lab):
    cells = ["import sprague\nsprague.play(sprague.game('kayles'), 9)", "sprague.play(sprague.game('grundy'), 9)"]
    page = opened(chromium, lab, "broken.ipynb", *cells)
    kayles, grundy = (page.locator(".sprague-play").nth(place) for place in range(2))
    grundy.wait_for(timeout=60_000)
    # Two tokens are taken, and the other seven may be left in four ways.
    kayles.locator('[data-token="0:7"]').click()
    kayles.locator(".sprague-choice").first.wait_for()
    assert kayles.locator(".sprague-choice").count() == 4
    kayles.get_by_role("button", name="leaving 3 and 4").click()
    kayles.locator(".sprague-said").get_by_text("You take 2 from the pile of 9, leaving 3 and 4").wait_for()
    # Nothing is taken: the pile is split there.
    grundy.locator('[data-token="0:4"]').click()
    grundy.locator(".sprague-said").get_by_text("You split the pile of 9 into 4 and 5").wait_for()
    picture(page, "broken")
    page.close()


def test_colours_follow_the_theme(chromium, lab):
    page = opened(chromium, lab, "dark.ipynb", "import sprague\nsprague.play(sprague.game('wythoff'), (4, 7))")
    face = page.locator(".sprague-play")
    face.wait_for(timeout=60_000)
    ink = "getComputedStyle(document.querySelector('.sprague-play')).color"
    light = page.evaluate(ink)
    page.locator(".lm-MenuBar-itemLabel", has_text="Settings").click()
    page.locator(".lm-Menu-itemLabel", has_text="Theme").first.click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile("^JupyterLab Dark$")).click()
    page.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
    assert page.evaluate(ink) != light
    # One from each pile: two clicks, for one of them alone would be a move as well.
    face.locator('[data-token="0:3"]').click()
    face.locator(".sprague-choice").first.wait_for()
    face.locator('[data-token="1:6"]').click()
    face.locator(".sprague-said").get_by_text("You take 1 from both piles: 3,6.").wait_for()
    face.locator(".sprague-said").get_by_text(re.compile("^I take")).wait_for()
    picture(page, "dark")
    page.close()


def assert_nothing_is_fetched_elsewhere(page, lab):
    strangers = [url for url in page.asked if not url.startswith((lab[0], "blob:", "data:"))]
    assert strangers == []


def picture(page, name: str) -> None:
    """Keeps a picture, if there is a folder for pictures."""
    folder = os.environ.get("SPRAGUE_PICTURES")
    if folder:
        page.screenshot(path=os.path.join(folder, f"{name}.png"))
