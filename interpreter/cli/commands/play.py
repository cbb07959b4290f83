"""Play a game in the terminal: people, bots, or bots alone while you watch."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import (
    BOTS,
    add_game,
    add_output,
    add_seed,
    check_dirs,
    filled_path,
    open_game,
    options_of,
    positive,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from interpreter.engine import Session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, optional=True, options=True)
    words = f"who plays each seat: human, {BOTS}; with --watch also one bot for all"
    parser.add_argument("--players", metavar="A,B", help=words)
    parser.add_argument("--seats", metavar="N", type=positive, help="how many play (default: the fewest)")
    add_seed(parser, default=None)
    parser.add_argument("--watch", action="store_true", help="only bots play, and all of it is told")
    add_output(parser, "--save", "keep the match in FILE, after each choice")
    parser.add_argument("--load", metavar="FILE", type=filled_path, help="go on with the match in FILE")
    parser.add_argument(
        "--replay", action="store_true", help="with --load: play its choices again on rules that have changed"
    )


def run(args: argparse.Namespace) -> int:
    """Plays until the match is over or left."""
    from interpreter.cli.console import Terminal
    from interpreter.cli.table.keeper import Keeper
    from interpreter.cli.table.match import Match
    from interpreter.cli.table.screen import Screen
    from interpreter.cli.table.seats import HUMAN, RULES, kind_of
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    say = Words(args.locale)
    session, seats = _session(args)
    session.table = seats
    keeper = Keeper(session, args.save, args.load, _again(args, seats))
    speaker = Speaker(session.rules.program.model, say.locale, session.game.folder.homes)
    screen = Screen(
        Terminal(), say, speaker, tuple("" if name == RULES else say(f"play.seat.{kind_of(name)}") for name in seats)
    )
    screen.print(title(session.game, say.locale))
    if session.seed is not None:
        screen.line("play.seed", seed=session.seed)
    if HUMAN in seats:
        screen.line("play.first_help")
    if keeper.replaces:
        screen.line("play.replaces", path=str(args.save))
    Match(session, seats, screen, keeper).play()
    return FINE


def _again(args: argparse.Namespace, seats: Sequence[str]) -> list[str]:
    """The command that goes on with this match, but for its file. A save knows its game by name, its options and its
    seats; but bots' files are to be named again.
    """
    from interpreter.cli.table.seats import RULES, is_file
    from interpreter.source.library import is_path

    given = [args.game] if args.game is not None and is_path(args.game) else []
    players = [f"--players={','.join(name for name in seats if name != RULES)}"] if any(map(is_file, seats)) else []
    return ["kamon", "play", *given, *(f"--games={directory}" for directory in args.games), *players]


def _session(args: argparse.Namespace) -> tuple[Session, tuple[str, ...]]:
    """The match and who plays each seat. Raises MisuseError, and what loading games and saves raises."""
    from interpreter.cli.table.seats import seated
    from interpreter.engine import Session

    check_dirs(args.games)
    if args.load is not None:
        loaded = _loaded(args)
        names = _who_sat(loaded) if args.players is None and not args.watch else args.players
        return loaded, seated(loaded.game, names, args.seats, [len(loaded.rules.players)], watch=args.watch)
    if args.replay:
        raise MisuseError("misuse.replay_load")
    if args.game is None:
        raise MisuseError("misuse.no_game")
    game = open_game(args)
    seats = seated(game, args.players, args.seats, game.player_counts, watch=args.watch)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    return Session(game, len(seats), seed), seats


def _who_sat(session: Session) -> str | None:
    """The people and bots of a saved match, as `--players` has them; None when it does not say. Raises MisuseError when
    there are bots' files among them: whoever wrote the save may not choose what is read here.
    """
    from interpreter.cli.table.seats import RULES, is_file

    if session.table is None:
        return None
    found = ",".join(name for name in session.table if name != RULES)
    files = [name for name in map(str.strip, found.split(",")) if is_file(name)]
    if files:
        raise MisuseError("misuse.save_bots", names=", ".join(files))
    return found


def _loaded(args: argparse.Namespace) -> Session:
    from interpreter.cli.problems import in_a_line
    from interpreter.cli.saves import Asked, opened, replayed
    from interpreter.cli.words import Words

    asked = Asked(args.game, options_of(args), args.games, "kamon play FOLDER --load SAVE")
    if not args.replay:
        return opened(args.load, asked)
    if args.game is None:
        raise MisuseError("misuse.replay_game")
    say = Words(args.locale)
    found = replayed(args.load, asked)
    print(say("play.replayed", done=len(found.session.moments), count=found.choices))
    if found.stopped is not None:
        print(in_a_line(found.stopped, say.locale))
    return found.session
