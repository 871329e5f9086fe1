"""Large work in parts on a Dask cluster: the shards that `sprague COMMAND --shard I/N` computes, wherever a client has workers.

    from dask.distributed import Client
    from sprague import distributed

    client = Client(cluster)  # of dask-jobqueue, a cloud, or this machine
    [census] = distributed.run(client, "census lr-nim --min 2 --max 30 --top 3", shards=256, folder="parts")

The workers need this package and nothing else: no folder is shared, unless you say so. Parts come back as bytes and are put into
`folder` here as they come, so that the same call goes on with what is missing, whatever happened in between. What the cluster says
of success is not believed: the folder is looked at, what is missing is handed over again, at most three times, and the whole is
put together from parts whose checksums are right, or not at all.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Callable

from . import _sprague
from ._errors import InputError, Rejected, SpragueError, Stopped
from ._limits import Progress, _bar

__all__ = ["map", "run", "shard"]

#: The commands whose work has parts.
_COMMANDS = ("census", "graphs", "survey", "prove", "sequence")

#: What says which part is wanted, who computes it, and where it goes.
_OURS = ("--shard", "--shards", "--on", "--out", "--jobs", "--dry-run", "--threads", "--")

#: How often missing shards are handed over.
_ROUNDS = 3

#: The files of a part: rows, if there are any, and a tally.
_PART = re.compile(r"chunks-(\d{10,})-(\d{10,})\.\w+")


def shard(
    command: str | list[str],
    index: int,
    of: int,
    *,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 1,
    files: dict[str, bytes] | None = None,
) -> dict[str, bytes]:
    """Computes one of so many parts, in a process of its own, and gives its files: their names and bytes.

    With a `folder` the part is left there, as the command leaves it, and nothing is given back. `files` are files that the command
    names, by their paths; `run` and `map` send those that they find.

    >>> from sprague import distributed
    >>> [sorted(distributed.shard("census octal --digits 3 --to 60 --no-rows", i, 2)) for i in range(2)]
    [['chunks-0000000000-0000000003.json'], ['chunks-0000000004-0000000007.json']]
    """
    words = _words(command)
    part = ["--shard", f"{index}/{of}", "--threads", str(threads)]
    if folder is not None:
        _command([*words, *part, "--out", os.fspath(folder)])
        return {}
    scratch = Path(tempfile.mkdtemp(prefix="sprague-"))
    try:
        for name, content in (files or {}).items():
            path = scratch / _below(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        parts = scratch / ".parts"
        _command([*words, *part, "--out", str(parts)], scratch=scratch)
        return {path.name: path.read_bytes() for path in parts.iterdir() if _PART.fullmatch(path.name)}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def map(
    client: Any,
    command: str | list[str],
    *,
    shards: int = 64,
    only: list[int] | None = None,
    folder: str | os.PathLike[str] | None = None,
    threads: int = 1,
) -> list[Any]:
    """Hands the shards, or `only` some of them, to a Dask client: a list of futures, each of what `shard` gives. With a `folder`,
    which all workers see under this path, the parts are left there instead."""
    words = _words(command)
    shared = None if folder is None else str(Path(folder).absolute())
    files = _files(words) if folder is None else {}

    def one(index: int) -> dict[str, bytes]:
        return shard(words, index, shards, folder=shared, threads=threads, files=files)

    which = range(shards) if only is None else only
    # A worker that dies takes its shard with it, and another one gets it; a shard that fails is looked at below.
    return list(client.map(one, list(which), pure=False))


def run(
    client: Any,
    command: str | list[str],
    *,
    shards: int = 64,
    folder: str | os.PathLike[str] | None = None,
    shared: bool = False,
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> list[dict[str, Any]]:
    """Computes all parts on a Dask client and gives the whole, as `--format json` prints it: one object for a census, one for each
    graph, ruleset or claim otherwise.

    `folder` keeps the parts, and goes on with those that are there; without it they are kept only until all are. `shared`: all
    workers see this folder, and leave the parts there themselves, which is the better way if they are large. `out` is a Parquet file
    for the rows of a census. `threads` is how many threads a shard has.
    """
    words = _words(command)
    with ExitStack() as stack:
        if folder is None:
            if shared:
                raise InputError("a folder that the workers see has to be named: folder=...")
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sprague-"))
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        if out is not None and words[0] != "census":
            raise InputError("only a census has rows in Parquet files: out=None")
        tell = _teller(stack, progress)
        _compute(client, words, shards, place, shared, threads, tell)
        return _merge(words[0], place, out)


def _compute(
    client: Any, words: list[str], shards: int, place: Path, shared: bool, threads: int, tell: Callable[[int, int], object]
) -> None:
    """Hands over what is missing until nothing is."""
    from distributed import as_completed

    failure: BaseException | None = None
    for _ in range(_ROUNDS):
        left = _missing(place, shards)
        tell(shards - len(left), shards)
        if not left:
            return
        if not shared:
            _refuse_another_division(place, shards, left)
        futures = map(client, words, shards=shards, only=left, folder=place if shared else None, threads=threads)
        done = shards - len(left)
        try:
            for future in as_completed(futures):
                wrong = future.exception()
                if isinstance(wrong, InputError):
                    raise wrong
                if wrong is None:
                    _put(place, future.result())
                failure = wrong or failure
                # What is kept here need not stay there.
                future.release()
                done += wrong is None
                tell(done, shards)
        finally:
            client.cancel([future for future in futures if not future.done()])
    if left := _missing(place, shards):
        why = f"; one of them says: {failure}" if failure else ""
        raise SpragueError(f"after {_ROUNDS} rounds the shards {left} are missing{why}") from failure


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Puts the files of a part into a folder, the tally last, each of them whole or not at all."""
    for name in sorted(files, key=lambda name: name.endswith(".json")):
        if not _PART.fullmatch(name):
            raise InputError(f"{name!r} is no file of a part")
        handle, beside = tempfile.mkstemp(dir=folder, prefix=f"{name}.", suffix=".part")
        try:
            with open(handle, "wb") as file:
                file.write(files[name])
                file.flush()
                os.fsync(file.fileno())
            os.chmod(beside, 0o644)
            os.replace(beside, folder / name)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


def _missing(folder: Path, shards: int) -> list[int]:
    text = _command(["parts", "missing", str(folder), "--shards", str(shards)]).strip()
    runs = [run.split("-") for run in text.split(",") if run]
    return [number for run in runs for number in range(int(run[0]), int(run[-1]) + 1)]


def _refuse_another_division(folder: Path, shards: int, left: list[int]) -> None:
    """Workers that do not see the folder compute their shards as a whole, which would overlap with parts of another size."""
    found = [match for path in folder.iterdir() if path.suffix == ".json" and (match := _PART.fullmatch(path.name))]
    for match in found:
        try:
            chunks = json.loads((folder / match[0]).read_text())["told"]["job"]["chunks"]
        except (OSError, ValueError, LookupError, TypeError):
            continue
        first, end = int(match[1]), int(match[2]) + 1
        for index in left:
            begin, after = index * chunks // shards, (index + 1) * chunks // shards
            if begin < end and first < after and (begin, after) != (first, end):
                raise InputError(f"{match[0]} in {folder} is of another division than into {shards} shards: name the same number")


def _merge(command: str, folder: Path, out: str | os.PathLike[str] | None) -> list[dict[str, Any]]:
    if command == "census":
        to = [] if out is None else ["--out", os.fspath(out)]
        text = _command(["census", "merge", str(folder), *to, "--format", "json"])
    else:
        text = _command(["parts", "merge", str(folder)], answers=(0, 1) if command == "prove" else (0,))
    return [json.loads(line) for line in text.splitlines()]


def _words(command: str | list[str]) -> list[str]:
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if words[:1] == ["sprague"]:
        words = words[1:]
    if not words or words[0] not in _COMMANDS:
        raise InputError(f"the commands whose work has parts are {', '.join(_COMMANDS)}")
    for word in words:
        if word.split("=")[0] in _OURS:
            raise InputError(f"{word} is not for here: which parts there are and where they go is said in Python")
    return words


def _below(name: str) -> Path:
    path = Path(name)
    if path.is_absolute() or ".." in path.parts:
        raise InputError(f"{name} is not below the current folder, and so cannot be sent to other machines by its name")
    return path


def _files(words: list[str]) -> dict[str, bytes]:
    """The files that a command names, with the games that stand beside them, and all that is in folders that it names."""
    found: dict[str, bytes] = {}
    for word in words[1:]:
        name = re.sub(r"\(.*\)$", "", word.split("=", 1)[-1].removeprefix("misere ").removeprefix("@"))
        path = Path(name)
        if name in ("", ".") or not path.exists():
            continue
        path = _below(name)
        inside = path.rglob("*") if path.is_dir() else [path, *path.parent.glob("*.game")]
        found.update({file.as_posix(): file.read_bytes() for file in inside if file.is_file()})
    return found


def _command(words: list[str], *, scratch: Path | None = None, answers: tuple[int, ...] = (0,)) -> str:
    """Runs the `sprague` command in a process of its own, which ends when this one does, and gives what it prints."""
    # Not from the folder that it works in; and found again where this package was imported from, if nowhere else.
    path = str(Path(__file__).parents[1])
    code = f"import sys; del sys.path[0]; sys.path.append({path!r}); from sprague.distributed import _child; _child()"
    child = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=scratch,
        env={**os.environ, "SPRAGUE_SCRATCH": str(scratch or "")},
    )
    with child:
        # The pipe is held open without a word: it closes when this process ends, however it ends.
        assert child.stdout and child.stderr and child.stdin
        said: list[bytes] = []
        stderr = child.stderr
        listener = threading.Thread(target=lambda: said.append(stderr.read()))
        listener.start()
        try:
            text = child.stdout.read()
            status = child.wait()
        finally:
            child.stdin.close()
        listener.join()
    if status in answers:
        return text.decode()
    words_of = b"".join(said).decode(errors="replace").strip()
    kinds: dict[int, type[SpragueError]] = {1: Rejected, 2: InputError, 3: Stopped}
    raise kinds.get(status, SpragueError)(words_of.removeprefix("error: ") or f"the command ended with {status}")


def _child() -> None:
    """The command, until the process that began it is gone."""
    scratch = os.environ.get("SPRAGUE_SCRATCH")

    def watch() -> None:
        sys.stdin.buffer.read()
        # The shard is dropped, and what it had begun removed.
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    status = _sprague.command(["sprague", *sys.argv[1:]])
    if status == 3 and scratch:
        shutil.rmtree(scratch, ignore_errors=True)
    sys.stdout.flush()
    os._exit(status)


def _teller(stack: ExitStack, progress: Progress) -> Callable[[int, int], object]:
    if callable(progress):
        return progress
    if not progress:
        return lambda done, expected: None
    return stack.enter_context(closing(_bar("shards"))).show
