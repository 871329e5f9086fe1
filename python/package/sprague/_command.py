"""The `sprague` command."""

from __future__ import annotations

import signal
import sys

from . import _sprague

__all__ = ["main"]


def main() -> None:
    """Does what the command line asks, and ends with its exit code."""
    # Python would only take note of Ctrl-C until the command is over; it is the command that hears it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_sprague.command(["sprague", *sys.argv[1:]]))
