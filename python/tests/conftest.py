"""What the tests share."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Callable

import pytest


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tells `tools/test`, which names the file, what was skipped and why."""
    file = os.environ.get("SPRAGUE_SKIPPED")
    if file:
        skipped = terminalreporter.stats.get("skipped", [])
        reasons = {report.longrepr[2].removeprefix("Skipped: ") for report in skipped}
        Path(file).write_text("".join(f"{reason}\n" for reason in sorted(reasons)))


@pytest.fixture(scope="session")
def command() -> Callable[..., Any]:
    """The `sprague` command of the same sources, as a function from arguments to JSON lines."""
    binary = os.environ.get("SPRAGUE_BIN") or shutil.which("sprague")
    if not binary:
        pytest.skip("the sprague command is not here: set SPRAGUE_BIN to compare with it")

    def run(*arguments: str, given: str = "") -> list[Any]:
        done = subprocess.run(
            [binary, *arguments, "--format", "json"], input=given, capture_output=True, text=True, check=True
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run
