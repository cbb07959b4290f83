"""What lies beside the board: a row for each player, each team and the rest of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from interpreter.cli.table.looks import counted, style
from interpreter.cli.table.section import Section
from interpreter.model.scope import BOX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.cli.table.looks import Looks
    from interpreter.cli.table.tabletop import Tabletop
    from interpreter.cli.words import Words
    from interpreter.model.game import Per, TokenKind, Zone

TURN = "▶"
MOST_PIECES = 12
"""More than that in a zone of the whole game are counted, not shown."""


class Status:
    """Draws the rows. `who`: what stands behind each player's name, such as the bot that plays; empty: nothing."""

    def __init__(self, looks: Looks, say: Words, who: tuple[str, ...]) -> None:
        self._looks = looks
        self._say = say
        self._who = who

    def sections(self, table: Tabletop, decider: int | None) -> Iterator[Section]:
        """The players in turn order, then the teams, then what belongs to nobody."""
        model, speaker = self._looks.model, self._looks.speaker
        for seat in range(len(model.seats)):
            mark = TURN if seat == decider else " "
            glyph = self._looks.seat(seat)
            name = Text.assemble(f"{mark} ", glyph, " " if glyph else "", speaker.say_player(seat))
            if self._who[seat]:
                name.append(f" ({self._who[seat]})", "dim")
            yield self._row(name, table, "player", seat)
        if len(model.teams) < len(model.seats):
            teams = (
                self._row(Text(f"  {speaker.say_team(team)}"), table, "team", team) for team in range(len(model.teams))
            )
            yield from (row for row in teams if row.entries)
        rest = self._row(Text(" "), table, "game", 0)
        if rest.entries:
            yield rest

    def _row(self, head: Text, table: Tabletop, per: Per, owner: int) -> Section:
        return Section("row", head, (*self._counters(table, per, owner), *self._zones(table, per, owner)))

    def _counters(self, table: Tabletop, per: Per, owner: int) -> Iterator[Text]:
        for counter in self._looks.model.counters.values():
            if counter.per == per and counter.told:
                value = table.counter(counter, owner)
                name = counter.glyph or self._looks.speaker.say_counter(counter.name)
                yield Text.assemble((f"{name} ", "dim"), "?" if value is None else str(value))

    def _zones(self, table: Tabletop, per: Per, owner: int) -> Iterator[Text]:
        for zone in self._looks.model.zones.values():
            if zone.per == per and zone.told and zone.name != BOX:
                name = self._looks.speaker.say_heading(f"zone.{zone.name}")
                yield Text.assemble((f"{name} ", "dim"), self._contents(table, zone, owner))

    def _contents(self, table: Tabletop, zone: Zone, owner: int) -> Text:
        place = zone.first + owner
        pieces = table.pieces[place]
        tokens = [self._counted(zone, *found) for found in table.in_zone(zone, owner)]
        if pieces is None:
            count = table.counts.get(place)
            return Text(self._say("play.hidden") if count is None else f"×{count}")
        if zone.per == "game" and len(pieces) > MOST_PIECES:
            return Text(" ").join([*tokens, Text(f"×{len(pieces)}")])
        named = counted(self._looks.piece(piece, table) for piece in pieces)
        apart = ", " if any(" " in one.plain for one in named) else " "
        return Text(apart).join([*tokens, *named]) if tokens or named else Text("–")

    def _counted(self, zone: Zone, token: TokenKind, variant: int, count: int) -> Text:
        """So many tokens. Off the board no side is up; what alone lies in a zone needs no name."""
        several = sum(name in self._looks.model.tokens for name in zone.holds) > 1
        if token.owners > 1 and zone.per != "game" and several:
            owner = self._looks.model.seats[variant // (len(token.sides) or 1)] if token.per == "player" else None
            name = self._looks.speaker.say_name(f"token.{token.name}")
            return Text(f"{name} ×{count}", style(owner.colour) if owner else "")
        if token.owners > 1:
            return Text.assemble(self._looks.token(token, variant), f"×{count}")
        if len(zone.holds) == 1:
            return Text(f"×{count}")
        if token.glyphs and not token.sides:
            return Text.assemble(self._looks.token(token, variant), f"×{count}")
        return Text(f"{self._looks.speaker.say_name(f'token.{token.name}')} ×{count}")
