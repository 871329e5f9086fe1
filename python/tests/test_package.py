"""Everything else that the package promises."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy
import pytest
import sprague
from sprague import _sprague

OWN = """
game few(S: set of numbers >= 1)
  "Take a number of tokens that is in S."
  piles any
  move take k in S from one pile
"""


def python(code: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, **more
    )


# Wrong input


def test_a_mistake_in_a_text_is_pointed_at():
    with pytest.raises(sprague.InputError) as caught:
        sprague.Game.from_text('game x\n  "A."\n  piles any\n  move take k from one pil')
    wrong = caught.value
    assert (wrong.line, wrong.column, wrong.help) == (4, 24, "did you mean `pile`?")
    assert "^^^" in wrong.excerpt and str(wrong) == wrong.excerpt
    assert isinstance(wrong, ValueError) and isinstance(wrong, sprague.SpragueError)
    assert pickle.loads(pickle.dumps(wrong)).excerpt == wrong.excerpt


@pytest.mark.parametrize("position", [(-1,), (2**40,), (4_000_000_000,), "3,x", (1.5,), None, object(), "", [[1]]])
def test_what_is_no_position_is_refused(position):
    with pytest.raises(sprague.InputError):
        sprague.game("nim").outcome(position)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sprague.game("nim", {1}),
        lambda: sprague.game("lr-nim", set()),
        lambda: sprague.game("lr-nim", {2**70}),
        lambda: sprague.game("octal", 0.77),
        lambda: sprague.game("/etc/passwd"),
        lambda: sprague.game("lr-nim", {2, 3}).nim(4),
        lambda: sprague.game("partizan-euclid").options((3, 5)),
        lambda: sprague.game("misere nim").table(piles=2, max=3, nim=True),
        lambda: sprague.game("nim").table(piles=2, max=3).nim,
        lambda: sprague.game("nim").table(piles=3, max=3).outcomes,
        lambda: sprague.game("nim").table(),
        lambda: sprague.game("vector", [(1, 0), (0, 1)]).sequence(4),
        lambda: sprague.game("lr-nim", {2, 3}).sequence(10).bfile(),
        lambda: sprague.claims("there-is-none.claim"),
        lambda: sprague.prove(""),
        lambda: sprague.value("{1|"),
        lambda: sprague.value("1 > 0"),
        lambda: sprague.game("wyg").solve("K(5) chips=x"),
        lambda: sprague.limits(time=-1).__enter__(),
        lambda: sprague.limits(memory="much").__enter__(),
        lambda: sprague.limits(threads=0).__enter__(),
    ],
)
def test_what_cannot_be_asked_is_refused(ask):
    with pytest.raises(sprague.InputError):
        ask()


def test_a_panic_is_an_exception(capfd):
    with pytest.raises(sprague.InternalError, match="as asked"):
        _sprague.panic_for_tests(_sprague.Work())


# Limits, interrupts, threads


def test_limits_hold_inside_and_end_outside():
    nimb = sprague.game("nimb")
    with sprague.limits(memory="1M"):
        with sprague.limits(threads=1), pytest.raises(sprague.LimitError):
            nimb.table(piles=3, max=2000)
    with sprague.limits(time=0.05), pytest.raises(sprague.Stopped):
        sprague.game("grundy").sequence(1_000_000)
    assert len(nimb.table(piles=3, max=50)) == 22100


def test_a_table_is_read_off_after_its_time_but_within_the_memory():
    with sprague.limits(time=5, memory="1G"):
        table = sprague.game("nim").table(piles=2, max=3_000)
    with sprague.limits(memory="1M"):
        with pytest.raises(sprague.LimitError):
            table.outcomes
        with pytest.raises(sprague.LimitError):
            table.positions
        with pytest.raises(sprague.LimitError):
            table.to_csv()
    assert len(table) == 3_000 * 3_001 // 2


def test_limits_belong_to_a_thread():
    seen = []

    def other():
        seen.append(len(sprague.game("minnie").table(piles=2, max=2000)))

    with sprague.limits(memory="1K"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert seen == [2001000]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "work",
    [
        "sprague.game('grundy').sequence(10_000_000)",
        "sprague.game('jennifer').table(piles=3, max=1200, nim=True)",
        "sprague.game('misere nimb').outcome((400, 500, 600, 700))",
    ],
)
def test_ctrl_c_is_answered_at_once(work):
    code = f"""
        import sprague, sys, time
        print("begun", flush=True)
        try:
            {work}
            print("finished", flush=True)
        except KeyboardInterrupt:
            print("interrupted", time.time(), flush=True)
        # The interpreter is as it was.
        assert sprague.game("nim").outcome((1, 2)) == "N"
        print("well", flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    word, when = out.splitlines()[0].split()
    assert word == "interrupted" and float(when) - sent < 0.5
    assert out.splitlines()[1] == "well" and child.returncode == 0


def test_two_threads_work_at_once():
    found = {}

    def work(name):
        found[name] = [sprague.game(name).nim((a, b)) for a in range(1, 8) for b in range(1, 8)]

    names = ["minnie", "wythoff", "nim", "jennifer"]
    threads = [threading.Thread(target=work, args=[name]) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        assert found[name] == sprague.game(name).table(piles=2, max=7, nim=True).nim[1:, 1:].ravel().tolist()


def test_progress_is_told_and_may_end_the_work():
    told = []
    sprague.game("grundy").sequence(30_000, progress=lambda done, expected: told.append((done, expected)))
    assert all(done <= expected or not expected for done, expected in told)

    class Enough(Exception):
        pass

    def enough(done, expected):
        raise Enough

    with pytest.raises(Enough):
        sprague.game("grundy").sequence(10_000_000, progress=enough)
    assert len(sprague.game("kayles").sequence(100, progress=True)) == 101


def test_deep_recursions_do_not_crash():
    done = python(
        """
        import sprague
        with sprague.limits(time=2, memory="500M"):
            asks = [
                lambda: sprague.game("partizan-subtract", {1}, {2}).value(20_000),
                lambda: sprague.game("subtract", {1}).outcome(10**9),
                lambda: sprague.game("misere kayles").outcome(2000),
                lambda: sprague.game("euclid").outcome((10**9, 10**9 - 1)),
                lambda: sprague.value("(" * 15_000 + "1" + ")" * 15_000),
                lambda: sprague.game("node-kayles").outcome("P(300)"),
            ]
            for ask in asks:
                try:
                    ask()
                except sprague.SpragueError:
                    pass
        print("well")
        """
    )
    assert (done.stdout, done.returncode) == ("well\n", 0), done.stderr


def test_importing_is_quick_and_leaves_numpy_for_later():
    # Time of the processor, which does not depend on what else the machine has to do.
    code = "import time, sys; t = time.process_time(); import sprague; print(time.process_time() - t, 'numpy' in sys.modules)"
    runs = [python(code).stdout.split() for _ in range(5)]
    assert {numpy for _, numpy in runs} == {"False"}
    assert min(float(seconds) for seconds, _ in runs) < 0.1


# Games, tables, sequences


def test_a_game_of_ones_own_is_known_to_claims_and_certificates(tmp_path, monkeypatch):
    few = sprague.Game.from_text(OWN, {1, 3})
    claim = 'claim "odd heaps"\n  game ./few.game(1,3)\n  piles a\n  P iff a mod 2 = 0'
    verdict = sprague.prove(claim, games=[few])
    assert (verdict.kind, verdict.checked) == ("proved", True)
    assert "odd heaps" in verdict.certificate.verify()
    assert "few" in few.sequence(50).certificate().verify()
    assert few.misere.misere.expression.endswith(few.expression) and few.misere.outcome(1) == "P"
    assert pickle.loads(pickle.dumps(few)) == few and pickle.loads(pickle.dumps(few)).nim(5) == few.nim(5)

    (tmp_path / "few.game").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    assert sprague.game("./few.game", {1, 3}) == few
    (tmp_path / "mine.claim").write_text(claim)
    monkeypatch.chdir(os.path.dirname(tmp_path))
    assert [v.kind for v in sprague.claims(tmp_path / "mine.claim")] == ["proved"]


def test_a_damaged_certificate_is_rejected():
    certificate = sprague.game("kayles").sequence(400).certificate()
    with pytest.raises(sprague.Rejected) as caught:
        sprague.verify(certificate.replace("period 12", "period 13"))
    assert caught.value.line
    with pytest.raises(sprague.LimitError):
        sprague.game("kayles").sequence(50).certificate()


def test_rows_keep_their_order():
    table = sprague.game("vector", [(2, 1), (0, 1)]).table(max=6, nim=True)
    assert table.nim.shape == (7, 7) and not numpy.array_equal(table.nim, table.nim.T)
    assert all(table[a, b] == table.nim[a, b] == table.game.nim((a, b)) for a in range(7) for b in range(7))
    assert len(table) == 49 and table.positions.tolist() == [[a, b] for a in range(7) for b in range(7)]
    assert table.nim_list.tolist() == table.nim.ravel().tolist()
    one = sprague.game("vector", [(1,), (3,)]).table(max=9, nim=True)
    assert one.nim.tolist() == [one.game.nim((a,)) for a in range(10)] == [one[a] for a in range(10)]


def test_arrays_cannot_be_written_to_and_outcomes_are_letters():
    table = sprague.game("lr-nim", {2, 3}).table(piles=1, max=9)
    assert "".join(table.outcomes) == "LRLNNLPLNN"
    assert table[5] is sprague.Outcome.L and table.tally[sprague.Outcome.P] == 1
    square = sprague.game("nim").table(piles=2, max=9)
    assert (square.outcomes == "P").sum() == 10
    for array in [table.outcomes, square.outcomes, square.p_positions, square.positions, square.outcome_list]:
        with pytest.raises(ValueError):
            array[0] = 0
    with pytest.raises(IndexError):
        square[1, 10]


def test_pictures_and_papers():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    table = sprague.game("wythoff").table(piles=2, max=20, nim=True)
    assert table.plot().get_title() == "wythoff"
    assert sprague.game("nim").table(piles=3, max=9).plot(None, 3) is not None
    assert table._repr_svg_().startswith("<svg") and "tabular" in table.to_latex()
    assert sprague.game("nim").table(piles=3, max=5)._repr_svg_() is None
    assert sprague.game("lr-nim", {2, 3}).sequence(50)._repr_latex_() == r"$\mathrm{LR\overline{LNNLP}}$"
    assert sprague.game("wyg").solve("K(4)")._repr_svg_().startswith("<svg")
    assert sprague.game("kayles").sequence(100).to_svg().startswith("<svg")


def test_graphs_of_networkx_are_positions():
    networkx = pytest.importorskip("networkx")
    wyg = sprague.game("wyg")
    for graph, text in [
        (networkx.complete_graph(5), "K(5) chips=1"),
        (networkx.path_graph(["a", "b", "c", "d"]), "P(4) chips=1"),
        (networkx.empty_graph(3), "P(1) + P(1) + P(1) chips=1"),
    ]:
        assert (wyg.solve(graph).outcome, wyg.solve(graph).nim) == (wyg.solve(text).outcome, wyg.solve(text).nim)
    path = networkx.path_graph(["a", "b", "c", "d"])
    assert wyg.solve(path, {"b": 2, "c": 2}).outcome == wyg.outcome("P(4)", [0, 2, 2, 0])
    assert wyg.solve(path, "deg").outcome == wyg.outcome("P(4) chips=deg")
    graph6 = networkx.to_graph6_bytes(path, header=False).decode().strip()
    assert wyg.outcome(f"g6:{graph6}", 2) == wyg.outcome("P(4)", 2)
    for wrong in [{"x": 1}, [1], -1]:
        with pytest.raises(sprague.InputError):
            wyg.solve(path, wrong)
    with pytest.raises(sprague.InputError):
        wyg.solve(networkx.DiGraph([(0, 1)]))


def test_values_are_a_partially_ordered_group():
    texts = ["0", "1", "-3/4", "*", "*2", "^", "v*", "{1|-1}", "{3|1||-2}", "Tiny(1)"]
    values = [sprague.value(text) for text in texts]
    for g in values:
        assert g - g == 0 and -(-g) == g and 2 * g == g + g and hash(g + 0) == hash(g)
        for h in values:
            assert (g + h) - h == g
            assert [g < h, g > h, g == h, g.is_confused_with(h)].count(True) == 1
            assert (g - h).outcome == {(1, 0): "R", (0, 1): "L", (1, 1): "P", (0, 0): "N"}[g <= h, g >= h]
    assert {sprague.value("1/2 + 1/2"): "one"}[1] == "one"
    with pytest.raises(TypeError):
        sprague.value("1") + "1"


def test_the_automaton_of_a_proof_knows_the_p_positions():
    for claim, name, most in [
        ('game minnie\n piles a <= b\n P iff a = 1 and odd(b) or a = 2 and b mod 4 = 2 or a = 3 and b mod 4 = 0 and b >= 8 '
         "or a = 4 and b = 4", "minnie", 40),
        ("game wythoff\n piles a <= b\n P iff golden(a, b)", "wythoff", 40),
        ("game nim\n piles a <= b <= c\n given a <= b: a = b\n P iff xor(a, b, c) = 0", "nim", 9),
    ]:
        automaton = sprague.prove(f'claim "x"\n {claim}').automaton
        table = sprague.game(name).table(piles=automaton.numbers, max=most)
        known = {tuple(position) for position in table.p_positions.tolist()}
        assert all((tuple(position) in automaton) == (tuple(position) in known) for position in table.positions.tolist())
        assert automaton.to_dot().startswith("digraph {")
    assert sprague.prove('claim "x"\n game nim\n piles a <= b\n P iff a < b').automaton is None


def test_the_statements_of_the_papers_come_along():
    assert {statement.name.split("/")[0] for statement in sprague.statements()} >= {"cut", "ooooob", "self-referential"}
    assert [verdict.kind for verdict in sprague.claims("@self-referential/theorem-5.2")] == ["proved"]
    assert all(verdict.as_expected for verdict in sprague.claims("@cut/table-6"))
    for wrong in ["@no-such-paper", "@cut/no-such-statement"]:
        with pytest.raises(sprague.InputError):
            sprague.claims(wrong)


def test_why_tells_the_reasons():
    assert str(sprague.game("nim").why((1, 2))).startswith("You can win by moving to 1,1")
    assert sprague.game("wyg").why("P(5)", 1).best.words == "on 1-2 take 1 from 2"


def test_verdicts_are_never_true_by_accident():
    verdict = sprague.prove('claim "x"\n game nim\n piles a <= b\n P iff a = b')
    with pytest.raises(TypeError):
        bool(verdict)
    with pytest.raises(TypeError):
        assert not verdict
    assert verdict.kind == "proved" and verdict.method and verdict.steps is not None
    assert repr(verdict).startswith("<proved: 'x' for ")


def test_cells_of_a_notebook_hold_games_and_claims():
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.start_ipython() or testing.get_ipython()
    shell.run_line_magic("load_ext", "sprague")
    shell.run_cell_magic("game", "few {1,3}", OWN)
    assert shell.user_ns["few"].nim(5) == 1
    found = shell.run_cell_magic("claim", "found", 'claim "x"\n game ./few.game(1,3)\n piles a\n P iff a mod 2 = 0')
    assert found[0].kind == "proved" and shell.user_ns["found"] == found
    with pytest.raises(sprague.InputError) as caught:
        shell.run_cell_magic("game", "", 'game x\n  "A."\n  piles any\n  move take k from one pil')
    [shown] = caught.value._render_traceback_()
    assert shown == caught.value.excerpt and "^^^" in shown and "did you mean `pile`?" in shown
    with pytest.raises(sprague.InputError) as caught:
        shell.run_cell_magic("claim", "", 'claim "x"\n game nim\n piles a\n P iff b = 0')
    assert "^" in caught.value._render_traceback_()[0]


# The package itself


def test_the_examples_of_the_documentation_are_so():
    import doctest
    import importlib
    import pkgutil

    examined = 0
    for module in ["sprague", *(f"sprague.{m.name}" for m in pkgutil.iter_modules(sprague.__path__))]:
        if module != "sprague._sprague":
            result = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
            assert result.failed == 0
            examined += result.attempted
    assert examined > 60


def test_the_examples_of_the_read_me_and_the_book_are_so():
    import doctest

    top = Path(__file__).parents[2]
    attempted = 0
    for file in [top / "README.md", top / "python" / "README.md", *sorted((top / "docs" / "src").glob("*.md"))]:
        result = doctest.testfile(str(file), module_relative=False, optionflags=doctest.ELLIPSIS)
        assert result.failed == 0
        attempted += result.attempted
    assert attempted >= 18


def test_the_package_is_typed():
    pytest.importorskip("mypy")
    package = os.path.dirname(os.path.dirname(__file__))
    done = subprocess.run([sys.executable, "-m", "mypy", "--no-incremental"], capture_output=True, text=True, cwd=package)
    assert done.returncode == 0, done.stdout


def test_the_stubs_fit_the_extension():
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "sprague._sprague"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
