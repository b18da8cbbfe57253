"""Runs PettingZoo's own tests, Gymnasium's checker, and a script for OpenSpiel."""

import copy
import importlib.util
import pickle
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
SHELF = Path(rulebook.__file__).parent / "games"


@pytest.fixture(autouse=True)
def strict():
    """Turns warnings of these tests into failures, except warnings about style."""
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


def test_gymnasium_makes_it_by_name(capsys):
    env = gymnasium.make("rulebook.gym:rulebook/Game-v0", game="go-fish", illegal="first", render_mode="ansi")
    check_env(env.unwrapped)
    _, info = env.reset(seed=3)
    assert "Your turn" in env.render() and info["action_mask"].any()
    several = gymnasium.make_vec("rulebook/Game-v0", num_envs=2, vectorization_mode="sync", game="tic-tac-toe", illegal="first")
    observations, infos = several.reset(seed=1)
    assert len(observations) == 2 and infos["action_mask"].shape == (2, several.single_action_space.n)


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


def test_a_match_that_was_lost_by_a_wrong_action_is_over():
    env = gym.Env("connect-four", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(10**6)
    assert (reward, over) == (-1.0, True) and not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_an_environment_can_be_copied_in_the_middle_of_a_match():
    env = gym.Env("go-fish", bots="random")
    _, info = env.reset(seed=3)
    _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.state == env.state
        other.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.state.legal_mask(0).tolist() == info["action_mask"].tolist()


def test_a_bot_that_is_none_is_told_at_once():
    with pytest.raises(ValueError, match="mtcs"):
        gym.Env("connect-four", bots="mtcs:100")


@pytest.mark.parametrize("make", [gym.Env, pettingzoo.env, pettingzoo.parallel_env])
def test_options_and_scores(make):
    env = make("gin-rummy", options={"length": "hand"}, reward="score")
    env.reset(seed=1)
    hand = env.state.digest()
    env.reset(seed=1, options={"length": "100"})
    assert env.state.digest() != hand
    env.reset(seed=1)
    assert env.state.digest() == hand, "options of one reset are of one match"
    with pytest.raises(ValueError):
        env.reset(options={"length": "forever"})
    with pytest.raises(ValueError, match="reward"):
        make("gin-rummy", reward="fame")
    with pytest.raises(ValueError, match="unheard|option"):
        make("gin-rummy", options={"unheard": "of"})


def test_rewards_by_score():
    env = gym.Env("go-fish", illegal="first", reward="score")
    env.reset(seed=2)
    over = False
    while not over:
        _, reward, over, _, _ = env.step(0)
    assert reward == env.state.outcome()["scores"][0]


def test_a_parallel_step_is_taken_whole_or_not_at_all():
    env = pettingzoo.parallel_env("hearts")
    observations, _ = env.reset(seed=3)
    actions = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    before = env.state.digest()
    for wrong in ({**actions, "player_2": 10**6}, {a: n for a, n in actions.items() if a != "player_1"}):
        with pytest.raises(rulebook.IllegalMove):
            env.step(wrong)
        assert env.state.digest() == before
    env.step(actions)
    assert env.state.digest() != before


def test_a_match_can_be_truncated():
    for name in ("hearts", "go-fish"):
        api_test(pettingzoo.env(name, max_moves=20), num_cycles=100)
        parallel_api_test(pettingzoo.parallel_env(name, max_moves=20), num_cycles=100)
    env = pettingzoo.env("go-fish", max_moves=5)
    for seed in (1, 2):
        env.reset(seed=seed)
        steps = 0
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            assert not termination and reward == 0 and truncation == (steps == 5)
            steps += not truncation
            env.step(None if truncation else env.action_space(agent).sample(observation["action_mask"]))
        assert steps == 5 == env.state.moves_made and env.agents == []
    together = pettingzoo.parallel_env("tic-tac-toe", max_moves=2)
    seen, _ = together.reset(seed=1)
    for over in (False, True):
        actions = {agent: together.action_space(agent).sample(told["action_mask"]) for agent, told in seen.items()}
        seen, _, terminations, truncations, _ = together.step(actions)
        assert not any(terminations.values()) and all(truncations.values()) == over and bool(together.agents) != over
    with pytest.raises(ValueError, match="max_moves"):
        pettingzoo.env("go-fish", max_moves=0)


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_a_step_before_reset_says_so(make):
    with pytest.raises(gymnasium.error.ResetNeeded):
        make("tic-tac-toe").step({} if make is pettingzoo.parallel_env else 0)


def test_games_by_path():
    for make in (gym.Env, pettingzoo.env, pettingzoo.parallel_env, lambda path: rulebook.vector(path, 2)):
        assert make(SHELF / "tic-tac-toe").game.id == "tic-tac-toe"
    assert rulebook.simulate(SHELF / "tic-tac-toe", seeds=[1])["faults"] == 0
    with pytest.raises(TypeError, match="integer or a text"):
        rulebook.simulate("tic-tac-toe", seeds=[1.5])


def test_openspiel_knows_who_plays_together():
    utility = openspiel.GameType.Utility
    for name, kind in [("beacons", "IDENTICAL"), ("whist", "ZERO_SUM"), ("hearts", "ZERO_SUM"), ("klondike", "GENERAL_SUM")]:
        game = openspiel.load_game(name)
        assert game.get_type().utility == getattr(utility, kind), name
        assert game.utility_sum() == (0.0 if kind == "ZERO_SUM" else None), name


def test_openspiel_tells_positions_apart_that_a_player_can():
    state = openspiel.load_game("go_fish(players=3,seed=1)").new_initial_state()
    children = [state.child(action) for action in state.legal_actions()]
    assert len({child.information_state_string(0) for child in children}) == len(children)


def test_openspiel_searches_our_games():
    pytest.importorskip("pyspiel")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = openspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for text in ["M@b2", "M@a1", "M@a2", "M@a3"]:
        state.apply_action(state.string_to_action(text))
    wins = state.string_to_action("M@c2")
    bot = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1))
    assert bot.step(state) == wins
    assert minimax.alpha_beta_search(game, state)[0] == 1.0


def test_openspiel_refuses_in_its_own_words():
    for name in ["go_fish(players=three)", "go_fish(players=99)", "go_fish(strange=1)"]:
        with pytest.raises(openspiel.SpielError):
            openspiel.load_game(name)
    with pytest.raises(openspiel.SpielError):
        openspiel.load_game("tic_tac_toe").new_initial_state().action_to_string(1, 10**6)
