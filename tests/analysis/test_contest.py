"""Every pair meets as often and on all seats, and the matches are the same whoever plays them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from interpreter.analysis.contest import Standings, arena, sides, write_csv
from interpreter.engine import AgentError, GameError
from tests.engine.found import ROOT, VEILED, load

TEAMS = str(ROOT / "games" / "rosenkoenig") + "+four_player"
SOLO = str(ROOT / "games" / "white_castle") + "+solo"
LINE = str(Path(__file__).resolve().parents[1] / "toys" / "tic_tac_toe")


def seats(standings: Standings) -> Counter[tuple[int, str]]:
    return Counter((seat, bot) for one in standings.met for seat, bot in enumerate(one.meeting.tables[0]))


@pytest.mark.parametrize(("spec", "players"), [(VEILED, 2), (VEILED, 3), (TEAMS, 4)])
def test_every_bot_takes_every_seat_as_often(spec: str, players: int) -> None:
    game = load(spec)
    round_trip = 2 * len(sides(game, players))
    found = seats(arena(game, ["greedy", "random"], players, round_trip))
    assert set(found.values()) == {round_trip // 2}
    assert len(found) == 2 * players


def test_a_team_is_one_bot() -> None:
    standings = arena(load(TEAMS), ["greedy", "random"], 4, 2)
    owner_of = load(TEAMS).rules(4).owner_of
    for one in standings.met:
        by_team = {(owner_of[seat], bot) for seat, bot in enumerate(one.meeting.tables[0])}
        assert len(by_team) == 2


def test_all_pairs_meet_and_the_records_say_who_won() -> None:
    standings = arena(load(VEILED), ["random", "greedy", "random"], 2, 4)
    assert standings.complete
    assert {pair: one.count for pair, one in standings.records.items()} == {(0, 1): 4, (0, 2): 4, (1, 2): 4}
    for one in standings.met:
        first, second = one.meeting.owners
        (match,) = one.matches
        won = set(match.winners)
        assert one.outcome == (won == set(first)) - (won == set(second))


def test_a_match_depends_on_the_seed_and_its_round_alone() -> None:
    few, many, other = (arena(load(VEILED), ["greedy", "random"], 2, n, seed) for n, seed in ((2, 5), (4, 5), (4, 6)))
    assert few.met == many.met[:2]
    assert many.met != other.met


def test_helpers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.analysis.pool.ALONE", 0)
    alone = arena(load(LINE), ["greedy", "random"], 2, 6, 3)
    assert arena(load(LINE), ["greedy", "random"], 2, 6, 3, jobs=2) == alone


def test_the_keyboard_ends_it_and_what_was_played_counts() -> None:
    def interrupt(done: int, wanted: int) -> None:
        assert wanted == 12
        if done == 5:
            raise KeyboardInterrupt

    standings = arena(load(LINE), ["greedy", "random", "mcts:2"], 2, 4, on_progress=interrupt)
    assert (len(standings.met), standings.complete) == (5, False)


def test_a_share_counts_a_draw_as_half() -> None:
    standings = arena(load(LINE), ["greedy", "random"], 2, 12)
    (record,) = standings.records.values()
    assert standings.share(0) == pytest.approx((record.wins + record.draws / 2) / 12)
    assert standings.share(0) + standings.share(1) == pytest.approx(1)


def test_where_one_side_is_played_each_plays_the_same_matches_alone() -> None:
    """The rules play the other seat."""
    game = load(SOLO)
    ((owner, (seat,)),) = sides(game, 2).items()
    standings = arena(game, ["greedy", "random"], 2, 3)
    assert standings.alone
    for one in standings.met:
        assert [table[seat] for table in one.meeting.tables] == ["greedy", "random"]
        mine, others = ((owner in match.winners, match.scores[owner]) for match in one.matches)
        assert one.matches[0].seed == one.matches[1].seed
        assert one.outcome == (mine > others) - (mine < others)
    written = io.StringIO()
    write_csv(standings, written)
    rows = list(csv.DictReader(io.StringIO(written.getvalue())))
    assert [(row["round"], row["seats"].split()[seat]) for row in rows] == [
        (number, bot) for number in "012" for bot in ("greedy", "random")
    ]


def test_a_bots_file_is_read_when_the_arena_begins(tmp_path: Path) -> None:
    bot = tmp_path / "bot.yaml"
    bot.write_text("kamon: 1\npoints: 2\n", encoding="utf-8")
    bots = [f"heuristic:{bot}", "random"]
    whole = arena(load(VEILED), bots, 2, 4)
    assert arena(load(VEILED), bots, 2, 4, on_progress=lambda *_: bot.unlink(missing_ok=True)) == whole


def test_a_line_for_each_match() -> None:
    standings = arena(load(VEILED), ["greedy", "random"], 2, 2)
    written = io.StringIO()
    write_csv(standings, written)
    rows = list(csv.DictReader(io.StringIO(written.getvalue())))
    assert [(row["first"], row["second"], row["round"], row["seats"]) for row in rows] == [
        ("greedy", "random", "0", "greedy random"),
        ("greedy", "random", "1", "random greedy"),
    ]
    for row, one in zip(rows, standings.met, strict=True):
        (match,) = one.matches
        assert (int(row["score_ada"]), int(row["score_bo"])) == match.scores
        assert (int(row["outcome"]), int(row["seed"])) == (one.outcome, match.seed)


def test_what_cannot_be_played_is_refused_before_a_match(tmp_path: Path) -> None:
    bot = tmp_path / "bot.yaml"
    bot.write_text("kamon: 1\ncounters: {purze: 1}\n", encoding="utf-8")
    with pytest.raises(AgentError, match="gredy"):
        arena(load(VEILED), ["random", "gredy"], 2, 1)
    with pytest.raises(GameError, match="did you mean 'purse'"):
        arena(load(VEILED), ["random", f"heuristic:{bot}"], 2, 1)
