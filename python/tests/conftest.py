"""What the tests share."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Callable

import pytest


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
