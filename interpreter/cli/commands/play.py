"""Play a game in the terminal: people, bots, or bots alone while you watch."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_game, add_seed, check_dirs, filled_path, open_game, positive

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from interpreter.engine import Session

MAX_SAVE = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, optional=True, options=True)
    parser.add_argument("--players", metavar="A,B", help="who plays each seat: human, random, greedy")
    parser.add_argument("--seats", metavar="N", type=positive, help="how many play (default: the fewest)")
    add_seed(parser, default=None)
    parser.add_argument("--watch", action="store_true", help="only bots play, and all of it is told")
    parser.add_argument("--save", metavar="FILE", type=filled_path, help="keep the match in FILE when you leave it")
    parser.add_argument("--load", metavar="FILE", type=filled_path, help="go on with the match in FILE")
    parser.add_argument(
        "--replay", action="store_true", help="with --load: play its choices again on rules that have changed"
    )


def run(args: argparse.Namespace) -> int:
    """Plays until the match is over or left."""
    from interpreter.cli.console import Terminal
    from interpreter.cli.table.match import Match
    from interpreter.cli.table.screen import Screen
    from interpreter.cli.table.seats import HUMAN
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    say = Words(args.locale)
    session, seats = _session(args)
    speaker = Speaker(session.rules.program.model, say.locale, session.game.folder.root)
    screen = Screen(Terminal(), say, speaker, tuple(say(f"play.seat.{name}") for name in seats))
    screen.print(title(session.game, say.locale))
    if session.seed is not None:
        screen.line("play.seed", seed=session.seed)
    if HUMAN in seats:
        screen.line("play.first_help")
    Match(session, seats, screen, args.save).play()
    return FINE


def _session(args: argparse.Namespace) -> tuple[Session, tuple[str, ...]]:
    """The match and who plays each seat. Raises MisuseError, and what loading games and saves raises."""
    from interpreter.cli.table.seats import seated
    from interpreter.engine import Session

    check_dirs(args.games)
    if args.load is not None:
        loaded = _loaded(args)
        return loaded, seated(args.players, args.seats, [len(loaded.rules.players)], watch=args.watch)
    if args.replay:
        raise MisuseError("misuse.replay_load")
    if args.game is None:
        raise MisuseError("misuse.no_game")
    game = open_game(args)
    seats = seated(args.players, args.seats, game.player_counts, watch=args.watch)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    return Session(game, len(seats), seed), seats


def _loaded(args: argparse.Namespace) -> Session:
    from interpreter.engine import Game, read_save

    text = _read(args.load)
    if args.replay:
        return _replayed(args, text)
    return Game.from_json(text, args.games) if args.game is None else read_save(open_game(args), text)


def _replayed(args: argparse.Namespace, text: str) -> Session:
    from interpreter.cli.problems import in_a_line
    from interpreter.cli.words import Words
    from interpreter.engine import replay

    if args.game is None:
        raise MisuseError("misuse.replay_game")
    say = Words(args.locale)
    found = replay(open_game(args), text)
    print(say("play.replayed", done=len(found.session.moments), count=found.choices))
    if found.stopped is not None:
        print(in_a_line(found.stopped, say.locale))
    return found.session


def _read(path: Path) -> str:
    from interpreter.source import Diagnostic, say
    from interpreter.source.files import read_bytes, resolved

    content = read_bytes(resolved(path), MAX_SAVE)
    if isinstance(content, Diagnostic):
        raise MisuseError("misuse.cannot_read", path=str(path), reason=say(content.code, content.args))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise MisuseError("misuse.not_text", path=str(path)) from None
