"""Parts of large work on a Dask cluster: processes of this machine, some of them killed in the middle."""

from __future__ import annotations

import os
import signal
import time

import pytest
import sprague
from sprague import distributed

dask = pytest.importorskip("distributed")

# What the scheduler and its workers say of workers that were killed is not ours.
pytestmark = pytest.mark.filterwarnings("default")

CENSUS = "census lr-nim --min 2 --max 27 --group-by class --top 3"


@pytest.fixture(scope="module")
def client():
    """Three workers, which listen on this machine alone."""
    with dask.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as cluster:
        with dask.Client(cluster) as client:
            yield client


def at_work(client):
    """The process of a worker that has a task at this moment."""
    busy = [address for address, tasks in client.processing().items() if tasks]
    return client.run(os.getpid, workers=busy[:1])[busy[0]]


def undivided(tmp_path):
    """The report and the bytes of one machine."""
    census = sprague.census("lr-nim", min=2, max=27)
    census.to_parquet(tmp_path / "one.parquet")
    return census, (tmp_path / "one.parquet").read_bytes()


def test_a_killed_worker_loses_nothing(client, tmp_path):
    census, one = undivided(tmp_path)
    seen = []

    def tell(done, of):
        seen.append((done, of))
        if done == 3:
            os.kill(at_work(client), signal.SIGKILL)

    out = tmp_path / "whole.parquet"
    [report] = distributed.run(client, CENSUS, shards=12, folder=tmp_path / "parts", out=out, progress=tell)
    assert report["total"] == len(census) and report["eventually_left"] == census.eventually_left
    assert [game["ruleset"] for game in report["top"]] == [game.ruleset for game in census.top(3)]
    assert out.read_bytes() == one
    assert seen[-1] == (12, 12)


def test_the_same_call_goes_on_with_what_is_missing(client, tmp_path):
    parts = tmp_path / "parts"
    whole = distributed.run(client, f"{CENSUS} --no-rows", shards=8, folder=parts)
    tallies = sorted(parts.glob("chunks-*.json"))
    kept = tallies[1].stat().st_mtime_ns
    tallies[0].unlink()
    tallies[2].write_bytes(tallies[2].read_bytes()[:-9])
    seen = []
    again = distributed.run(
        client, f"{CENSUS} --no-rows", shards=8, folder=parts, progress=lambda done, of: seen.append(done)
    )
    drop = lambda report: {key: value for key, value in report.items() if key != "seconds"}
    assert [drop(report) for report in again] == [drop(report) for report in whole]
    assert seen[0] == 6 and tallies[1].stat().st_mtime_ns == kept
    # Those that do not see the folder cannot fill a gap of another size.
    tallies[0].unlink()
    with pytest.raises(sprague.InputError, match="another division"):
        distributed.run(client, f"{CENSUS} --no-rows", shards=3, folder=parts)
    # Those that see it can.
    distributed.run(client, f"{CENSUS} --no-rows", shards=3, folder=parts, shared=True)


def test_every_command_with_parts(client, tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.rules").write_text("take k from one pile where k <= {1, 2}\n")
    (tmp_path / "codes.txt").write_text("octal(0.77)\noctal(0.07)  # Dawson\nkayles\n")
    for asked, twin in [
        ("graphs wyg --vertices 4 --chips 1", "graphs wyg --vertices 4 --chips 1"),
        ("survey few.rules --piles 1", "survey few.rules --piles 1"),
    ]:
        assert distributed.run(client, asked, shards=3) == command(*twin.split())
    rows = distributed.run(client, "sequence @codes.txt --to 200", shards=3)
    assert [row["regularity"]["period"] for row in rows] == [12, 34, 12]


def test_what_is_wrong_is_said_once(client, tmp_path):
    with pytest.raises(sprague.InputError, match="max"):
        distributed.run(client, "census lr-nim --min 9 --max 3")
    for wrong in ["solve nim 3", "census octal --digits 2 --out x", "", "census octal --digits 2 --on local"]:
        with pytest.raises(sprague.InputError):
            distributed.run(client, wrong)
    with pytest.raises(sprague.InputError, match="below the current folder"):
        distributed.run(client, ["survey", "/etc/hostname"])


def test_a_shard_ends_with_the_worker_that_began_it(client, tmp_path):
    busy = client.submit(distributed.shard, "census lr-nim --min 2 --max 44 --no-rows", 0, 4, folder=str(tmp_path))

    def running():
        found = set()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    if str(tmp_path).encode() in file.read():
                        found.add(pid)
            except OSError:
                pass
        return found

    def within(seconds, what):
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end
            time.sleep(0.05)

    within(30, running)
    before, victim = running(), at_work(client)
    busy.cancel()
    os.kill(victim, signal.SIGKILL)
    within(30, lambda: not running() & before)
