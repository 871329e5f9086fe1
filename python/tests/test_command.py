"""The wheel brings the `sprague` command, which answers as the binary does."""

from __future__ import annotations

import os
import signal
import subprocess
import sysconfig
import time

import pytest

SCRIPT = os.path.join(sysconfig.get_path("scripts"), "sprague")

LINES = [
    [],
    ["solve", "minnie", "3,8"],
    ["solve", "jennifer", "7,21,39", "--format", "json"],
    ["table", "wythoff", "--piles", "2", "--max", "7"],
    ["sequence", "lr-nim(2,3)", "--to", "39", "--format", "latex"],
    ["eval", "{1|-1}+^*"],
    ["solve", "wyg", "C(5) + P(2) chips=1"],
    ["games"],
    ["help"],
    ["--version"],
    ["claims", "cut/lemma-12"],
    ["prove", "@self-referential/theorem-5.2", "--format", "text"],
    # 1: not as expected; 2: bad input; 3: over a limit.
    ["prove", "other.claim"],
    ["solve", "minni", "3"],
    ["solve", "minnie", "3,x"],
    ["nonsense"],
    ["table", "nimb", "--piles", "3", "--max", "3000", "--memory", "1M"],
]


def binary() -> str:
    found = os.environ.get("SPRAGUE_BIN")
    if not found:
        pytest.skip("the sprague binary is not here: set SPRAGUE_BIN to compare with it")
    return found


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_the_script_answers_as_the_binary_does(line, tmp_path):
    expected = "claim \"x\"\n  game nim\n  piles a <= b\n  P iff a = b\n  expect refuted\n"
    (tmp_path / "other.claim").write_text(expected)
    one, other = (
        subprocess.run([program, *line], capture_output=True, text=True, timeout=120, cwd=tmp_path)
        for program in (SCRIPT, binary())
    )
    assert one.returncode == other.returncode
    assert steady(one.stdout) == steady(other.stdout) and steady(one.stderr) == steady(other.stderr)


def steady(text: str) -> list[str]:
    """Without the times, which are others every time."""
    return [line for line in text.splitlines() if " s" not in line and " ms" not in line]


@pytest.mark.parametrize("line", [["sequence", "grundy", "--to", "30000000"], ["play", "nim", "3,5"]], ids=" ".join)
def test_an_interrupt_ends_it_within_a_second(line):
    child = subprocess.Popen([SCRIPT, *line], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.5)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=10)
    assert time.monotonic() - sent < 1 and child.returncode in (3, -signal.SIGINT)
