"""The notebooks run, and print what they are committed with."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs_and_prints_what_it_did(notebook, tmp_path):
    for needed in ["nbmake", "polars", "IPython"]:
        pytest.importorskip(needed)
    copy = tmp_path / notebook.name
    shutil.copy(notebook, copy)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbmake", "--nbmake-timeout=600", "--overwrite", str(copy)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "IPYTHONDIR": str(tmp_path / "ipython")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert printed(copy) == printed(notebook)


def printed(notebook: Path) -> list[list[str]]:
    """The words and numbers that each cell of code printed; the frames around them are those of other libraries."""
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    texts = ["".join(text(output) for output in cell["outputs"] if output.get("name") != "stderr") for cell in cells]
    return [re.findall(r"[\w.]+", shown) for shown in texts]


def text(output: dict) -> str:
    return "".join(output["text"] if "text" in output else output["data"]["text/plain"])
