"""Joining a game's files, and laying overlays over them by id."""

from __future__ import annotations

import pytest

from interpreter.source import Diagnostic, Document, at, merge, plain, read_document

BASE = """\
kamon: 1
icons:
  iron: {cost: 1, effect: gain}
  food: {cost: 2, list: [a, b]}
players: 2
"""


def document(name: str, text: str) -> Document:
    found, problems = read_document((name, text.encode()))
    assert found is not None, problems
    return found


def overlaid(*overlays: str, base: str = BASE) -> tuple[object, list[Diagnostic]]:
    """The merged value and the findings; the overlays are called a, b, … and extend `game`."""
    documents = []
    for letter, text in zip("abc", overlays, strict=False):
        extends = "" if "extends:" in text else "extends: game\n"
        documents.append(document(letter, f"kamon: 1\noverlay: {letter}\n{extends}{text}"))
    root, found = merge("game", [document("base", base)], documents)
    return plain(root), found


def codes(found: list[Diagnostic]) -> list[str]:
    return [one.code for one in found]


def test_sections_of_several_files_are_joined_by_id() -> None:
    files = [document("x", "kamon: 1\nicons: {a: 1}\n"), document("y", "kamon: 1\nicons: {b: 2}\nc: 3\n")]
    root, found = merge("game", files)
    assert not found
    assert plain(root) == {"kamon": 1, "icons": {"a": 1, "b": 2}, "c": 3}
    node = at(root, ["icons", "b"])
    assert node is not None
    assert node.span.file == "y"


@pytest.mark.parametrize(
    ("second", "code", "first_line"),
    [("icons: {iron: 1}\n", "duplicate-id", 3), ("players: 3\n", "duplicate-section", 5)],
)
def test_what_two_files_give_is_refused_with_both_places(second: str, code: str, first_line: int) -> None:
    _, (found,) = merge("game", [document("x", BASE), document("y", f"kamon: 1\n{second}")])
    assert (found.code, found.span.file, found.span.line) == (code, "y", 2)
    assert [(label.span.file, label.span.line) for label in found.labels] == [("x", first_line)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: 1\n", "version-missing"),
        ("{}\n", "version-missing"),
        ("kamon: 2\n", "version-unknown"),
        ("kamon: '1'\n", "version-unknown"),
        ("kamon: true\n", "version-unknown"),
        ("kamon: 1.0\n", "version-unknown"),
        ("- kamon\n", "not-a-mapping"),
        ("kamon\n", "not-a-mapping"),
    ],
)
def test_every_file_states_a_known_version(text: str, code: str) -> None:
    _, found = merge("game", [document("x", BASE), document("y", text)])
    assert [(one.code, one.span.file) for one in found] == [(code, "y")]


def test_an_overlay_replaces_adds_and_removes_by_id() -> None:
    value, found = overlaid(
        "replace: {icons: {iron: {cost: 5}, food: {list: [c]}}, players: {low: 2, high: 4}}\n"
        "add: {icons: {pearl: {cost: 3}, iron: {name: Iron}}}\n"
        "remove: {icons: {iron: effect}}\n"
    )
    assert not found
    assert value == {
        "kamon": 1,
        "icons": {
            "iron": {"cost": 5, "name": "Iron"},
            "food": {"cost": 2, "list": ["c"]},
            "pearl": {"cost": 3},
        },
        "players": {"low": 2, "high": 4},
    }


@pytest.mark.parametrize("removal", ["{icons: [iron, food]}", "{icons: {iron: , food: }}", "{icons: [{iron: }, food]}"])
def test_removals_may_be_spelled_as_lists_or_mappings(removal: str) -> None:
    value, found = overlaid(f"remove: {removal}\n")
    assert not found
    assert value == {"kamon": 1, "icons": {}, "players": 2}


def test_a_whole_section_may_be_removed_and_added_anew() -> None:
    value, found = overlaid("remove: icons\nadd: {icons: {new: 1}}\n")
    assert not found
    assert value == {"kamon": 1, "players": 2, "icons": {"new": 1}}


def test_values_keep_the_place_in_the_file_that_gave_them() -> None:
    base = document("base", BASE)
    text = "kamon: 1\noverlay: a\nextends: game\nreplace:\n  icons:\n    iron: {cost: 5}\n"
    root, _ = merge("game", [base], [document("a", text)])
    changed, kept = at(root, ["icons", "iron", "cost"]), at(root, ["icons", "iron", "effect"])
    assert changed is not None
    assert kept is not None
    assert (changed.span.file, changed.span.line, changed.span.column) == ("a", 6, 18)
    assert kept.span.file == "base"
    assert plain(base.root) == plain(document("again", BASE).root)


@pytest.mark.parametrize(
    ("overlay", "code", "hint", "label_line"),
    [
        ("replace: {icons: {irn: {cost: 1}}}", "overlay-misses", "iron", 2),
        ("replace: {icon: {iron: {cost: 1}}}", "overlay-misses", "icons", None),
        ("replace: {icons: {iron: {cots: 1}}}", "overlay-misses", "cost", 3),
        ("remove: {icons: [foot]}", "overlay-misses", "food", 2),
        ("remove: {icons: {iron: efect}}", "overlay-misses", "effect", 3),
    ],
)
def test_a_change_that_finds_nothing_names_the_nearest_and_where_it_looked(
    overlay: str, code: str, hint: str, label_line: int | None
) -> None:
    value, (found,) = overlaid(overlay + "\n")
    assert (found.code, found.span.file, found.span.line) == (code, "a", 4)
    assert found.hint == ("hint.did-you-mean", {"name": hint})
    assert [label.span.line for label in found.labels] == ([] if label_line is None else [label_line])
    assert value == plain(document("base", BASE).root)


@pytest.mark.parametrize(
    ("overlay", "code"),
    [
        ("add: {icons: {iron: {cost: 3}}}", "overlay-exists"),
        ("add: {players: {x: 1}}", "overlay-exists"),
        ("add: {icons: 1}", "overlay-exists"),
        ("replace: {icons: {iron: {}}}", "overlay-empty"),
        ("remove: {players: [x]}", "overlay-no-ids"),
        ("replace: 5", "overlay-not-a-mapping"),
        ("add: [a]", "overlay-not-a-mapping"),
        ("remove:", "overlay-not-a-mapping"),
        ("replce: {players: 3}", "overlay-unknown-key"),
        ("extends: other", "overlay-extends"),
        ("extends: game+z", "overlay-extends"),
        ("extends: [game]", "overlay-needs"),
    ],
)
def test_an_overlay_that_makes_no_sense_is_refused(overlay: str, code: str) -> None:
    value, (found,) = overlaid(overlay + "\n")
    assert found.code == code
    assert found.span.file == "a"
    assert value == plain(document("base", BASE).root)


def test_the_nearest_game_to_extend_is_suggested() -> None:
    _, (found,) = overlaid("extends: gane\n")
    assert (found.code, found.hint) == ("overlay-extends", ("hint.did-you-mean", {"name": "game"}))


def test_an_overlay_must_say_its_name() -> None:
    text = "kamon: 1\nextends: game\n"
    _, found = merge("game", [document("base", BASE)], [document("a", text)])
    assert [(one.code, one.args) for one in found] == [("overlay-needs", {"key": "overlay"})]


CONFLICTS = [
    ("replace: {players: 3}", "replace: {players: 4}"),
    ("replace: {players: 3}", "remove: players"),
    ("remove: {icons: iron}", "replace: {icons: {iron: {cost: 2}}}"),
    ("remove: {icons: iron}", "remove: {icons: iron}"),
    ("remove: icons", "replace: {icons: {iron: {cost: 2}}}"),
    ("replace: {icons: {iron: {cost: 2}}}", "remove: {icons: iron}"),
    ("replace: {icons: {iron: {cost: 2}}}", "remove: icons"),
    ("replace: {icons: {iron: {cost: 2}}}", "replace: {icons: {iron: word}}"),
    ("add: {icons: {pearl: {cost: 2}}}", "replace: {icons: {pearl: {cost: 3}}}"),
    ("add: {icons: {pearl: {cost: 2}}}", "add: {icons: {pearl: {name: x}}}"),
    ("remove: {icons: iron}", "add: {icons: {iron: 2}}"),
]


@pytest.mark.parametrize(("first", "second"), CONFLICTS)
def test_overlays_that_change_the_same_conflict_with_both_places(first: str, second: str) -> None:
    _, found = overlaid(first + "\n", second + "\n")
    assert codes(found) == ["overlay-conflict"]
    assert found[0].span.file == "b"
    assert [label.span.file for label in found[0].labels] == ["a"]


def test_an_overlay_may_change_what_the_one_it_builds_on_gave() -> None:
    value, found = overlaid(
        "add: {icons: {pearl: {cost: 2}}}\nreplace: {players: 3}\n",
        "extends: game+a\nreplace: {icons: {pearl: {cost: 3}}, players: 4}\n",
    )
    assert not found
    assert isinstance(value, dict)
    assert value["icons"]["pearl"] == {"cost": 3}
    assert value["players"] == 4


def test_overlays_that_change_different_things_stack() -> None:
    value, found = overlaid(
        "replace: {icons: {iron: {cost: 9}}}\n",
        "replace: {icons: {iron: {effect: lose}}}\nadd: {icons: {iron: {name: x}}}\n",
        "remove: {icons: food}\n",
    )
    assert not found
    assert isinstance(value, dict)
    assert value["icons"] == {"iron": {"cost": 9, "effect": "lose", "name": "x"}}
