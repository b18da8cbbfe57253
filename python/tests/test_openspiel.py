"""Tests the games with the calls that OpenSpiel's programs make: a chance node before the deal, points and texts."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from rulebook import openspiel

POKER = str(Path(__file__).parent.parent / "examples" / "small_poker.cgml")


def poker(deals=30):
    return openspiel.load_game(POKER, {"deals": deals, "reward": "score"})


def test_a_deal_is_an_outcome_of_chance():
    game = poker()
    root = game.new_initial_state()
    assert root.is_chance_node() and not root.is_terminal() and root.current_player() == openspiel.PlayerId.CHANCE
    assert root.legal_actions() == list(range(30)) and sum(chance for _, chance in root.chance_outcomes()) == pytest.approx(1)
    assert root.returns() == [0.0, 0.0] and "deal" in str(root)
    assert len(root.observation_tensor(0)) == game.observation_tensor_size()
    for wrong in (-1, 30):
        with pytest.raises(openspiel.SpielError):
            root.child(wrong)
    with pytest.raises(openspiel.SpielError):
        root.information_state_string(0)
    one, other = root.child(7), game.new_initial_state().child(7)
    assert one.state == other.state and root.is_chance_node(), "deals stay the same, and a child is a copy"
    assert not one.is_chance_node() and one.chance_outcomes() == [] and one.history() == [7]
    assert game.get_type().chance_mode == openspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert game.max_chance_outcomes() == 30
    assert openspiel.load_game("go_fish").max_chance_outcomes() == 0


def test_who_solves_a_game_does_not_forget():
    seen = {}

    def walk(state, pasts):
        if state.is_terminal():
            return
        player = state.current_player()
        told = state.information_state_string()
        assert seen.setdefault(told, pasts[player]) == pasts[player], "one information state, two pasts"
        for action in state.legal_actions():
            walk(state.child(action), [(*past, told, action) if n == player else past for n, past in enumerate(pasts)])

    root = poker(12).new_initial_state()
    for deal in root.legal_actions():
        walk(root.child(deal), [(), ()])
    # There are only six cards and a few bets, so many deals lead to the same information state.
    assert len({told for told in seen if not seen[told] and '" after' not in told}) <= 6 * 6


def test_points():
    game = poker()
    assert game.get_type().utility == openspiel.GameType.Utility.ZERO_SUM and game.utility_sum() == 0.0
    state = game.new_initial_state().child(0)
    for text in ("raise", "fold"):
        state.apply_action(state.string_to_action(text))
    assert state.is_terminal() and state.returns() == [1.0, -1.0] == state.rewards() and state.player_return(1) == -1.0
    assert openspiel.load_game("go_fish(reward=score)").get_type().utility == openspiel.GameType.Utility.CONSTANT_SUM
    with pytest.raises(openspiel.SpielError, match="points"):
        openspiel.load_game("tic_tac_toe(reward=score)")
    for wrong in ("go_fish(reward=fame)", "go_fish(deals=0)", "go_fish(deals=many)"):
        with pytest.raises(openspiel.SpielError):
            openspiel.load_game(wrong)


@pytest.mark.parametrize("name", ["go_fish(players=3,seed=4)", f"{POKER}(deals=9,reward=score)", "gin_rummy(length=hand)"])
def test_names_and_texts_lead_back(name):
    game = openspiel.load_game(name)
    again = openspiel.load_game(str(game))
    assert again.get_parameters() == game.get_parameters() and str(again) == str(game)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[-1])
        for copied in (
            openspiel.deserialize_game_and_state(openspiel.serialize_game_and_state(game, state))[1],
            game.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
        ):
            assert copied.history() == state.history() and copied.state == state.state
            assert copied.information_state_string() == state.information_state_string()
    with pytest.raises(openspiel.SpielError):
        openspiel.deserialize_game_and_state("{}")


def test_openspiel_solves_our_games():
    pytest.importorskip("pyspiel")
    from open_spiel.python import policy, rl_environment
    from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

    game = poker(20)
    at_random = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < at_random / 4
    external_sampling_mccfr.ExternalSamplingSolver(game).iteration()
    environment = rl_environment.Environment(game)
    step = environment.reset()
    while not step.last():
        step = environment.step([step.observations["legal_actions"][step.observations["current_player"]][0]])
    assert sum(step.rewards) == 0 and np.shape(step.observations["info_state"]) == (2, game.observation_tensor_size())
