"""Games as OpenSpiel games. Importing this module registers `kamon`:

    pyspiel.load_game("kamon(game=NAME,players=3,options=NAME:VALUE;NAME:VALUE)")

`players` 0 or left out: the fewest that can play. Needs the extra `kamon[openspiel]`.

Chance is explicit: whenever the rules ask the generator, a row of chance nodes says which numbers it will give. So
histories can be replayed, and a search meets chance as chance instead of knowing what comes.
"""

from __future__ import annotations

import functools
import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from interpreter.adapters.coding import Actions, rewards
from interpreter.adapters.observing import Observations
from interpreter.compiler import GENERATOR
from interpreter.compiler.program import MOST_DECISIONS
from interpreter.engine import Game, State, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from interpreter.source import GameFolder

NAME = "kamon"
OUTCOMES = 256  # of a chance node, each as likely as any other
NODES = 4  # chance nodes in a row: 32 bits for the generator
MOST_PLAYERS = 100
MOST_POINTS = float(2**31)


def _game_type(*, zero_sum: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Kamon",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"game": "", "players": 0, "options": ""},
        default_loadable=False,
    )


class Table:
    """What all matches of a game for so many players share.

    seats: the seats of OpenSpiel's players, all but those that the rules play.  zero_sum: whether what the players win
    always adds up to nothing.
    """

    def __init__(self, game: Game, players: int | None) -> None:
        self.game = game
        self.rules = game.rules(players)
        self.actions = Actions(self.rules)
        self.observations = Observations(self.rules)
        self.seats = [seat for seat in range(len(self.rules.players)) if seat not in game.ruled]
        owners = [self.rules.owner_of[seat] for seat in self.seats]
        sizes = {owners.count(owner) for owner in range(len(self.rules.owners))}
        self.alone = len(self.rules.owners) == 1
        self.zero_sum = not self.alone and len(sizes) == 1

    def info(self) -> Any:
        least, most = (-MOST_POINTS, MOST_POINTS) if self.alone else (-1.0, 1.0)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=OUTCOMES,
            num_players=len(self.seats),
            min_utility=least,
            max_utility=most,
            max_game_length=MOST_DECISIONS,
            **({"utility_sum": 0.0} if self.zero_sum else {}),
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        game = self.game
        return _table, (game.folder, game.fingerprint, tuple(game.options.items()), len(self.rules.players))

    @functools.cached_property
    def opening(self) -> Match:
        """A match of which nothing has happened yet."""
        program = self.rules.program
        before = State(self.game, self.rules, program.new_state(0), [])
        return Match(self, before).resolve(None)


class Match:
    """A match as OpenSpiel steps through it.

    state: the moment of the last decision, or before set-up.  waiting: the choice that chance has not been asked for
    yet, as an option's index; None for set-up.  chance: whether chance is asked.  digits: what it has said so far.
    course: all actions and outcomes so far, from which a match that is read from text is played again.  past: what the
    players could notice: states, and choices as (seat, action). States are never changed in place.  imagined: whether
    it is not the real match, see `imagine`.
    """

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.waiting: int | None = None
        self.chance = False
        self.digits: list[int] = []
        self.course: list[int] = []
        self.past: list[State | tuple[int, int]] = []
        self.imagined = False
        self._noticed: dict[int, tuple[int, bytes, bytes]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        copy = Match(self.table, self.state)
        copy.waiting, copy.chance = self.waiting, self.chance
        copy.digits, copy.course, copy.past = self.digits[:], self.course[:], self.past[:]
        copy._noticed = dict(self._noticed)
        copy.imagined = self.imagined
        return copy

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self.imagined:
            raise TypeError("a match that is only imagined has no course from which it could be played again")
        return _played, (self.table, self.course)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.chance and self.state.over

    def apply(self, action: int) -> None:
        """Takes the option with this number, or what chance says. The last of a row makes the generator, and the choice
        is carried out.
        """
        self.course.append(action)
        if not self.chance:
            self.past.append((self.state.seat_to_decide, action))
            self.resolve(self.table.actions.legal(self.state)[action])
            return
        self.digits.append(action)
        if len(self.digits) == NODES:
            self._arrive(self._after(self.waiting, int.from_bytes(self.digits, "big")))

    def resolve(self, index: int | None) -> Match:
        """Carries out a choice, or asks chance first if the rules will ask the generator. Returns this match."""
        after = self._after(index, None)
        if after.array[GENERATOR] == self.state.array[GENERATOR]:
            self._arrive(after)
        else:
            self.waiting, self.chance = index, True
        return self

    def _after(self, index: int | None, seed: int | None) -> State:
        """The state after a choice, or after set-up, with what the generator made from `seed` gives; None: as it is."""
        after, program = self.state.copy(), self.table.rules.program
        if seed is not None:
            after.array[GENERATOR] = program.new_state(seed)[GENERATOR]
        if index is None:
            return State(after.game, after.rules, after.array, program.begin(after.array))
        return after.choose(index)

    def _arrive(self, state: State) -> None:
        self.state = state
        self.waiting, self.chance, self.digits = None, False, []
        self.past.append(state)

    def imagine(self, seat: int, seed: int) -> None:
        """Becomes a match that the player cannot tell from this one. The others remember nothing but how it stands.

        Raises ValueError while chance is asked.
        """
        if self.chance:
            raise ValueError("no match can be imagined while chance is asked")
        self.noticed(seat)
        _, digest, last = self._noticed[seat]
        self.state = self.state.determinise(self.table.rules.players[seat], seed)
        self.past = [self.state]
        self._noticed = {seat: (1, digest, last)}
        self.imagined = True

    def noticed(self, seat: int) -> str:
        """All that the player has seen and chosen so far, as a digest: equal for matches that he cannot tell apart."""
        count, digest, last = self._noticed.get(seat, (0, b"", b""))
        for event in self.past[count:]:
            now = self._share(event, seat)
            if now and now != last:
                digest = hashlib.blake2b(digest + now, digest_size=16).digest()
                last = now
        self._noticed[seat] = len(self.past), digest, last
        return digest.hex()

    def _share(self, event: State | tuple[int, int], seat: int) -> bytes:
        """What a player gets to know of an event; nothing of what another chose."""
        if isinstance(event, tuple):
            return f"chose {event[1]}".encode() if event[0] == seat else b""
        return hashlib.blake2b(self.table.observations.vector(event, seat).tobytes()).digest()


class KamonGame(pyspiel.Game):  # type: ignore[misc]
    """A game for so many players, as `pyspiel.load_game` finds it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = params or {}
        found = load(asked.get("game", ""), _options(asked.get("options", "")))
        options = tuple(found.options.items())
        self.table = _table(found.folder, found.fingerprint, options, asked.get("players") or None)
        super().__init__(_game_type(zero_sum=self.table.zero_sum), self.table.info(), asked)

    def new_initial_state(self) -> KamonState:
        return KamonState(self)

    def max_chance_nodes_in_history(self) -> int:
        return NODES * (MOST_DECISIONS + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Observes one player's view; with perfect recall only as a string."""
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        return Observer(self.table, perfect_recall=iig_obs_type is not None and iig_obs_type.perfect_recall)


class KamonState(pyspiel.State):  # type: ignore[misc]
    """A match at a decision or at a chance node."""

    def __init__(self, game: KamonGame) -> None:
        super().__init__(game)
        self.match = game.table.opening.__deepcopy__({})

    def current_player(self) -> int:
        if self.match.chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.match.table.seats.index(self.match.state.seat_to_decide)

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.match.table.actions.legal(self.match.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        self.match.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self.match.table.actions.keys[action]

    def is_terminal(self) -> bool:
        return self.match.over

    def returns(self) -> list[float]:
        """See `coding.rewards`; zeros before the end."""
        worth = rewards(self.match.state) if self.match.over else [0.0] * len(self.match.table.rules.players)
        return [worth[seat] for seat in self.match.table.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KamonState:
        """A state with the same information state of the player, at a decision; what is hidden from him is dealt anew.

        sampler: gives numbers from 0 to 1.
        """
        other: KamonState = self.clone()
        other.match.imagine(self.match.table.seats[player], int(sampler() * 2**32))
        return other

    def __str__(self) -> str:
        said = f", chance has said {self.match.digits}" if self.match.chance else ""
        return self.match.table.observations.whole_text(self.match.state) + said


class Observer:
    """What one player sees, as OpenSpiel asks for it. tensor: his view as a vector; None with perfect recall, which
    no vector of one length has.
    """

    def __init__(self, table: Table, *, perfect_recall: bool) -> None:
        self._table = table
        self._recalls = perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not perfect_recall:
            self.tensor = np.zeros(len(table.observations), np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: KamonState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._table.observations.vector(state.match.state, self._table.seats[player])

    def string_from(self, state: KamonState, player: int) -> str:
        seat = self._table.seats[player]
        seen = self._table.observations.text(state.match.state, seat)
        return f"{seen} #{state.match.noticed(seat)}" if self._recalls else seen


@functools.lru_cache(maxsize=16)
def _table(
    folder: GameFolder, fingerprint: str, options: tuple[tuple[str, str | int], ...], players: int | None
) -> Table:
    """A table, made once: OpenSpiel loads a game anew for every state that it reads from text."""
    return Table(Game(folder, fingerprint, dict(options)), players)


def _played(table: Table, course: list[int]) -> Match:
    """The match that went so."""
    match = table.opening.__deepcopy__({})
    for action in course:
        match.apply(action)
    return match


def _options(text: str) -> dict[str, str]:
    """`NAME:VALUE;NAME:VALUE` as a mapping."""
    parts = (part.partition(":") for part in text.split(";") if part)
    return {name.strip(): value.strip() for name, _, value in parts}


pyspiel.register_game(_game_type(zero_sum=True), KamonGame)
