"""A match at the terminal, from its first decision to its end: who is asked, what comes of the answers."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.commands.explain import explained
from interpreter.cli.problems import MisuseError
from interpreter.cli.table.dialog import command, nearest, nearest_verb
from interpreter.cli.table.inquiry import Inquiry
from interpreter.cli.table.seats import HUMAN, bots
from interpreter.compiler.program import MOST_DECISIONS
from interpreter.engine import EndlessError, SaveError
from interpreter.source import NO_SPAN, error
from interpreter.source.messages import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.agents import Agent
    from interpreter.cli.table.dialog import Command
    from interpreter.cli.table.keeper import Keeper
    from interpreter.cli.table.screen import Screen
    from interpreter.engine import Option, Session

UNDO_REFUSED = {
    "undo-nothing": "play.undo_nothing",
    "undo-chance": "play.undo_chance",
    "undo-reveal": "play.undo_reveal",
}
LAST_STEPS = 4
"""Steps of a match that are told when it is taken up again."""
BOARD_EVERY = 20
"""Choices between two boards when only bots play."""


class Match:
    """A session with people and bots at the table, written to its file by the keeper."""

    def __init__(self, session: Session, seats: Sequence[str], screen: Screen, keeper: Keeper) -> None:
        self._session = session
        self._screen = screen
        self._inquiry = Inquiry(session, screen.voice)
        self._keeper = keeper
        self._seats = seats
        self._bots = self._bots_as_they_were()
        self._people = [seat for seat, name in enumerate(seats) if name == HUMAN]
        self._viewer = self._people[0] if self._people else None
        self._told = dict.fromkeys((None, *self._people), max(0, len(session.steps) - LAST_STEPS))
        self._laid = 0
        """Steps after which the asked player saw the table; 0: it has to be shown whole."""

    def play(self) -> None:
        """Plays until the game is over or left, by an interrupt, too. What is to be saved is saved in any case.

        Raises MisuseError if it cannot be saved, EndlessError when bots among themselves come to no end.
        """
        try:
            self._play()
        except KeyboardInterrupt:
            self._screen.print("")
            if self._keeper.file is not None:
                self._close()
            raise
        except BaseException:
            with contextlib.suppress(MisuseError, SaveError):
                self._keeper.close()
            raise

    def _play(self) -> None:
        while not self._session.state.over:
            self._come_to_an_end()
            seat = self._session.state.seat_to_decide
            if len(self._people) < 2:
                self._tell()
            if seat in self._bots:
                self._session.choose(self._bots[seat].choose(self._session.view(seat)))
            elif not self._ask(seat):
                self._close()
                return
            if self._people:
                self._keep()
        self._tell()
        self._screen.table(self._session.state, None)
        self._screen.end(self._session.state)
        self._close()

    def _bots_as_they_were(self) -> dict[int, Agent]:
        """The bots after all their choices so far: from the same position they answer the same, whatever was
        tried and taken back, or left and loaded.
        """
        found = bots(self._seats, self._session.seed or 0)
        for moment in self._session.moments:
            seat = moment.state.seat_to_decide
            if seat in found:
                found[seat].choose(moment.state.view(seat))
        return found

    def _come_to_an_end(self) -> None:
        """People can leave; bots among themselves are stopped."""
        if not self._people and len(self._session.moments) >= MOST_DECISIONS:
            name, seed = self._session.game.title, self._session.seed or 0
            raise EndlessError(error("endless-game", NO_SPAN, name=name, seed=seed, limit=MOST_DECISIONS))

    def _tell(self) -> None:
        """What happened since this viewer was last told; among bots the board now and then, too."""
        told = self._told[self._viewer]
        self._told[self._viewer] = len(self._session.steps)
        self._screen.steps(self._session, told, self._viewer)
        choices = len(self._session.moments)
        if self._viewer is None and choices and choices % BOARD_EVERY == 0 and not self._session.state.over:
            self._screen.table(self._session.state, None)
            self._screen.print("")

    # -- people ---------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> bool:
        """Asks until something is chosen or taken back; False when the person leaves."""
        self._hand_over(seat)
        self._tell()
        self._show_table(seat)
        self._offer()
        while True:
            line = self._read()
            if line is None:
                self._screen.line("play.end_of_input")
                return False
            known = command(self._screen.say, line)
            if known is not None and known.verb == "quit":
                return False
            if line and (self._take(line) if known is None else self._obey(known, seat)):
                return True

    def _show_table(self, seat: int) -> None:
        """All of it when somebody else has chosen since, else what has changed."""
        steps = self._session.steps
        goes_on = 0 < self._laid <= len(steps) and all(step.seat == seat for step in steps[self._laid :])
        self._screen.table(self._session.state, seat, whole=not goes_on)
        self._laid = len(steps)

    def _offer(self) -> None:
        self._screen.print("", self._screen.voice.decision(self._session.state))
        self._show_options()

    def _show_options(self, some: Sequence[Option] = ()) -> None:
        self._screen.options(self._labels(), self._screen.voice.leads(self._session), some)

    def _labels(self) -> list[str]:
        return self._screen.voice.labels(self._session.state)

    def _hand_over(self, seat: int) -> None:
        """Where people hide things from each other at one terminal, the next looks when the last does not."""
        changed, self._viewer = seat != self._viewer, seat
        if changed and self._secretive() and sys.stdin.isatty():
            self._screen.console.clear()
            player = self._screen.voice.speaker.say_player(seat)
            self._read(self._screen.say("play.hand_over", player=player))

    def _secretive(self) -> bool:
        model = self._session.rules.program.model
        seen_by = [zone.seen_by for zone in model.zones.values()]
        return "owner" in (*seen_by, *(counter.seen_by for counter in model.counters.values()))

    def _read(self, prompt: str = "> ") -> str | None:
        """A line as it was typed; None when there are no more."""
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - importing it gives input() a history
            try:
                return input(prompt).strip()
            except EOFError:
                self._screen.print("")
                return None
        line = sys.stdin.readline()
        self._screen.print(prompt + printable(line.strip()))
        return line.strip() if line else None

    # -- what they say --------------------------------------------------------------------------------------

    def _take(self, text: str) -> bool:
        """Chooses what a text means; says so when that is nothing or not clear."""
        meant = self._inquiry.meant(text)
        if len(meant) == 1:
            self._session.choose(meant[0])
            return True
        if meant:
            self._screen.line("play.ambiguous", text=text)
            self._show_options(meant)
            return False
        self._unknown(text)
        return False

    def _unknown(self, text: str) -> None:
        """Says that a text is no option, and what it is most like: an option, else a command."""
        labels, decision = self._labels(), self._session.state.decision
        near = [] if decision is None else nearest(decision, labels, text)
        verb = nearest_verb(self._screen.say, text)
        if near:
            self._screen.line("play.unknown_near", text=text)
            self._show_options(near)
        elif verb is not None:
            self._screen.line("play.unknown_verb", text=text, near=verb)
        else:
            self._screen.line("play.unknown", text=text)

    def _obey(self, asked: Command, seat: int) -> bool:
        """Carries out a command; True when the decision is another one now."""
        match asked.verb:
            case "undo":
                return self._undo()
            case "board":
                self._screen.table(self._session.state, seat)
                self._offer()
            case "log":
                self._screen.steps(self._session, 0, seat)
            case "why":
                self._why(asked.rest)
            case "explain":
                self._explain(asked.rest)
            case "save":
                self._save(asked.rest)
            case _:
                self._screen.columns("play.help")
        return False

    def _undo(self) -> bool:
        """Takes back the last choice of a person, with what bots chose since, unless these have shown something; all of
        it or nothing.
        """
        session = self._session
        before = (session.state, session.moments[:], session.steps[:])
        while (refused := session.undo_refused(witnesses=self._witnesses())) is None:
            chooser = session.moments[-1].state.seat_to_decide
            session.undo()
            if chooser in self._people:
                self._told = {seat: min(told, len(session.steps)) for seat, told in self._told.items()}
                self._bots = self._bots_as_they_were()
                goes_on = chooser == self._viewer and len(before[1]) == len(session.moments) + 1
                self._laid = len(session.steps) if goes_on else 0
                self._screen.line("play.undone")
                return True
        session.state, session.moments, session.steps = before
        self._screen.line(UNDO_REFUSED[refused.code])
        return False

    def _witnesses(self) -> list[int]:
        """The people to whom nothing may have come to light by what is taken back next: by a bot's choice."""
        last = self._session.moments[-1].state.seat_to_decide if self._session.moments else None
        return self._people if last in self._bots else []

    def _why(self, text: str) -> None:
        offered = self._inquiry.offered(text)
        reasons = [] if offered and text.isdecimal() else self._inquiry.reasons(text)
        if offered:
            self._screen.line("play.offered")
            self._show_options(offered)
        if len(offered) == 1:
            self._screen.print(*self._inquiry.account(offered[0]))
        if reasons:
            self._screen.print(*reasons)
        elif offered:
            return
        elif text:
            self._screen.line("play.no_reason", text=text)
            near = self._inquiry.nearest_names(text)
            if near:
                self._screen.line("play.no_reason_near", names=self._screen.say("play.list").join(near))
        else:
            self._screen.line("play.all_offered")

    def _explain(self, text: str) -> None:
        """One option, those that a text can mean, or all that differ in more than what they are for; else the parts of
        the game that are called so.
        """
        state, meant = self._session.state, self._inquiry.meant(text)
        if text and not meant:
            lines = self._about(text, single=False)
            meant = [] if lines else self._inquiry.like(text)
            lines = lines or ([] if meant else self._about(text, single=True))
            if not lines and not meant:
                self._unknown(text)
            self._screen.print(*lines)
        for option in meant:
            self._screen.print(*self._screen.voice.meaning(self._session, option))
        if not text and state.decision is not None:
            alike = {(one.kind, one.rule): one for one in reversed(state.decision.options)}
            for option in reversed(alike.values()):
                self._screen.print(*self._screen.voice.rule(state, option))

    def _about(self, text: str, *, single: bool) -> list[str]:
        """What is said about the parts of the game that are called so."""
        speaker = self._screen.voice.speaker
        try:
            return explained(self._session.game, speaker.model, speaker, text, single=single)
        except MisuseError:
            return []

    # -- saving ---------------------------------------------------------------------------------------------

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self._keeper.file
        if path is None:
            self._screen.line("play.save_where")
        elif self._written(lambda: self._keeper.copy_to(path)):
            self._say_saved(path)

    def _keep(self) -> None:
        """A file that cannot be written now is no reason to give up the match."""
        self._written(self._keeper.keep)

    def _written(self, write: Callable[[], None]) -> bool:
        """Whether a file could be written; says why not."""
        try:
            write()
        except MisuseError as problem:
            self._screen.print(problem.text(self._screen.say))
        except SaveError as problem:
            self._screen.print(problem.text(self._screen.say.locale))
        else:
            return True
        return False

    def _close(self) -> None:
        if self._keeper.close():
            assert self._keeper.file is not None  # noqa: S101 - it has just been written
            self._say_saved(self._keeper.file)
        elif not (self._keeper.saved or self._session.state.over):
            self._screen.line("play.not_saved")

    def _say_saved(self, path: Path) -> None:
        self._screen.line("play.saved", path=str(path))
        if not self._session.state.over:
            self._screen.line("play.go_on")
            self._screen.verbatim(f"  {self._keeper.command(path)}")
