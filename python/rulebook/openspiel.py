"""Games and states under the names that OpenSpiel gives them, so that a script runs with one import changed::

    import rulebook.openspiel as pyspiel

Chance is inside the state: no node is a chance node, and a new state is dealt from a seed. Those who decide at once are asked
one after the other, as OpenSpiel's turn-based games do it; none of them sees what the others chose. OpenSpiel's searches in
Python take these games (``open_spiel.python.algorithms.mcts``, ``minimax``); what walks over chance nodes, as CFR, does not.

>>> import rulebook.openspiel as pyspiel
>>> game = pyspiel.load_game("connect_four")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.is_terminal(), game.num_players()
(1, False, 2)
"""

from __future__ import annotations

import collections
import enum
import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any

import rulebook

__all__ = ["Game", "GameType", "PlayerId", "SpielError", "State", "load_game", "registered_names"]


class PlayerId(enum.IntEnum):
    """Players that are none."""

    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    SIMULTANEOUS = -2
    DEFAULT_PLAYER_ID = 0


INVALID_ACTION = -1


try:
    # Where OpenSpiel is there its own words are used: its algorithms compare with them.
    from pyspiel import GameType, SpielError
except ImportError:

    class SpielError(RuntimeError):  # type: ignore[no-redef]
        """What OpenSpiel raises."""

    class GameType:  # type: ignore[no-redef]
        """What kind of game it is."""

        class Dynamics(enum.Enum):
            SEQUENTIAL = 1
            SIMULTANEOUS = 0

        class ChanceMode(enum.Enum):
            DETERMINISTIC = 0
            EXPLICIT_STOCHASTIC = 1
            SAMPLED_STOCHASTIC = 2

        class Information(enum.Enum):
            ONE_SHOT = 0
            PERFECT_INFORMATION = 1
            IMPERFECT_INFORMATION = 2

        class Utility(enum.Enum):
            ZERO_SUM = 0
            CONSTANT_SUM = 1
            GENERAL_SUM = 2
            IDENTICAL = 3

        class RewardModel(enum.Enum):
            REWARDS = 0
            TERMINAL = 1


def registered_names() -> list[str]:
    """The names of all games, as OpenSpiel writes names."""
    return [name.replace("-", "_") for name in rulebook.games()]


def load_game(name: str, parameters: dict[str, Any] | None = None) -> Game:
    """A game by its name, as `hearts`, `connect_four` or `crazy_eights(players=4)`; or a path."""
    settings = dict(parameters or {})
    match = re.fullmatch(r"([\w.-]+)\((.*)\)", name)
    if match:
        name = match[1]
        for part in filter(None, match[2].split(",")):
            key, _, value = part.partition("=")
            settings[key.strip()] = int(value) if value.strip().isdigit() else value.strip()
    try:
        found = rulebook.load(name if "/" in name or "." in name else name.replace("_", "-"))
    except rulebook.RulesError as error:
        raise SpielError(str(error)) from None
    try:
        return Game(found, settings.pop("players", None), settings.pop("seed", None), settings)
    except (TypeError, ValueError) as error:
        raise SpielError(str(error)) from None


class Game:
    """A game for a number of players. ``seed`` makes the row of deals the same every time."""

    def __init__(
        self, game: rulebook.Game, players: int | None = None, seed: int | None = None, options: dict[str, str] | None = None
    ) -> None:
        self.game = game
        self._players = game.min_seats if players is None else players
        self._options = {key: str(value) for key, value in (options or {}).items()}
        self._rng = random.Random(seed)
        self._actions = game.num_actions(self._players)
        self._observed = game.observation_size(self._players)
        self._kind: Any = None
        self._secrets = game.new(seed=0, seats=self._players, options=self._options).has_secrets

    def new_initial_state(self) -> State:
        seed = f"{self._rng.getrandbits(128):x}"
        return State(self, self.game.new(seed=seed, seats=self._players, options=self._options))

    def new_initial_states(self, count: int) -> list[State]:
        return [self.new_initial_state() for _ in range(count)]

    def num_players(self) -> int:
        return self._players

    def num_distinct_actions(self) -> int:
        return self._actions

    def max_game_length(self) -> int:
        return self.game.max_moves

    def max_chance_outcomes(self) -> int:
        return 0

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return 0.0 if self._utility() == GameType.Utility.ZERO_SUM else None

    def _utility(self) -> Any:
        """Teams decide: one team wins or loses together; teams of one size share out nothing; others do."""
        if self._kind is None:
            state = self.game.new(seed=0, seats=self._players, options=self._options)
            bot = self.game.bot("random", 0)
            while not state.over:
                state.play(bot.pick_action(state), state.current)
            outcome = state.outcome()
            assert outcome is not None
            sizes = collections.Counter(outcome["teams"]).values()
            utility = GameType.Utility
            if len(sizes) == 1:
                self._kind = utility.IDENTICAL if self._players > 1 else utility.GENERAL_SUM
            else:
                self._kind = utility.ZERO_SUM if len(set(sizes)) == 1 else utility.GENERAL_SUM
        return self._kind

    def observation_tensor_shape(self) -> list[int]:
        return [self._observed]

    def observation_tensor_size(self) -> int:
        return self._observed

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size

    def get_parameters(self) -> dict[str, Any]:
        return {"players": self._players, **self._options}

    def get_type(self) -> Any:
        chance, information = GameType.ChanceMode, GameType.Information
        return SimpleNamespace(
            short_name=self.game.id.replace("-", "_"),
            long_name=self.game.name,
            dynamics=GameType.Dynamics.SEQUENTIAL,
            chance_mode=chance.SAMPLED_STOCHASTIC if self._secrets else chance.DETERMINISTIC,
            information=information.IMPERFECT_INFORMATION if self._secrets else information.PERFECT_INFORMATION,
            utility=self._utility(),
            reward_model=GameType.RewardModel.TERMINAL,
            min_num_players=self.game.min_seats,
            max_num_players=self.game.max_seats,
            provides_observation_tensor=True,
            provides_observation_string=True,
            provides_information_state_tensor=False,
            provides_information_state_string=True,
        )

    def deserialize_state(self, text: str) -> State:
        try:
            saved, _, history = text.partition("\n")
            return State(self, self.game.load(bytes.fromhex(saved)), tuple(map(int, history.split())))
        except ValueError as error:
            raise SpielError(str(error)) from None

    def __str__(self) -> str:
        return f"{self.game.id.replace('-', '_')}(players={self._players})"

    __repr__ = __str__


class State:
    """A state. Wraps ``rulebook.State``, which is in ``state``."""

    __slots__ = ("_game", "_history", "state")

    def __init__(self, game: Game, state: rulebook.State, history: tuple[int, ...] = ()) -> None:
        self._game, self.state, self._history = game, state, list(history)

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        current = self.state.current
        return PlayerId.TERMINAL if current is None else current

    def is_terminal(self) -> bool:
        return self.state.over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.state.over

    def num_players(self) -> int:
        return self._game._players

    def num_distinct_actions(self) -> int:
        return self._game._actions

    def move_number(self) -> int:
        return self.state.moves_made

    def legal_actions(self, player: int | None = None) -> list[int]:
        # Those who are not due yet have none, in OpenSpiel too.
        if player is not None and player != self.state.current:
            return []
        actions = self.state.legal_actions()
        actions.sort()
        return actions

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.state.current:
            return [0] * self._game._actions
        mask: list[int] = self.state.legal_mask().tolist()
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return []

    def apply_action(self, action: int) -> None:
        try:
            self.state.play(action, self.state.current)
        except rulebook.IllegalMove as error:
            raise SpielError(str(error)) from None
        self._history.append(action)

    def apply_action_with_legality_check(self, action: int) -> None:
        self.apply_action(action)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        if action is None:
            player, action = self.current_player(), player
        try:
            return self.state.action_text(action, player)
        except (rulebook.IllegalMove, ValueError) as error:
            raise SpielError(str(error)) from None

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        if text is None:
            player, text = self.current_player(), str(player)
        try:
            return self.state.action_of(text, int(player))
        except (rulebook.IllegalMove, ValueError) as error:
            raise SpielError(str(error)) from None

    def returns(self) -> list[float]:
        return self.state.returns()

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.state.returns()[player]

    player_reward = player_return

    def _player(self, player: int | None) -> int:
        return max(self.current_player(), 0) if player is None else player

    def observation_tensor(self, player: int | None = None) -> list[float]:
        tensor: list[float] = self.state.observation(self._player(player)).astype(float).tolist()
        return tensor

    information_state_tensor = observation_tensor

    def observation_string(self, player: int | None = None) -> str:
        return self.state.text(self._player(player))

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that the player may know now, also what no sentence of ``observation_string`` says."""
        return json.dumps(self.state.view(self._player(player)), sort_keys=True)

    def history(self) -> list[int]:
        return self._history[:]

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def clone(self) -> State:
        return State(self._game, self.state.clone(), tuple(self._history))

    def child(self, action: int) -> State:
        after = self.clone()
        after.apply_action(action)
        return after

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> State:
        """A state that this player cannot tell from this one. What others have answered under seal it cannot know: they
        answer anew."""
        seed = str((sampler or random.random)())
        state, rng = self.state.sample(player, seed), random.Random(seed)
        if player in self.state.seats_to_act():
            for other in range(player):
                while other in state.seats_to_act() and player in state.seats_to_act():
                    state.play(rng.choice(state.legal_actions(other)), other)
        return State(self._game, state, tuple(self._history))

    def serialize(self) -> str:
        return f"{self.state.save().hex()}\n{' '.join(map(str, self._history))}"

    def apply_actions(self, actions: Sequence[int]) -> None:
        raise SpielError("those who decide at once are asked one after the other: use apply_action")

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        return repr(self.state)

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()


def evaluate_bots(state: State, bots: Iterable[Any], seed: int = 0) -> list[float]:
    """Plays on with bots that have ``step(state)`` and gives the returns."""
    players = list(bots)
    while not state.is_terminal():
        state.apply_action(players[state.current_player()].step(state))
    return state.returns()
