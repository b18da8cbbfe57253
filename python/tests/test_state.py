"""Tests of `Game` and `State` with games of every kind."""

import copy
import json
import pickle
import random
import threading

import numpy as np
import pytest
import rulebook


def walk(state, seed, moves=80):
    """Yields the states of a random match."""
    rng = random.Random(seed)
    for _ in range(moves):
        if state.over:
            return
        yield state
        seat = rng.choice(state.seats_to_act())
        state.play(rng.choice(state.legal_actions(seat)), seat)


def test_numbers_and_texts_are_the_same_moves(game):
    for state in walk(game.new(seed=1), 1):
        seat = state.current
        texts, actions = state.legal_moves(), state.legal_actions()
        assert len(texts) == len(actions) == len(set(actions)) == len(set(texts)) > 0
        mask = state.legal_mask()
        assert mask.dtype == np.int8 and mask.shape == (game.num_actions(state.seats),)
        assert sorted(actions) == np.flatnonzero(mask).tolist()
        at = state.moves_made % len(texts)
        assert state.action_text(actions[at], seat) == texts[at]
        assert state.action_of(texts[at], seat) == actions[at]
        one, other = state.clone(), state.clone()
        one.play(texts[at], seat)
        other.play(actions[at], seat)
        assert one == other


def test_nothing_leaks(game):
    for state in walk(game.new(seed=2, seats=game.max_seats), 2, 30):
        if state.moves_made % 10:
            continue
        for seat in range(state.seats):
            other = state.sample(seat, seed=state.moves_made)
            assert other.is_alike(state, seat)
            assert (other.observation(seat) == state.observation(seat)).all()
            assert other.view(seat) == state.view(seat)
            assert other.legal_moves(seat) == state.legal_moves(seat)


def test_several_cards_are_one_move():
    state = rulebook.load("canasta").new(seed=6)
    state.play("3H hand->threes")
    state.play("? stock->hand")
    before = state.clone()
    with pytest.raises(rulebook.IllegalMove, match="a meld is of one rank"):
        state.play("9S 9C JS hand->meld-9")
    assert state == before
    state.play("9S 9C 9S 9H -> meld-9")
    assert state.moves_made == before.moves_made + 4


def test_copies_go_on_alike(game):
    for state in walk(game.new(seed=3), 3, 40):
        if state.moves_made % 13 != 5:
            continue
        copies = [state.clone(), copy.copy(state), copy.deepcopy(state), game.load(state.save())]
        copies.append(pickle.loads(pickle.dumps(state)))
        last = state.clone()
        for one in copies:
            assert one == state and one.digest() == state.digest()
            for _ in walk(one, 9, 20):
                pass
        for _ in walk(last, 9, 20):
            pass
        assert all(one == last for one in copies)


def test_the_same_seed_is_the_same_match(game):
    assert game.new(seed=5) == game.new(seed="5")
    state = game.new(seed=4)
    state.restart(5)
    assert state == game.new(seed=5)


def test_spaces_are_what_is_said(game):
    for seats in {game.min_seats, game.max_seats}:
        spec = game.observation_spec(seats)
        size = sum(int(np.prod(block["shape"])) for block in spec)
        observation = game.new(seed=1, seats=seats).observation(0)
        assert observation.dtype == np.int16 and observation.shape == (size,) == (game.observation_size(seats),)
        parts = rulebook.split(game, observation, seats)
        assert list(parts) == [block["name"] for block in spec] and all(block["about"] for block in spec)
        assert parts["seat"].tolist() == [1] + [0] * (seats - 1)
        actions = game.action_spec(seats)
        assert sum(int(np.prod(block["shape"])) for block in actions) == game.num_actions(seats)


def test_scenes_texts_and_pictures(game):
    state = game.new(seed=6)
    for seat in [None, *range(state.seats)]:
        assert state.scene(seat)["seats"] == state.seats
        assert state.text(seat)
        assert state.svg(seat).startswith("<svg") and state.svg(seat).endswith("</svg>")
    assert str(state) == state.text() and state._repr_html_() == state.svg()
    assert game.id in repr(game) and game.id in repr(state)


def test_a_log_is_told(game):
    state = game.new(seed=7)
    for _ in walk(state, 7, 25):
        pass
    lines = [json.loads(line) for line in state.log().splitlines()]
    assert lines[0]["game"] == game.id and lines[0]["source"] == game.digest()
    assert [line["move"] for line in lines[2 : 2 + state.moves_made]] == [text for _, text in state.history()]
    again = game.new(seed=7)
    for seat, text in state.history():
        again.play(text, seat)
    assert again == state
    assert pickle.loads(pickle.dumps(state)).log() == state.log()


def test_returns_and_outcome():
    state = rulebook.load("tic-tac-toe").new(seed=1)
    assert state.outcome() is None and state.returns() == [0, 0]
    for square in ["a1", "b1", "a2", "b2", "a3"]:
        state.play(f"M@{square}")
    assert state.over and state.returns() == [1, -1] and state.current is None
    assert state.outcome()["winners"] == [0] and state.outcome()["places"] == [1, 2]
    assert state.legal_moves() == [] and state.legal_actions() == [] and state.legal_mask().sum() == 0
    with pytest.raises(rulebook.IllegalMove):
        state.play("M@b3")
    hearts = rulebook.simulate("hearts", seeds=range(20))
    assert np.allclose(hearts["returns"].sum(axis=1), 0, atol=1e-6)


def test_mistakes_are_told():
    game = rulebook.load("tic-tac-toe")
    state = game.new(seed=1)
    for bad in ["z9", "", "a1; drop", 10**6, -1, 2**80]:
        with pytest.raises(ValueError):
            state.play(bad)
    for bad in [None, 1.5, [], b"a1"]:
        with pytest.raises((ValueError, TypeError)):
            state.play(bad)
    assert state == game.new(seed=1)
    with pytest.raises(ValueError):
        state.observation(2)
    with pytest.raises(ValueError):
        game.new(seats=3)
    with pytest.raises(ValueError):
        game.load(b"nonsense")
    with pytest.raises(ValueError):
        game.load(rulebook.load("chess").new(seed=1).save())
    with pytest.raises(rulebook.RulesError):
        rulebook.load("no-such-game")
    with pytest.raises(ValueError):
        rulebook.load("chess").bot("mcts:20").pick(state)
    with pytest.raises(ValueError):
        state.sample(0, seed=1).log()
    with pytest.raises(TypeError):
        hash(state)
    with pytest.raises(ValueError):
        rulebook.load("goofspiel").new(seed=1).play(0)


def test_a_file_of_ones_own(tmp_path):
    rules = tmp_path / "line-three.json"
    shelf = rulebook.load("tic-tac-toe")
    source = json.loads((rulebook.Path(rulebook._shelf()) / "tic-tac-toe" / "game.json").read_text())
    rules.write_text(json.dumps(source))
    game = rulebook.load(rules)
    assert game.id == "line-three" and game.num_actions() == shelf.num_actions()
    assert pickle.loads(pickle.dumps(game)) == game
    rules.write_text("{")
    with pytest.raises(rulebook.RulesError, match="line-three.json"):
        rulebook.load(rules)


def test_a_board_begins_anywhere():
    game = rulebook.load("chess", position="7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    state = game.new(seed=1)
    state.play("f7g7")
    assert state.returns() == [1, -1]
    assert pickle.loads(pickle.dumps(state)) == state


def test_players_in_actions_are_seats():
    """The schema of actions counts players from one; the Python interface counts from zero."""
    named = 0
    for seed in range(20):
        for state in walk(rulebook.load("duel").new(seed=seed), seed, 300):
            seat, actions = state.current, state.actions()
            assert all(action["actor"] == seat for action in actions)
            assert actions[-1]["type"] == "SCOOP"
            for action, text in zip(actions, state.legal_moves()):
                before = json.dumps(action)
                if "player_id" in before:
                    one, other = state.clone(), state.clone()
                    one.play(action, seat)
                    other.play(text, seat)
                    assert one == other and json.dumps(action) == before
                    named += 1
        if named:
            break
    assert named > 0
    state = rulebook.load("duel").new(seed=1)
    seat = state.current
    state.clone().play({"type": "KEEP_HAND", "actor": seat})
    state.clone().play(f'{{"type": "KEEP_HAND", "actor": {seat + 1}}}')
    state.clone().play({"type": "KEEP_HAND", "actor": str(seat)})
    for bad in [1 - seat, -1, 2**63 - 1, 2**80, True, "seven", 0.5, [0]]:
        with pytest.raises(rulebook.IllegalMove):
            state.play({"type": "KEEP_HAND", "actor": bad})
    assert state.moves_made == 0


def test_bots_think_without_the_lock():
    game = rulebook.load("connect-four")
    state = game.new(seed=1)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(1)

    watcher = threading.Thread(target=tick)
    watcher.start()
    # The bot thinks longer, so that other threads get to run even on a busy machine.
    for millis in (200, 1000, 5000):
        bot = game.bot(f"mcts:{millis}ms", seed=1)
        before = len(ticks)
        assert bot.pick(state) in state.legal_moves()
        during = len(ticks) - before
        if during >= 3:
            break
    stop.set()
    watcher.join()
    assert during >= 3
    picks = {game.bot("mcts:100", seed=3).pick(state) for _ in range(3)}
    assert len(picks) == 1


def test_the_log_of_a_match_says_where_it_began():
    position = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    state = rulebook.load("chess", position=position).new(seed=1)
    assert json.loads(state.log().splitlines()[0])["setup"]["options"]["position"] == position
