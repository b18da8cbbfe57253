"""Tests that the examples run, and that the learning programs learn."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_selfplay_learns():
    _, _, curve = example("selfplay").train("connect-four", updates=12, matches=128, points=1, quiet=True)
    (_, (before, _), _), (_, (after, around), _) = curve[0], curve[-1]
    assert after - around > before + 0.1


def test_balance_reports(capsys):
    example("balance").main(["--games", "200"])
    assert "first seat" in capsys.readouterr().out


def test_the_plain_loop_of_the_benchmark():
    benchmark = example("benchmark")
    assert benchmark.ours("connect-four", 2)() >= 7
    assert benchmark.ours_pettingzoo("tic-tac-toe", 2)() >= 5


def test_the_notebook_runs(request):
    if not request.config.getoption("--every"):
        pytest.skip("the long tier")
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("matplotlib")
    book = nbformat.read(EXAMPLES / "design_a_card_game.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    assert any("play to" in str(cell.get("outputs")) for cell in book.cells)


def test_regret_learns_a_game_with_hidden_cards():
    """The trained player beats random play and its earlier version significantly, and is harder to exploit."""
    regret = example("regret")
    policies, curve = regret.train(hands=800, versions=2, measure=4_000, quiet=True)
    for _, _, (won, give), (gained, take) in curve:
        assert won > give and gained > take
    assert curve[1][1] < 0.8 * curve[0][1]
    deals = regret.all_deals(regret.rulebook.load(regret.RULES))
    assert len(deals) == 120 and curve[1][1] < regret.exploitability(deals, policies[0])
