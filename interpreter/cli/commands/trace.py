"""Tell a match step by step: each choice and each thing that came of it, with the rule and its place."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.cli import FINE
from interpreter.cli.shared import BOTS, add_dirs, add_options, add_seed, check_dirs, filled, options_of, positive

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from interpreter.cli.table.places import Places
    from interpreter.cli.table.voice import Voice
    from interpreter.engine import Event, Session, Step
    from interpreter.explain import Speaker
    from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Line:
    """A choice, or something that came of it.

    step: after how many choices, 0 is set-up.  player: who chose.  kind: `set_up`, `choice`, or the effect's.  rule:
    what the text at `span` belongs to.  fields: more, for tools.  vain: whether nothing was changed.
    """

    step: int
    player: str | None
    kind: str
    text: str
    rule: str
    span: Span
    fields: dict[str, Any]
    vain: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a saved match, or a game of which bots play a match"
    parser.add_argument("wanted", metavar="SAVE|GAME", type=filled, help=words)
    add_dirs(parser)
    add_options(parser)
    words = "of a saved match: its game, where that is not found by its name"
    parser.add_argument("--rules", metavar="GAME", type=filled, help=words)
    words = f"of a game: the bot on each seat, or one for all: {BOTS}"
    parser.add_argument("--players", metavar="A,B", help=words)
    parser.add_argument("--seats", metavar="N", type=positive, help="of a game: how many play (default: the fewest)")
    add_seed(parser)
    words = "text for people, jsonl for programs: one object in each line (default: text)"
    parser.add_argument("--format", choices=("text", "jsonl"), default="text", help=words)


def run(args: argparse.Namespace) -> int:
    """Prints the match from its set-up to where it stands."""
    from interpreter.cli.table.voice import Voice
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    say = Words(args.locale)
    session = _session(args)
    voice = Voice(say, Speaker(session.rules.program.model, say.locale, session.game.folder.homes))
    for text in (_text if args.format == "text" else _objects)(session, voice):
        print(text)
    return FINE


def _session(args: argparse.Namespace) -> Session:
    from interpreter.cli.saves import Asked, opened, played
    from interpreter.cli.table.seats import seated
    from interpreter.engine import load
    from interpreter.source.files import is_folder, is_there

    check_dirs(args.games)
    file = Path(args.wanted)
    is_save = args.rules is not None or file.suffix == ".json" or (is_there(file) and not is_folder(file))
    if is_save:
        return opened(file, Asked(args.rules, options_of(args), args.games, "kamon trace SAVE --rules FOLDER"))
    game = load(args.wanted, options_of(args), args.games)
    return played(game, seated(game, args.players, args.seats, game.player_counts, watch=True), args.seed)


# ---- lines ----------------------------------------------------------------------------------------------


def lines(session: Session, voice: Voice) -> Iterator[Line]:
    """The whole match, as nobody but its author may see it."""
    from interpreter.cli.table.places import Places

    places = Places(session.rules.program)
    for number, step in enumerate(session.steps):
        yield _choice(session, voice, places, number, step)
        for event in step.events:
            yield _event(session, voice.speaker, places, number, event)


def _choice(session: Session, voice: Voice, places: Places, number: int, step: Step) -> Line:
    from interpreter.source import NO_SPAN

    if step.seat is None:
        return Line(number, None, "set_up", voice.say("play.setup"), "", NO_SPAN, {})
    moment = session.moments[number - 1]
    label = voice.label(moment.state, moment.option)
    text = voice.say("play.step", player=voice.speaker.say_player(step.seat), label=label)
    span = session.place(places.span_of(moment.option), number - 1)
    rule = places.rule(span) or moment.option.rule
    return Line(number, session.rules.players[step.seat], "choice", text, rule, span, {"key": step.key})


def _event(session: Session, speaker: Speaker, places: Places, number: int, event: Event) -> Line:
    from interpreter.cli.table.voice import is_vain

    effect, seat = event.effect, session.steps[number].seat
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(effect).__name__).lower()
    text = speaker.say_event(effect, event.values, seat)
    player = None if seat is None else session.rules.players[seat]
    values = {"values": list(event.values)}
    return Line(number, player, kind, text, places.rule(effect.span), effect.span, values, is_vain(event))


# ---- as text, as JSON -----------------------------------------------------------------------------------


def _text(session: Session, voice: Voice) -> Iterator[str]:
    """What changed nothing is left out."""
    from interpreter.cli.titles import title

    yield title(session.game, voice.say.locale)
    if session.seed is not None:
        yield voice.say("play.seed", seed=session.seed)
    for line in lines(session, voice):
        if line.vain:
            continue
        place = f"{line.rule} {_place(line.span)}".strip()
        head = line.kind in ("set_up", "choice")
        said = f"{line.step:>3}  {line.text}" if head else f"       {line.text}"
        yield f"{said}  · {place}" if place else said
    if session.state.over:
        yield voice.say("play.over")
        yield from voice.end(session.state)


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}" if span.file else ""


def _objects(session: Session, voice: Voice) -> Iterator[str]:
    """First what is played, then a line each, and who won if it is over."""
    state = session.state
    yield _json(
        {
            "kind": "match",
            "game": session.game.title,
            "options": session.game.options,
            "seed": session.seed,
            "players": list(state.players),
        }
    )
    for line in lines(session, voice):
        about = {"step": line.step, "player": line.player, "kind": line.kind, **line.fields, "text": line.text}
        where = {"rule": line.rule, "file": line.span.file, "line": line.span.line, "column": line.span.column}
        yield _json(about | (where if line.span.file else {}))
    if state.over:
        yield _json({"kind": "end", "scores": state.scores(), "winners": list(state.winners())})


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
