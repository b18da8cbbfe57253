"""Tests `rulebook uci` with python-chess, which checks every move of an engine by its own rules."""

import os
import random
from pathlib import Path

import pytest

chess = pytest.importorskip("chess")
import chess.engine  # noqa: E402
import chess.variant  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]

#: The variants that python-chess plays, by the ids of our games.
GAMES = {
    "chess": chess.Board,
    "antichess": chess.variant.AntichessBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
    "three-check": chess.variant.ThreeCheckBoard,
}


def program():
    """Returns the program if it was built before. These tests do not build it."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [os.environ.get("RULEBOOK"), target / "release/rulebook", target / "debug/rulebook"]
    return next((str(path) for path in built if path and Path(path).is_file()), None)


@pytest.fixture
def engine(request):
    path = program()
    if path is None:
        pytest.skip("rulebook is not built")
    command = [path, "--shelf", str(ROOT / "games"), "uci", request.param]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        yield engine


def at(game):
    return pytest.mark.parametrize("engine", [game], indirect=True, ids=[game])


@pytest.mark.parametrize("engine, game", [(game, game) for game in GAMES], indirect=["engine"], ids=list(GAMES))
def test_it_plays_a_game_with_itself(engine, game):
    board = GAMES[game]()
    engine.configure({"Level": "medium"})
    dice = random.Random(game)
    while not board.is_game_over() and board.ply() < 60:
        # Every third move is random, so that the games do not always reach the same positions.
        if board.ply() % 3 == 2:
            board.push(dice.choice(sorted(board.legal_moves, key=str)))
            continue
        # For an illegal move, python-chess raises an error.
        played = engine.play(board, chess.engine.Limit(nodes=120))
        assert played.move in board.legal_moves
        board.push(played.move)
    assert board.ply() > 4


@at("chess")
def test_it_wins_what_is_won(engine):
    dice = random.Random("endings")
    for piece in [chess.QUEEN, chess.ROOK]:
        board = chess.Board(None)
        while True:
            squares = dice.sample(list(chess.SQUARES), 3)
            kinds = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False), chess.Piece(piece, True)]
            board.set_piece_map(dict(zip(squares, kinds)))
            if board.is_valid() and not board.is_game_over():
                break
        while not board.is_game_over(claim_draw=True):
            board.push(engine.play(board, chess.engine.Limit(nodes=8_000)).move)
        assert board.is_checkmate() and board.turn == chess.BLACK, board.fen()


@at("chess")
def test_it_tells_what_it_sees(engine):
    board = chess.Board("7k/8/R7/1R6/8/8/8/K7 w - - 0 1")
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=2)
    assert lines[0]["score"].white() == chess.engine.Mate(2)
    assert len(lines) == 2 and len(lines[0]["pv"]) == 3
    for move in lines[0]["pv"]:
        board.push(move)
    assert board.is_checkmate()
