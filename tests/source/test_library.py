"""Where games and overlays are found, and that nothing leads outside."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest

import interpreter.source.library as library_module
from interpreter.source import GameFolder, GameLibrary, fingerprint, plain, read_game
from interpreter.source.library import MAX_FILES

GAME = "kamon: 1\nicons: {a: 1}\n"


def overlay(name: str, change: str = "") -> str:
    return f"kamon: 1\noverlay: {name}\nextends: chess_like\n{change}"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of games beside nothing else that could be found."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(library_module, "data_dir", lambda _: shipped)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games" / "chess_like"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "variants" / "small.yaml").write_text(overlay("small", "replace: {icons: {a: 2}}\n"))
    return tmp_path / "games"


def found(games: Path, wanted: str) -> GameFolder:
    folder, problems = GameLibrary([games]).resolve(wanted)
    assert not problems
    assert folder is not None
    return folder


def refused(games: Path, wanted: str) -> list[tuple[str, int]]:
    """(code, column) of what is said about a name that leads to nothing."""
    folder, problems = GameLibrary([games]).resolve(wanted)
    assert folder is None
    return [(one.code, one.span.column) for one in problems]


@pytest.mark.parametrize(
    "wanted",
    [
        "chess_like+small",
        "games/chess_like+small",
        "./games/chess_like/+small",
        "games/../games/chess_like+small",
    ],
)
def test_a_game_is_found_by_name_and_by_path(games: Path, wanted: str) -> None:
    folder = found(games, wanted)
    assert folder.title == "chess_like+small"
    assert folder.root == games / "chess_like"
    assert folder.files == (games / "chess_like" / "game.yaml",)
    assert [one.path for one in folder.overlays] == [games / "chess_like" / "variants" / "small.yaml"]


def test_a_plus_in_a_directory_is_no_overlay(games: Path) -> None:
    games.rename(games.parent / "a+b")
    assert found(games, "a+b/chess_like+small").title == "chess_like+small"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("ches_like", [("unknown-game", 1)]),
        ("chess_like+smal", [("unknown-overlay", 12)]),
        (
            "chess_like+x+small+small+y",
            [("unknown-overlay", 12), ("overlay-twice", 20), ("unknown-overlay", 26)],
        ),
        ("chеss_like", [("name-not-ascii", 3)]),
        ("chess_like+smаll", [("name-not-ascii", 14)]),
        ("Chess", [("bad-name", 1)]),
        ("", [("bad-name", 1)]),
        ("chess_like+", [("bad-name", 12)]),
        ("chess_like+..", [("bad-name", 12)]),
        ("chess\0like", [("bad-name", 1)]),
        ("games/none", [("game-not-a-folder", 1)]),
        ("games/chess_like/game.yaml", [("game-not-a-folder", 1)]),
        ("games/chess\0like", [("game-not-a-folder", 1)]),
        ("games", [("unknown-game", 1)]),
        ("games/", [("game-without-files", 1)]),
        ("..", [("game-without-files", 1)]),
    ],
)
def test_what_is_not_there_is_said_at_its_place(games: Path, wanted: str, expected: list[tuple[str, int]]) -> None:
    assert refused(games, wanted) == expected


def test_the_nearest_name_is_suggested(games: Path) -> None:
    _, (game,) = GameLibrary([games]).resolve("ches_like")
    _, (variant,) = GameLibrary([games]).resolve("chess_like+smal")
    assert game.hint == ("hint.did-you-mean", {"name": "chess_like"})
    assert variant.hint == ("hint.did-you-mean", {"name": "small"})


def test_where_no_name_is_near_the_overlays_are_listed(games: Path) -> None:
    _, (variant,) = GameLibrary([games]).resolve("chess_like+zzz")
    assert variant.hint is not None
    assert variant.hint[0] == "hint.there-is"
    assert "small" in variant.hint[1]["names"]  # type: ignore[operator]


def test_directories_are_searched_in_order(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    places = {
        "given": games,
        "first": tmp_path / "first",
        "second": tmp_path / "second",
        "user": tmp_path / "data" / "kamon" / "games",
        "shipped": tmp_path / "shipped",
    }
    for number, (name, place) in enumerate(places.items()):
        for game in [name, *(f"game{later}" for later in range(number, 5))]:
            (place / game).mkdir(parents=True)
            (place / game / "g.yaml").write_text(GAME)
    monkeypatch.setenv("KAMON_PATH", f"first:{tmp_path / 'second'}::none")
    library = GameLibrary([games])
    assert list(library.directories)[:5] == list(places.values())
    roots = {game.name: game.root for game in library.list_games()}
    for number, (name, place) in enumerate(places.items()):
        assert roots[name] == place / name
        assert roots[f"game{number}"] == games / f"game{number}"
        folder, _ = library.resolve(f"game{number}")
        assert folder is not None
        assert folder.root == roots[f"game{number}"]


def test_installed_packages_bring_games(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site" / "some_games"
    (package / "packed").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "packed" / "g.yaml").write_text(GAME)
    info = tmp_path / "site" / "some_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-games\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[kamon.games]\na = not_there\nb = some_games\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    importlib.invalidate_caches()
    folder, problems = GameLibrary([games]).resolve("packed")
    assert folder is not None
    assert folder.root == package / "packed"
    assert [(one.code, one.severity, one.args["name"]) for one in problems] == [
        ("games-package", "warning", "not_there")
    ]


def test_overlays_are_looked_for_beside_the_games_and_in_other_games(games: Path) -> None:
    (games / "mine.yaml").write_text(overlay("mine"))
    (games / "other" / "variants").mkdir(parents=True)
    (games / "other" / "variants" / "theirs.yaml").write_text(overlay("theirs"))
    (games / "small.yaml").write_text(overlay("small"))
    folder = found(games, "chess_like+mine+theirs+small")
    assert [one.path.relative_to(games).as_posix() for one in folder.overlays] == [
        "mine.yaml",
        "other/variants/theirs.yaml",
        "chess_like/variants/small.yaml",
    ]
    assert [home.relative_to(games).as_posix() for home in folder.homes] == [
        "chess_like",
        "mine",
        "other/variants/theirs",
    ]


def test_links_may_not_lead_outside(games: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.yaml").write_text(GAME)
    (games / "linked").symlink_to(outside)
    (games / "chess_like" / "variants" / "far.yaml").symlink_to(outside / "secret.yaml")
    (games / "beside.yaml").symlink_to(outside / "secret.yaml")
    assert refused(games, "linked") == [("outside-folder", 1)]
    assert refused(games, "chess_like+far") == [("outside-folder", 12)]
    assert refused(games, "chess_like+beside") == [("outside-folder", 12)]
    names = [(game.name, game.overlays) for game in GameLibrary([games]).list_games()]
    assert names == [("chess_like", ("small",))]
    (games / "chess_like" / "more.yaml").symlink_to(outside / "secret.yaml")
    assert refused(games, "chess_like") == [("outside-folder", 1)]


def test_links_in_a_ring_are_refused_where_they_are_read(games: Path) -> None:
    game = games / "chess_like"
    (games / "ring").symlink_to("ring")
    (game / "ring.yaml").symlink_to("ring.yaml")
    (game / "variants" / "ring.yaml").symlink_to("ring.yaml")
    assert refused(games, "ring") == [("unknown-game", 1)]
    assert refused(games, "./ring") == [("game-not-a-folder", 1)]
    assert [listing.name for listing in GameLibrary([games]).list_games()] == ["chess_like"]
    _, problems = read_game(found(games, "chess_like+ring"))
    assert [one.code for one in problems] == ["file-symlink", "file-symlink"]


def test_overlays_that_are_no_files_are_refused_where_they_are_read(games: Path) -> None:
    variants = games / "chess_like" / "variants"
    os.mkfifo(variants / "pipe.yaml")
    (variants / "folder.yaml").mkdir()
    (variants / "gone.yaml").symlink_to("nowhere.yaml")
    _, problems = read_game(found(games, "chess_like+pipe+folder+gone"))
    assert [one.code for one in problems] == ["file-special", "file-directory", "file-missing"]


def test_variants_may_not_lie_outside(games: Path, tmp_path: Path) -> None:
    (games / "chess_like" / "variants").rename(tmp_path / "outside")
    (games / "chess_like" / "variants").symlink_to(tmp_path / "outside")
    assert refused(games, "chess_like") == [("outside-folder", 1)]


def test_long_names_are_only_unknown(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = "a" * 5000
    monkeypatch.setenv("KAMON_PATH", long)
    assert refused(games, long) == [("unknown-game", 1)]
    assert refused(games, f"./{long}") == [("game-not-a-folder", 1)]
    assert refused(games, f"chess_like+{long}") == [("unknown-overlay", 12)]
    assert [listing.name for listing in GameLibrary([games, Path(long)]).list_games()] == ["chess_like"]


def test_links_within_the_folder_are_followed(games: Path) -> None:
    game = games / "chess_like"
    (game / "game.yaml").rename(game / "real.txt")
    (game / "game.yaml").symlink_to("real.txt")
    source, problems = read_game(found(games, "chess_like"))
    assert not problems
    assert source is not None
    assert plain(source.root) == {"kamon": 1, "icons": {"a": 1}}


def test_hidden_files_are_no_part_of_a_game(games: Path) -> None:
    (games / "chess_like" / ".#game.yaml").symlink_to("nobody@nowhere")
    assert len(found(games, "chess_like").files) == 1


def test_a_folder_with_too_many_files_is_refused(games: Path) -> None:
    for number in range(MAX_FILES):
        (games / "chess_like" / f"f{number}.yaml").touch()
    assert refused(games, "chess_like") == [("too-many-files", 1)]


def test_a_game_is_read_whole(games: Path) -> None:
    source, problems = read_game(found(games, "chess_like+small"))
    assert not problems
    assert source is not None
    assert plain(source.root) == {"kamon": 1, "icons": {"a": 2}}
    assert [one.source.name for one in source.documents] == [
        "games/chess_like/game.yaml",
        "games/chess_like/variants/small.yaml",
    ]


def test_a_game_with_an_unreadable_file_is_not_read(games: Path) -> None:
    (games / "chess_like" / "b.yaml").write_text("kamon: 1\nx: [\n")
    (games / "chess_like" / "c.yaml").write_text("kamon: 1\ny: @\n")
    source, problems = read_game(found(games, "chess_like+small"))
    assert source is None
    assert [Path(one.span.file).name for one in problems] == ["b.yaml", "c.yaml"]


def test_an_overlay_is_called_what_its_file_is_called(games: Path) -> None:
    (games / "mine.yaml").write_text(overlay("mime"))
    _, problems = read_game(found(games, "chess_like+mine"))
    assert [(one.code, one.span.line) for one in problems] == [("overlay-name", 2)]
    assert problems[0].hint == ("hint.did-you-mean", {"name": "mine"})


def test_the_fingerprint_is_of_everything_read(games: Path) -> None:
    def mark(wanted: str) -> str:
        source, _ = read_game(found(games, wanted))
        assert source is not None
        return source.fingerprint

    base, small = mark("chess_like"), mark("chess_like+small")
    assert base != small
    assert base == mark("games/chess_like")
    (games / "chess_like" / "variants" / "small.yaml").write_text(overlay("small"))
    assert mark("chess_like+small") not in (base, small)
    (games / "chess_like" / "game.yaml").write_text(GAME + "# c\n")
    assert mark("chess_like") != base


def test_the_fingerprint_keeps_names_and_contents_apart() -> None:
    assert fingerprint([("a", b"bc")]) != fingerprint([("ab", b"c")])
    assert fingerprint([("a", b"b"), ("c", b"")]) != fingerprint([("a", b""), ("c", b"b")])
    assert len(fingerprint([])) == 64
