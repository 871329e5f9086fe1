"""Families of games, and their rows as Arrow."""

from __future__ import annotations

import gc
import threading

import pytest
import sprague

FAMILIES = [
    (["lr-nim", "--min", "2", "--max", "14"], {"min": 2, "max": 14}),
    (["ending-nim", "--min", "2", "--max", "7"], {"min": 2, "max": 7}),
    (["subtract", "--max", "8"], {"max": 8}),
    (["cut", "--within", "8", "--size", "2"], {"within": 8, "size": 2}),
    (["octal", "--digits", "2"], {"digits": 2}),
]


@pytest.mark.parametrize(("asked", "numbers"), FAMILIES, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_counts_are_those_of_the_command(command, asked, numbers):
    census = sprague.census(asked[0], **numbers)
    [expected] = command("census", *asked, "--group-by", ",".join(census.keys), "--top", "3")
    assert (len(census), census.eventually_left) == (expected["total"], expected.get("eventually_left"))
    for key in census.keys:
        found = [(group.value, group.games) for group in census.group_by(key)]
        assert found == [(group[key], group["games"]) for group in expected["groups"][key]]
    assert [(game.ruleset, game.value) for game in census.top(3)] == [
        (game["ruleset"], game["period"]) for game in expected["top"]
    ]


@pytest.mark.parametrize(("asked", "numbers"), FAMILIES, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_rows_are_the_same_however_they_are_read(asked, numbers, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    census = sprague.census(asked[0], **numbers)
    census.to_parquet(tmp_path / "rows.parquet")
    rows = polars.read_parquet(tmp_path / "rows.parquet")
    assert rows.height == len(census)
    assert polars.DataFrame(census).equals(rows)
    table = pyarrow.table(census)
    table.validate(full=True)
    assert polars.from_arrow(table).equals(rows)
    assert polars.DataFrame(duckdb.sql("select * from census").arrow()).equals(rows)
    assert duckdb.sql("select count(*) from census").fetchall() == [(len(census),)]


def test_rows_are_computed_while_they_are_read():
    pyarrow = pytest.importorskip("pyarrow")
    # Half a million million rows: nobody could wait for all of them.
    census = sprague.census("lr-nim", min=2, max=41)
    before = threading.active_count()
    reader = pyarrow.RecordBatchReader.from_stream(census)
    first = reader.read_next_batch()
    assert first.num_rows > 0 and first.column("set")[0].as_py() == "2"
    reader.close()
    del reader
    gc.collect()
    # What was read outlives the reader; a stream that nobody reads ends as well.
    assert first.column("bits")[0].as_py() == 4 and threading.active_count() == before
    capsule = census.__arrow_c_stream__()
    del capsule


def test_a_stream_whose_time_is_over_says_so():
    pyarrow = pytest.importorskip("pyarrow")
    with sprague.limits(time=0.2):
        reader = pyarrow.RecordBatchReader.from_stream(sprague.census("lr-nim", min=2, max=45))
    with pytest.raises(OSError, match="stopped|time|games"):
        while True:
            reader.read_next_batch()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sprague.census("nim"),
        lambda: sprague.census("lr-nim", min=2),
        lambda: sprague.census("lr-nim", min=2, max=9, to=3),
        lambda: sprague.census("lr-nim", min=9, max=2),
        lambda: sprague.census("lr-nim", min=2, max=99),
        lambda: sprague.census("lr-nim", min=2, max=9).group_by("colour"),
        lambda: sprague.census("lr-nim", min=2, max=9).group_by("saltus"),
        lambda: sprague.census("lr-nim", min=2, max=9).top(2, by="class"),
        lambda: sprague.census("lr-nim", min=2, max=9).to_parquet("/there/is/no/such.parquet"),
    ],
)
def test_what_cannot_be_counted_is_refused(ask):
    with pytest.raises(sprague.InputError):
        ask()
