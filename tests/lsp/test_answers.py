"""What is answered about places in files, without a server."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types
from pygls.workspace import PositionCodec

from interpreter.lsp import answers, highlight
from interpreter.lsp.completion import completions
from interpreter.lsp.describe import Describer
from interpreter.lsp.places import Places
from interpreter.lsp.project import Home, Project, check_whole, home_of
from interpreter.lsp.rename import RenameRefusedError, renamed
from interpreter.source import SourceFile, has_errors

GAMES = Path(__file__).resolve().parents[2] / "games"
PLACES = Places(PositionCodec())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GAMES / "rosenkoenig", tmp_path / "rosenkoenig")
    return tmp_path / "rosenkoenig"


def project_of(folder: Path, texts: dict[Path, str] | None = None, before: Project | None = None) -> Project:
    home = home_of(folder / "rules.yaml")
    assert home is not None
    return Project(home, texts or {}, before)


def source_of(project: Project, name: str) -> SourceFile:
    return next(document.source for path, document in project.documents.items() if path.name == name)


def hovered(project: Project, text: str, word: str, locale: str = "en") -> str:
    assert project.model is not None
    source = source_of(project, "rules.yaml")
    offset = source.text.index(text) + text.index(word)
    found = answers.hover(project, source, offset, Describer(project.model, locale, project.homes), PLACES)
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


# ---- games -------------------------------------------------------------------------------------------------------


def test_a_file_belongs_to_the_game_that_it_is_a_part_of(folder: Path) -> None:
    spec = folder.as_posix()
    assert home_of(folder / "score.yaml") == Home(spec, ())
    assert home_of(folder / "scenarios" / "drawing.yaml") == Home(spec, ())
    assert home_of(folder / "variants" / "four_player.yaml") == Home(f"{spec}+four_player", ())
    loose = folder.parent / "mine.yaml"
    loose.write_text("kamon: 1\noverlay: mine\nextends: rosenkoenig\n", encoding="utf-8")
    assert home_of(loose) == Home("rosenkoenig+mine", (folder.parent,))
    assert home_of(folder.parent / "elsewhere.yaml") is None


def test_what_is_not_saved_counts(folder: Path) -> None:
    path = folder / "rules.yaml"
    broken = path.read_text(encoding="utf-8").replace("move crown to", "move crowm to", 1)
    home = Home(folder.as_posix(), ())
    assert [one.code for one in Project(home, {path: broken}).findings] == ["unknown-name"]
    assert [one.code for one in check_whole(home, {path: broken}, saved=False)] == ["unknown-name"]
    assert Project(home, {}).findings == []
    assert check_whole(home, {}, saved=False) == []


def test_when_all_is_saved_scenarios_are_checked_too(folder: Path) -> None:
    path = folder / "scenarios" / "drawing.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("count(pile) = 2", "count(pyle) = 2"), encoding="utf-8")
    home = Home(folder.as_posix(), ())
    assert check_whole(home, {}, saved=False) == []
    assert [Path(one.span.file).name for one in check_whole(home, {}, saved=True)] == ["drawing.yaml"]


def test_while_a_file_cannot_be_read_the_names_of_before_are_known(folder: Path) -> None:
    before = project_of(folder)
    after = project_of(folder, {folder / "rules.yaml": "rules: ["}, before)
    assert has_errors(after.findings)
    assert after.scope is before.scope
    assert after.model is before.model


# ---- places ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["plain\nlines\n", "空 𝄞 x\r\nsecond", "", "one"])
def test_positions_count_as_the_client_does(text: str) -> None:
    source = SourceFile("x", text)
    for offset in [i for i in range(len(text) + 1) if text[i - 1 : i + 1] != "\r\n"]:
        assert PLACES.offset(source, PLACES.position(source, offset)) == offset
    if "𝄞" in text:
        assert PLACES.position(source, text.index("x")) == types.Position(0, 5)


# ---- hover -------------------------------------------------------------------------------------------------------


def test_a_hover_says_the_smallest_effect_and_the_name(folder: Path) -> None:
    said = hovered(project_of(folder), "pay hero", "hero")
    assert said.startswith("Pay 1 hero card.")
    assert "`counter hero of player`" in said


def test_a_hover_speaks_the_locale(folder: Path) -> None:
    assert "英雄" in hovered(project_of(folder), "pay hero", "hero", "zh_Hans")


def test_a_hover_on_a_word_of_the_language_says_what_it_does(folder: Path) -> None:
    said = hovered(project_of(folder), "take turns until", "take")
    assert "`take turns from" in said
    assert "count(SET)" in hovered(project_of(folder), "until count(stone", "count")


def test_a_hover_on_a_variable_says_its_type(folder: Path) -> None:
    assert "`card: power_card`" in hovered(project_of(folder), "choose card in hand", "card")
    assert "`goal: field`" in hovered(project_of(folder), "let goal", "goal")


def test_a_hover_on_an_attribute_says_whose_it_is(folder: Path) -> None:
    assert "`steps of power_card: number`" in hovered(project_of(folder), "steps of card", "steps")


# ---- names -------------------------------------------------------------------------------------------------------


def declared(project: Project, text: str, word: str, name: str = "rules.yaml") -> list[str]:
    source = source_of(project, name)
    symbol = answers.symbol_at(project, source, source.text.index(text) + text.index(word))
    assert symbol is not None
    return [f"{Path(span.file).name}:{span.text}" for span in answers.declarations(project, symbol)]


def test_a_name_leads_to_where_it_is_made(folder: Path) -> None:
    project = project_of(folder)
    assert declared(project, "shuffle pile", "pile") == ["board.yaml:pile"]
    assert declared(project, "action: play |", "play") == ["rules.yaml:play"]
    assert declared(project, "stone on goal", "goal") == ["rules.yaml:goal"]
    assert declared(project, "steps of card", "steps")[0] == "components.yaml:steps"  # overlays may, too
    assert declared(project, "north_1, north_2", "north_2", "drawing.yaml")[0] == "components.yaml:power_card"


def test_a_new_name_is_given_everywhere_and_the_game_stays_sound(folder: Path) -> None:
    project = project_of(folder)
    words = renamed(project, {}, ("name", "pile", 0), "stack", "en")
    assert {Path(word.span.file).name for word in words} >= {"board.yaml", "rules.yaml", "drawing.yaml"}
    assert {word.span.text for word in words} == {"pile"}
    assert words[: len(project.places["name", "pile", 0])] == project.places["name", "pile", 0]


def test_translations_get_the_new_name_too(folder: Path) -> None:
    project = project_of(folder)
    words = renamed(project, {}, ("name", "pile", 0), "stack", "en")
    lines = {word.span.source.text.splitlines()[word.span.line - 1] for word in words if word.span.file.endswith(".po")}
    assert 'msgid "zone.pile"' in lines
    assert {line.partition('"')[2].partition(".")[0] for line in lines} == {"zone"}
    steps = renamed(project, {}, ("attribute", "steps", 0), "distance_gone", "en")
    ids = [word.span for word in steps if word.span.file.endswith(".po")]
    assert {span.source.text[span.start - 10 : span.start] for span in ids} == {"attribute."}


def test_a_variable_is_renamed_in_its_text_alone(folder: Path) -> None:
    project = project_of(folder)
    first = next(symbol for symbol in project.places if symbol[0] == "local" and symbol[1].endswith("rules.yaml"))
    words = renamed(project, {}, first, "chosen", "en")
    assert len({word.text_start for word in words if not word.declares}) == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Crown", "is no name"),
        ("choose", "is a word of the language"),
        ("crown", "is taken already"),
        ("hand", "is taken already"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused(folder: Path, name: str, why: str) -> None:
    with pytest.raises(RenameRefusedError) as refused:
        renamed(project_of(folder), {}, ("name", "pile", 0), name, "en")
    assert why in str(refused.value)


def test_a_new_name_that_breaks_something_is_refused(folder: Path) -> None:
    """The names of pieces are made from the words of an enum."""
    path = folder / "components.yaml"
    text = path.read_text(encoding="utf-8") + "\nenums: {shade: [dark, light]}\n"
    rules = folder / "rules.yaml"
    spare = "  spare: move dark_1 to box\n  draw_card: |"
    more = rules.read_text(encoding="utf-8").replace("  draw_card: |", spare, 1)
    texts = {
        path: text.replace("power_card:", "tile: {each: {shade: shade, size: [1, 2]}}\n  power_card:", 1),
        rules: more,
    }
    project = project_of(folder, texts)
    assert project.findings == []
    with pytest.raises(RenameRefusedError, match="dark_1"):
        renamed(project, texts, ("name", "dark", 0), "black", "en")


# ---- completion, layout, colours ---------------------------------------------------------------------------------


def labels(project: Project, text: str) -> list[str]:
    return [item.label for item in completions(project, text, len(text))]


def test_completion_offers_what_begins_so(folder: Path) -> None:
    project = project_of(folder)
    assert "draw_card" in labels(project, "  x: dra")
    assert "shuffle pile" not in labels(project, "  x: dra")
    assert {"count", "crown"} <= set(labels(project, "  x: c"))
    assert labels(project, "  x: move crown to f5  # dra") == []


def test_completion_knows_the_variables_of_the_text(folder: Path) -> None:
    project = project_of(folder)
    text = "rules:\n  a(one: card): |\n    choose two in hand of me:\n      let three = one: "
    assert {"one", "two", "three"} <= set(labels(project, text))
    assert "two" not in labels(project, text + "\n  b: ")


def test_completion_offers_constructs_to_be_filled_in(folder: Path) -> None:
    found = completions(project_of(folder), "  x: for", len("  x: for"))
    item = next(one for one in found if one.label.startswith("for each"))
    assert item.insert_text is not None
    assert item.insert_text.startswith("for each ${1:")
    assert item.insert_text_format == types.InsertTextFormat.Snippet


def test_layout_changes_what_fmt_changes(folder: Path) -> None:
    text = (folder / "rules.yaml").read_text(encoding="utf-8")
    assert answers.formatted(SourceFile("rules.yaml", text), PLACES) == []
    assert answers.formatted(SourceFile("rules.yaml", "rules: ["), PLACES) == []
    untidy = text.replace("shuffle pile;", "shuffle   pile ;")
    (edit,) = answers.formatted(SourceFile("rules.yaml", untidy), PLACES)
    source = SourceFile("rules.yaml", untidy)
    start, end = PLACES.offset(source, edit.range.start), PLACES.offset(source, edit.range.end)
    assert untidy[:start] + edit.new_text + untidy[end:] == text


def test_colours_lie_on_the_words_of_the_texts(folder: Path) -> None:
    project = project_of(folder)
    source = source_of(project, "rules.yaml")
    data = highlight.tokens(project, source, PLACES)
    seen = set()
    line = column = 0
    for down, across, width, kind, _ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + down, across + (column if down == 0 else 0)
        seen.add((source.text.split("\n")[line][column : column + width], highlight.KINDS[kind]))
    assert {("shuffle", "keyword"), ("pile", "namespace"), ("action", "function"), ("card", "variable")} <= seen
    assert {("steps", "property"), ("stone", "class"), ("hero", "variable"), ("1", "number"), ("=", "operator")} <= seen


def test_a_finding_carries_its_hint_and_its_other_places(folder: Path) -> None:
    path = folder / "rules.yaml"
    project = project_of(folder, {path: path.read_text(encoding="utf-8").replace("shuffle pile", "shuffle pyle", 1)})
    (found,) = (answers.diagnostic(one, str, PLACES, "en") for one in project.findings)
    assert (found.code, found.severity) == ("unknown-name", types.DiagnosticSeverity.Error)
    assert found.message.splitlines()[1:] == ["did you mean 'pile'?"]
