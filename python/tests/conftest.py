"""Tests a few games of every kind by default, and all games with `--every`."""

import os

# The matrices are small, so several threads of a linear algebra library would only wait for each other.
# This must be set before NumPy is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest  # noqa: E402
import rulebook  # noqa: E402

#: A few games of every kind: boards, hidden hands, simultaneous decisions, a solitaire, sets of cards.
FEW = ["tic-tac-toe", "chess", "hearts", "goofspiel", "klondike", "gin-rummy", "go-fish"]


def pytest_addoption(parser):
    parser.addoption("--every", action="store_true", help="every game of the shelf, not just a few")


def pytest_generate_tests(metafunc):
    if "game_id" in metafunc.fixturenames:
        every = metafunc.config.getoption("--every")
        metafunc.parametrize("game_id", rulebook.games() if every else FEW)


@pytest.fixture
def game(game_id):
    return rulebook.load(game_id)
