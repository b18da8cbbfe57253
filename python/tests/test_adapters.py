"""PettingZoo's own tests, Gymnasium's checker, and a script for OpenSpiel."""

import importlib.util
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import rulebook
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from rulebook import gym, openspiel, pettingzoo

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def strict():
    """A warning of those tests is a failure here, but for matters of taste."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(not a NumPy array|all zeros|infinity|less than|greater than|deprecated).*")
        warnings.filterwarnings("ignore", message=".*(Observation space for each agent probably should be).*")
        yield


def test_aec(game):
    api_test(pettingzoo.env(game), num_cycles=300)


def test_aec_seed(game):
    seed_test(lambda: pettingzoo.env(game), num_cycles=60)


def test_aec_render(game, capsys):
    tests = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(lambda render_mode: pettingzoo.env(game, render_mode=render_mode), custom_tests=tests)


def test_parallel(game):
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=200)


def test_parallel_seed(game):
    parallel_seed_test(lambda: pettingzoo.parallel_env(game, illegal="lose"), num_cycles=50)


def test_all_seats(game):
    env = pettingzoo.env(game, seats=game.max_seats)
    env.reset(seed=1)
    assert len(env.agents) == game.max_seats
    for agent in env.agent_iter(60):
        observation, _, termination, truncation, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if termination or truncation else env.action_space(agent).sample(mask))


def test_gymnasium(game):
    env = gym.Env(game, illegal="first")
    check_env(env, skip_render_check=True)
    env.close()


def test_gymnasium_seat_and_bots():
    env = gym.Env("connect-four", seat=1, bots="mcts:60")
    results = []
    for episode in range(6):
        _, info = env.reset(seed=episode)
        over = False
        while not over:
            mask = env.action_masks()
            assert (mask == info["action_mask"]).all() and mask.any()
            _, reward, over, _, info = env.step(int(np.flatnonzero(mask)[0]))
        results.append(reward)
    assert np.mean(results) < 0
    with pytest.raises(rulebook.IllegalMove):
        env.reset(seed=1)
        env.step(10**6)
    with pytest.raises(ValueError):
        gym.Env("connect-four", seat=2)


def test_openspiel_state(game):
    spiel = openspiel.Game(game, seed=3)
    state = spiel.new_initial_state()
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(legal) and legal == state.legal_actions(player)
        assert np.flatnonzero(state.legal_actions_mask(player)).tolist() == legal
        assert state.string_to_action(player, state.action_to_string(player, legal[-1])) == legal[-1]
        assert len(state.observation_tensor(player)) == spiel.observation_tensor_size()
        resampled = state.resample_from_infostate(player, lambda: 0.5)
        assert resampled.legal_actions() == legal
        child = state.child(legal[0])
        state.apply_action(legal[0])
        assert str(child) == str(state) and child.history() == state.history()
    assert len(state.returns()) == spiel.num_players()
    assert spiel.deserialize_state(state.serialize()).state == state.state


def test_openspiel_names():
    assert "connect_four" in openspiel.registered_names()
    assert openspiel.load_game("crazy_eights(players=4)").num_players() == 4
    with pytest.raises(openspiel.SpielError):
        openspiel.load_game("no_such_game")
    with pytest.raises(openspiel.SpielError):
        openspiel.load_game("tic_tac_toe").new_initial_state().apply_action(10**6)


def test_a_script_for_openspiel_runs():
    spec = importlib.util.spec_from_file_location("q", EXAMPLES / "openspiel_qlearning.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.train(openspiel, "tic_tac_toe", episodes=4000, seed=1) > 0.6


def test_gymnasium_is_told_what_is_wrong():
    env = gym.Env("tic-tac-toe")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    before = env.state.digest()
    for action in (1.7, "1", None, [1]):
        with pytest.raises(TypeError):
            env.step(action)
    with pytest.raises(rulebook.IllegalMove):
        env.step(10**6)
    assert env.state.digest() == before
    env.step(np.flatnonzero(info["action_mask"])[0])
    with pytest.raises(ValueError, match="render_mode"):
        gym.Env("tic-tac-toe", render_mode="film")
