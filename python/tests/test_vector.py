"""Tests of `Vector`, which plays many matches at once."""

import numpy as np
import pytest
import rulebook


def run(game, n, steps, **settings):
    v = rulebook.vector(game, n, seed=11, **settings)
    ended = 0
    trace = []
    for _ in range(steps):
        v.step(v.sample_actions())
        ended += int(v.done.sum())
        trace.append((v.observation.copy(), v.mask.copy(), v.rewards.copy(), v.seat.copy()))
    return v, ended, trace


def test_threads_change_nothing(game):
    one, ended, first = run(game, 70, 30, threads=1)
    two, again, second = run(game, 70, 30, threads=3)
    assert ended == again and one.digests() == two.digests()
    for a, b in zip(first, second):
        assert all((x == y).all() for x, y in zip(a, b))


def test_it_plays_the_game(game):
    """The arrays contain the same values as single matches."""
    v = rulebook.vector(game, 3, seed=2)
    for _ in range(40):
        assert (v.mask.sum(axis=1) >= 1).all()
        actions = v.sample_actions()
        assert all(v.mask[i, a] == 1 for i, a in enumerate(actions))
        v.step(actions)
        finished = np.flatnonzero(v.done)
        assert (v.length[finished] > 0).all()
        assert (v.rewards[~v.done] == 0).all()


def test_arrays_are_never_copied():
    v = rulebook.vector("connect-four", 16, seed=1)
    arrays = v.observation, v.mask, v.rewards
    for _ in range(50):
        v.step(v.sample_actions())
    assert arrays[0] is v.observation and arrays[1] is v.mask and arrays[2] is v.rewards
    assert np.shares_memory(arrays[0], v.observation)


def test_the_first_match_of_a_row():
    v = rulebook.vector("connect-four", 4, seed=1, observe=False)
    assert v.observation.shape == (4, 0)
    total = 0
    for _ in range(200):
        v.step(v.sample_actions())
        total += int(v.done.sum())
        if v.done.any():
            worth = v.rewards[v.done]
            assert np.allclose(worth.sum(axis=1), 0, atol=1e-6) and set(np.unique(worth)) <= {-1, 0, 1}
    assert total > 10


def test_mistakes_play_nothing():
    v = rulebook.vector("connect-four", 4, seed=1)
    before = v.digests()
    good = v.sample_actions()
    bad = good.copy()
    bad[2] = 10**9
    with pytest.raises(rulebook.IllegalMove, match="match 2"):
        v.step(bad)
    assert v.digests() == before
    with pytest.raises(ValueError):
        v.step(good[:2])
    v.step(good)
    assert v.digests() != before
    with pytest.raises(ValueError):
        rulebook.vector("connect-four", 0)


@pytest.mark.parametrize("count", [-1, -(2**40), 10**30])
def test_numbers_that_count_nothing_are_told(count):
    told = "is no number of matches, seats, threads or moves"
    with pytest.raises(ValueError, match=told):
        rulebook.vector("connect-four", count)
    for name in ["seats", "threads", "max_moves"]:
        with pytest.raises(ValueError, match=told):
            rulebook.vector("connect-four", 1, **{name: count})
    for name in ["seats", "threads"]:
        with pytest.raises(ValueError, match=told):
            rulebook.simulate("connect-four", "random", range(2), **{name: count})
    game = rulebook.load("connect-four")
    for ask in [game.num_actions, game.observation_size, game.action_spec, game.observation_spec]:
        with pytest.raises(ValueError, match=told):
            ask(count)
    with pytest.raises(ValueError, match=told):
        game.new(seed=1, seats=count)


def test_a_vector_that_is_at_work_says_so():
    v = rulebook.vector("connect-four", 2, seed=1)
    before = v.digests()

    class Nosy:
        """An argument of `step` that calls a function when `step` reads it, so in the middle of the step."""

        def __init__(self, does):
            self.does = does

        def __array__(self, dtype=None, copy=None):
            return np.asarray(self.does())

    for does in [v.sample_actions, v.reset, lambda: v.step([0, 0])]:
        with pytest.raises(RuntimeError, match="is busy"):
            v.step(Nosy(does))
    assert v.digests() == before


def test_a_bound():
    v = rulebook.vector("war", 4, seed=1, max_moves=10)
    for _ in range(10):
        v.step(v.sample_actions())
    assert v.done.all() and v.truncated.all() and (v.rewards == 0).all() and (v.length == 10).all()
    v.step(v.sample_actions())
    assert not v.done.any() and not v.truncated.any()


def test_a_bound_lets_a_match_move():
    with pytest.raises(ValueError, match="max_moves"):
        rulebook.vector("war", 4, seed=1, max_moves=0)


def test_the_last_moment_of_a_match(game):
    """The final observation shows the match that ended, not the new one in its place."""
    v = rulebook.vector(game, 3, seed=4, max_moves=25)
    ended = 0
    for _ in range(60):
        actions, states = v.sample_actions(), [v.state(i) for i in range(3)]
        assert [state.digest() for state in states] == v.digests()
        assert [state.current for state in states] == v.seat.tolist()
        v.step(actions)
        for i in np.flatnonzero(v.done):
            last, seat = states[i], int(v.final_seat[i])
            last.play(actions[i], last.current)
            assert last.over != v.truncated[i] and (last.over or seat == last.current)
            assert (v.final_observation[i] == last.observation(seat)).all()
            ended += 1
    assert ended >= 6


def test_a_match_of_a_vector_is_a_copy():
    v = rulebook.vector("connect-four", 4, seed=1, observe=False)
    before, state = v.digests(), v.state(-1)
    state.play(state.legal_actions()[0])
    assert v.digests() == before and v.state(3).moves_made == 0 and v.final_observation.shape == (4, 0)
    assert v.state(np.int64(0)) == v.state(-4)
    for index in (4, -5, 2**62, -(2**63)):
        with pytest.raises(IndexError):
            v.state(index)
    for index in (1.0, "0", None):
        with pytest.raises(TypeError):
            v.state(index)
    with pytest.raises(ValueError, match="vector"):
        v.state(0).log()


def test_scores_are_those_of_the_match_that_ended():
    v = rulebook.vector("goofspiel", 8, seed=3)
    ended = 0
    for _ in range(120):
        v.step(v.sample_actions())
        assert (v.scores[~v.done] == 0).all() and not v.truncated.any()
        for scores, rewards in zip(v.scores[v.done], v.rewards[v.done]):
            assert np.sign(scores[0] - scores[1]) == np.sign(rewards[0]) and 0 < scores.sum() <= 91
            ended += 1
    assert ended > 8


def test_options_are_those_of_a_match():
    game = rulebook.load("gin-rummy")
    options = {"length": "hand"}
    assert "hand" in game.options["length"][1:], "not the default"
    usual, chosen = rulebook.simulate(game, seeds=range(5)), rulebook.simulate(game, seeds=range(5), options=options)
    assert (usual["moves"] > chosen["moves"]).all()
    for call in (lambda **o: rulebook.vector(game, 2, seed=1, **o), lambda **o: rulebook.simulate(game, seeds=[1], **o)):
        call(options=options)
        with pytest.raises(ValueError):
            call(options={"length": "nonsense"})
        with pytest.raises(ValueError):
            call(options={"nonsense": "1"})


def test_simulate_is_the_matches_of_its_seeds():
    result = rulebook.simulate("skitter", ["random", "random", "random"], range(40, 60))
    again = rulebook.simulate("skitter", "random", [45], seats=3, threads=1)
    assert (result["returns"][5] == again["returns"][0]).all() and result["moves"][5] == again["moves"][0]
    strong = rulebook.simulate("connect-four", ["mcts:100", "random"], range(20))
    assert strong["returns"][:, 0].mean() > 0.5
    with pytest.raises(ValueError):
        rulebook.simulate("hearts", ["random", "random"])
