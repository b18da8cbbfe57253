"""The interface of OpenSpiel for all games. Change one import to run an OpenSpiel script::

    import rulebook.openspiel as pyspiel

By default there are no chance nodes: a seed deals each new state. In a simultaneous decision, players act one after the other
without seeing the other choices, as in OpenSpiel's turn-based games. OpenSpiel's Python searches
(``open_spiel.python.algorithms.mcts``, ``ismcts``, ``minimax``) and its ``rl_environment`` accept these games.

Algorithms that enumerate chance (CFR, best responses, ``nash_conv``) need the parameter ``deals``. The first node is then a
chance node with that many outcomes. Each outcome is one deal and fixes all later draws. Information states then contain what
the player saw and did before. More deals approximate the real game better. ``reward="score"`` counts points.

>>> import rulebook.openspiel as pyspiel
>>> game = pyspiel.load_game("connect_four")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.is_terminal(), game.num_players()
(1, False, 2)
>>> state = pyspiel.load_game("go_fish", {"deals": 10, "reward": "score"}).new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 10)
"""

from __future__ import annotations

import collections
import enum
import hashlib
import json
import math
import random
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import rulebook

from ._episodes import worth

__all__ = [
    "Game",
    "GameType",
    "PlayerId",
    "SpielError",
    "State",
    "deserialize_game_and_state",
    "evaluate_bots",
    "load_game",
    "registered_names",
    "serialize_game_and_state",
]


class PlayerId(enum.IntEnum):
    """Special values of a player id."""

    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    SIMULTANEOUS = -2
    DEFAULT_PLAYER_ID = 0


INVALID_ACTION = -1


try:
    # If OpenSpiel is installed, its types are used, because its algorithms compare values with them.
    from pyspiel import GameType, SpielError
except ImportError:

    class SpielError(RuntimeError):  # type: ignore[no-redef]
        """Replaces the exception of OpenSpiel."""

    class GameType:  # type: ignore[no-redef]
        """Replaces the type descriptions of OpenSpiel."""

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
    """Returns the names of all games, spelled as in OpenSpiel."""
    return [name.replace("-", "_") for name in rulebook.games()]


def load_game(name: str, parameters: dict[str, Any] | None = None) -> Game:
    """Loads a game by a path or a name, such as `hearts`, `connect_four` or `crazy_eights(players=4)`.

    ``players``, ``seed``, ``deals`` and ``reward`` go to :class:`Game`. All other parameters are options of the game.
    """
    settings: dict[str, Any] = {}
    match = None if Path(name).exists() else re.fullmatch(r"(.+)\(([^()]*)\)", name)
    if match:
        name = match[1]
        for part in filter(None, match[2].split(",")):
            key, _, value = part.partition("=")
            settings[key.strip()] = int(value) if value.strip().isdigit() else value.strip()
    settings |= parameters or {}
    try:
        found = rulebook.load(name if "/" in name or "." in name else name.replace("_", "-"))
        own = {key: settings.pop(key) for key in ("players", "seed", "deals", "reward") if key in settings}
        return Game(found, options=settings, **own)
    except (TypeError, ValueError) as error:
        raise SpielError(str(error)) from None


class Game:
    """A game for a number of players.

    ``seed`` fixes the sequence of deals. ``deals`` adds a chance node with that many outcomes at the start. ``reward`` is
    ``"place"``, from -1 to 1, or ``"score"`` for games with points.
    """

    def __init__(
        self,
        game: rulebook.Game,
        players: int | None = None,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,
        deals: int | None = None,
        reward: str = "place",
    ) -> None:
        if deals is not None and (not isinstance(deals, int) or deals < 1):
            raise ValueError(f"deals must be a whole number of at least 1, not {deals!r}")
        self.game = game
        self._players = game.min_seats if players is None else players
        self._options = {key: str(value) for key, value in (options or {}).items()}
        self._seed, self._deals, self._reward = seed, deals, reward
        self._worth = worth(reward)
        self._rng = random.Random(seed)
        self._actions = game.num_actions(self._players)
        self._observed = game.observation_size(self._players)
        self._sum: tuple[Any, float | None] | None = None
        self._secrets = self._new(0).has_secrets
        if reward == "score":
            # If the game has no points, this raises an error at once.
            self._utility()

    def _new(self, seed: int | str) -> rulebook.State:
        return self.game.new(seed=seed, seats=self._players, options=self._options)

    def new_initial_state(self) -> State:
        if self._deals is not None:
            return State(self, None)
        return State(self, self._new(f"{self._rng.getrandbits(128):x}"))

    def new_initial_states(self) -> list[State]:
        """Returns a list that contains only the initial state."""
        return [self.new_initial_state()]

    def _deal(self, number: int) -> rulebook.State:
        """Returns the state after a deal. The same number always gives the same deal."""
        return self._new(f"{self._seed or 0}/deal {number}")

    def num_players(self) -> int:
        return self._players

    def num_distinct_actions(self) -> int:
        return self._actions

    def max_game_length(self) -> int:
        return self.game.max_moves

    def max_chance_outcomes(self) -> int:
        return self._deals or 0

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self._deals else 0

    def min_utility(self) -> float:
        """Returns -1 if rewards are places. If rewards are points, the minimum is not known."""
        return -1.0 if self._reward == "place" else -math.inf

    def max_utility(self) -> float:
        return 1.0 if self._reward == "place" else math.inf

    def utility_sum(self) -> float | None:
        return self._utility()[1]

    def _utility(self) -> tuple[Any, float | None]:
        """Returns the kind of utility, and its sum if it is constant."""
        if self._sum is None:
            self._sum = self._sum_of_places() if self._reward == "place" else self._sum_of_scores()
        return self._sum

    def _sum_of_places(self) -> tuple[Any, float | None]:
        """Derives the kind from the teams. One team gives identical utility, teams of equal size give zero-sum,
        and all other teams general-sum."""
        outcome = self._played(0).outcome()
        assert outcome is not None
        sizes, utility = collections.Counter(outcome["teams"]).values(), GameType.Utility
        if len(sizes) == 1:
            return (utility.IDENTICAL if self._players > 1 else utility.GENERAL_SUM), None
        return (utility.ZERO_SUM, 0.0) if len(set(sizes)) == 1 else (utility.GENERAL_SUM, None)

    def _sum_of_scores(self) -> tuple[Any, float | None]:
        """Estimates the kind of utility from twenty random matches, because the rules do not state it."""
        sums, utility = {sum(self._worth(self._played(seed))) for seed in range(20)}, GameType.Utility
        if self._players == 1 or len(sums) > 1:
            return utility.GENERAL_SUM, None
        total = sums.pop()
        return (utility.ZERO_SUM if total == 0 else utility.CONSTANT_SUM), total

    def _played(self, seed: int) -> rulebook.State:
        """Plays a match at random and returns its last state."""
        state, bot = self._new(seed), self.game.bot("random", seed)
        while not state.over:
            state.play(bot.pick_action(state), state.current)
        return state

    def observation_tensor_shape(self) -> list[int]:
        return [self._observed]

    def observation_tensor_size(self) -> int:
        return self._observed

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size

    def policy_tensor_shape(self) -> list[int]:
        return [self._actions]

    def get_parameters(self) -> dict[str, Any]:
        told = {"seed": self._seed, "deals": self._deals, "reward": None if self._reward == "place" else self._reward}
        return {"players": self._players, **{key: value for key, value in told.items() if value is not None}, **self._options}

    def get_type(self) -> Any:
        chance, information = GameType.ChanceMode, GameType.Information
        mode = chance.SAMPLED_STOCHASTIC if self._secrets else chance.DETERMINISTIC
        return SimpleNamespace(
            short_name=self.game.id.replace("-", "_"),
            long_name=self.game.name,
            dynamics=GameType.Dynamics.SEQUENTIAL,
            chance_mode=chance.EXPLICIT_STOCHASTIC if self._deals else mode,
            information=information.IMPERFECT_INFORMATION if self._secrets else information.PERFECT_INFORMATION,
            utility=self._utility()[0],
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
            actions = tuple(map(int, history.split()))
            if self._deals is None:
                return State(self, self.game.load(bytes.fromhex(saved)), actions)
        except ValueError as error:
            raise SpielError(str(error)) from None
        # Play the actions again to rebuild what the players saw.
        state = self.new_initial_state()
        for action in actions:
            state.apply_action(action)
        return state

    def _name(self) -> str:
        """Returns the name for ``load_game``."""
        name = str(self.game.__reduce__()[1][0])
        return name if Path(name).is_absolute() else name.replace("-", "_")

    def __str__(self) -> str:
        parameters = ",".join(f"{key}={value}" for key, value in self.get_parameters().items())
        return f"{self._name()}({parameters})"

    __repr__ = __str__


class State:
    """A state. ``state`` is the wrapped ``rulebook.State``; before the deal there is no such state."""

    __slots__ = ("_game", "_history", "_past", "_state", "_told")

    def __init__(
        self,
        game: Game,
        state: rulebook.State | None,
        history: tuple[int, ...] = (),
        past: tuple[str, ...] = (),
    ) -> None:
        self._game, self._state, self._history, self._past = game, state, list(history), past
        # The last information state is cached, because solvers ask for it before each action that they try.
        self._told: tuple[int, str] | None = None

    @property
    def state(self) -> rulebook.State:
        if self._state is None:
            raise SpielError("there is no state before the deal: this is a chance node")
        return self._state

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        if self._state is None:
            return PlayerId.CHANCE
        current = self._state.current
        return PlayerId.TERMINAL if current is None else current

    def is_terminal(self) -> bool:
        return self._state is not None and self._state.over

    def is_chance_node(self) -> bool:
        return self._state is None

    def is_simultaneous_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return self._state is not None and not self._state.over

    def num_players(self) -> int:
        return self._game._players

    def num_distinct_actions(self) -> int:
        return self._game._actions

    def move_number(self) -> int:
        return len(self._history)

    def legal_actions(self, player: int | None = None) -> list[int]:
        # As in OpenSpiel, only the current player has legal actions.
        if player is not None and player != self.current_player():
            return []
        if self._state is None:
            return [outcome for outcome, _ in self.chance_outcomes()]
        actions = self.state.legal_actions()
        actions.sort()
        return actions

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return [0] * self._game._actions
        if self._state is None:
            return [1] * self._game.max_chance_outcomes()
        mask: list[int] = self.state.legal_mask().tolist()
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self._game._deals
        return [] if self._state is not None or deals is None else [(number, 1 / deals) for number in range(deals)]

    def apply_action(self, action: int) -> None:
        if self._state is None:
            if not 0 <= action < self._game.max_chance_outcomes():
                raise SpielError(f"there is no deal {action}")
            self._state, self._past = self._game._deal(int(action)), ("",) * self._game._players
        else:
            self._play(action)
        self._history.append(action)

    def _play(self, action: int) -> None:
        state = self.state
        player, past = state.current, self._past
        if past and player is not None:
            # Solvers need perfect recall. So later information states contain a hash of what the player saw and did before.
            seen = hashlib.blake2b(f"{self.information_state_string(player)} {action}".encode(), digest_size=16).hexdigest()
            past = (*past[:player], seen, *past[player + 1 :])
        try:
            state.play(action, player)
        except rulebook.IllegalMove as error:
            raise SpielError(str(error)) from None
        self._past, self._told = past, None

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
        if self._state is None or not self._state.over:
            return [0.0] * self._game._players
        return self._game._worth(self._state)

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    player_reward = player_return

    def _player(self, player: int | None) -> int:
        return max(self.current_player(), 0) if player is None else player

    def observation_tensor(self, player: int | None = None) -> list[float]:
        if self._state is None:
            return [0.0] * self._game._observed
        tensor: list[float] = self._state.observation(self._player(player)).astype(float).tolist()
        return tensor

    information_state_tensor = observation_tensor

    def observation_string(self, player: int | None = None) -> str:
        return self.state.text(self._player(player))

    def information_state_string(self, player: int | None = None) -> str:
        """Returns everything that the player may know now, including facts that ``observation_string`` leaves out."""
        seat = self._player(player)
        if self._told is not None and self._told[0] == seat:
            return self._told[1]
        known = json.dumps(self.state.view(seat), sort_keys=True)
        if not self._past:
            return known
        self._told = seat, f"{known} after {self._past[seat]}" if self._past[seat] else known
        return self._told[1]

    def history(self) -> list[int]:
        return self._history[:]

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def clone(self) -> State:
        state = None if self._state is None else self._state.clone()
        copied = State(self._game, state, tuple(self._history), self._past)
        copied._told = self._told
        return copied

    def child(self, action: int) -> State:
        after = self.clone()
        after.apply_action(action)
        return after

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> State:
        """Returns a random state that looks the same to the player. Secret choices of other players are made again."""
        seed = str((sampler or random.random)())
        state, rng = self.state.sample(player, seed), random.Random(seed)
        if player in self.state.seats_to_act():
            for other in range(player):
                while other in state.seats_to_act() and player in state.seats_to_act():
                    state.play(rng.choice(state.legal_actions(other)), other)
        return State(self._game, state, tuple(self._history), self._past)

    def serialize(self) -> str:
        saved = "" if self._game._deals else self.state.save().hex()
        return f"{saved}\n{' '.join(map(str, self._history))}"

    def apply_actions(self, actions: Sequence[int]) -> None:
        raise SpielError("players of a simultaneous decision act one after the other: use apply_action")

    def __str__(self) -> str:
        return "before the deal" if self._state is None else str(self._state)

    def __repr__(self) -> str:
        return f"<State of {self._game}: before the deal>" if self._state is None else repr(self._state)

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()


def evaluate_bots(state: State, bots: Iterable[Any], seed: int = 0) -> list[float]:
    """Plays the match to its end with bots that have ``step(state)``. Returns the returns."""
    players = list(bots)
    while not state.is_terminal():
        state.apply_action(players[state.current_player()].step(state))
    return state.returns()


def serialize_game_and_state(game: Game, state: State) -> str:
    """Serializes a game and its state to a text for ``deserialize_game_and_state``."""
    return json.dumps({"game": game._name(), "parameters": game.get_parameters(), "state": state.serialize()})


def deserialize_game_and_state(text: str) -> tuple[Game, State]:
    try:
        told = json.loads(text)
        game = load_game(told["game"], told["parameters"])
        return game, game.deserialize_state(told["state"])
    except (KeyError, TypeError, ValueError) as error:
        raise SpielError(f"this text is not a serialized game and state: {error}") from None
