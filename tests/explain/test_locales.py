"""Which locale a wish means, and catalogues that are cached, damaged or hostile."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.explain import LocaleError, Speaker, available_locales, resolve_locale, text, texts
from interpreter.explain.catalogue import EMPTY, _parsed, read_catalogue
from interpreter.explain.pseudo import disguise
from interpreter.source.files import MAX_BYTES, shown
from tests.explain.helpers import workshop

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "one"
msgid_plural "many"
msgstr[0] "{count} thing"
msgstr[1] "{count} things"

#, fuzzy
msgid "old"
msgstr "no longer true"

msgid "untold"
msgstr ""
"""


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("en", "en"),
        ("en_GB", "en"),
        ("de_AT.UTF-8", "de"),
        ("de-CH", "de"),
        ("ja_JP@x", "ja"),
        ("zh", "zh_Hans"),
        ("zh_CN", "zh_Hans"),
        ("zh_SG", "zh_Hans"),
        ("zh_TW", "zh_Hant"),
        ("zh_HK.Big5", "zh_Hant"),
        ("zh-Hant-TW", "zh_Hant"),
        ("zh_hans", "zh_Hans"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
    ],
)
def test_what_a_wish_means(wanted: str, found: str) -> None:
    assert resolve_locale(wanted) == found


@pytest.mark.parametrize(
    ("wanted", "nearest"), [("dee", "de"), ("jaa", "ja"), ("", None), ("../../en", None), ("xq", None)]
)
def test_an_unknown_locale_is_refused_with_the_nearest(wanted: str, nearest: str | None) -> None:
    with pytest.raises(LocaleError) as found:
        resolve_locale(wanted)
    diagnostic = found.value.diagnostic
    assert diagnostic.args["known"] == ", ".join(available_locales())
    assert (None if diagnostic.hint is None else diagnostic.hint[1]["name"]) == nearest


def test_plurals_fuzzy_and_empty_messages(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    path.write_text(PO, encoding="utf-8")
    found = read_catalogue(path, "en")
    assert [found.text("one", count) for count in (0, 1, 2, None)] == [
        "{count} things",
        "{count} thing",
        "{count} things",
        "{count} things",
    ]
    assert set(found.texts) == {"one"}


def test_a_changed_catalogue_is_read_again_and_a_damaged_cache_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "x.po"
    path.write_text(PO, encoding="utf-8")
    assert read_catalogue(path, "en").text("one", 1) == "{count} thing"
    (stored,) = (tmp_path / "cache").iterdir()
    for damage in (b"", b"{", b"[]", b'{"plural": "os.exit()", "texts": {}}', b'{"texts": 3}', b"\xff"):
        stored.write_bytes(damage)
        _parsed.cache_clear()
        assert read_catalogue(path, "en").text("one", 1) == "{count} thing"
    assert json.loads(stored.read_bytes())["texts"]["one"] == ["{count} thing", "{count} things"]
    path.write_text(PO.replace("{count} thing", "{count} piece"), encoding="utf-8")
    assert read_catalogue(path, "en").text("one", 1) == "{count} piece"


def test_the_same_file_is_read_for_each_locale_by_its_own_rule_for_plurals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "x.po"
    path.write_text('msgid "one"\nmsgid_plural "one.plural"\nmsgstr[0] "thing"\nmsgstr[1] "things"\n', encoding="utf-8")
    assert [read_catalogue(path, locale).text("one", 0) for locale in ("en", "hi")] == ["things", "thing"]


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "file"))
    path = tmp_path / "x.po"
    path.write_text(PO + "\n# another\n", encoding="utf-8")
    assert read_catalogue(path, "en").text("one", 1) == "{count} thing"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"hello\n", "catalogue-entry"),
        (b'msgid "a"\nmsgstr "\xff"\n', "invalid-utf8"),
        (
            b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=__import__;"\n\nmsgid "a"\nmsgstr "b"\n',
            "catalogue-unreadable",
        ),
        (
            b'msgid ""\nmsgstr "Content-Type: text/plain; charset=latin-1\\n"\n\nmsgid "a"\nmsgstr "\xe9"\n',
            "invalid-utf8",
        ),
        (b"#" * (MAX_BYTES + 1), "file-too-large"),
    ],
    ids=["syntax", "encoding", "plural rule", "other encoding", "size"],
)
def test_a_bad_catalogue_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "x.po"
    path.write_bytes(content)
    with pytest.raises(LocaleError) as found:
        read_catalogue(path, "en")
    assert found.value.diagnostic.code == code
    assert found.value.diagnostic.span.file == shown(path)


@pytest.mark.parametrize(
    "line",
    ['msgstr "Race', 'msgstr Race"', 'msgstr "The "Race""', 'msgstr "Race" x', 'msgstr "R\\"', 'msgstr[0] "Race'],
)
def test_a_broken_quote_is_told_at_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "x.po"
    path.write_text(f'{PO}\nmsgid "game"\n{line}\n', encoding="utf-8")
    with pytest.raises(LocaleError) as found:
        read_catalogue(path, "en")
    assert found.value.diagnostic.code == "catalogue-quotes"
    assert found.value.diagnostic.span.text == line


@pytest.mark.parametrize("text", [r'"say \"Race\""', r'"a\\"', '""\n"Ra"\n"ce"', '"Race"  '])
def test_quotes_in_order_are_no_fault(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.po"
    path.write_text(f'{PO}\nmsgid "game"\nmsgstr {text}\n', encoding="utf-8")
    assert read_catalogue(path, "en").text("one", 1) == "{count} thing"


def test_a_folder_in_the_place_of_a_catalogue_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LocaleError):
        read_catalogue(tmp_path, "en")
    assert read_catalogue(tmp_path / "none.po", "en") is EMPTY


def test_a_catalogue_may_not_lie_outside_its_game(tmp_path: Path) -> None:
    model, folder = workshop()
    (tmp_path / "game" / "locales").mkdir(parents=True)
    (tmp_path / "game" / "locales" / "en.po").symlink_to(folder / "locales" / "en.po")
    with pytest.raises(LocaleError):
        Speaker(model, "en", [tmp_path / "game"])


def test_a_message_of_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "LOCALES", tmp_path)
    for locale, words in (("en", PO), ("de", PO.replace("thing", "Ding").replace("Dings", "Dinge"))):
        (tmp_path / locale).mkdir()
        (tmp_path / locale / "ui.po").write_text(words, encoding="utf-8")
    assert [text("one", "de_AT", count=count) for count in (1, 2)] == ["1 Ding", "2 Dinge"]
    assert text("one", "ja", count=2) == "2 things"
    assert text("no-such-message", "de") == "no-such-message"


def test_a_sentence_from_a_warm_cache_needs_no_babel(tmp_path: Path, root: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from interpreter.explain import Speaker\n"
        "from interpreter.model import build_model, load_definition\n"
        f"folder = Path({str(root / 'tests' / 'explain' / 'games' / 'workshop')!r})\n"
        "model, _ = build_model(load_definition(folder)[0], 4)\n"
        "print(Speaker(model, 'zh_Hans', [folder]).say_effect(model.setup), 'babel' in sys.modules)\n"
    )
    environment = {"KAMON_CACHE_DIR": str(tmp_path), "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(root)}
    said = [
        subprocess.run([sys.executable, "-c", code], env=environment, cwd=root, capture_output=True, check=True)
        for _ in range(2)
    ]
    assert [one.stdout.decode().split() for one in said] == [
        ["将牌堆洗匀。", "True"],
        ["将牌堆洗匀。", "False"],
    ]


def test_the_pseudo_locale_is_english_in_disguise() -> None:
    assert text("graph.written", "qps", path="board.svg") == "Wrïïttééñ töö board.svg"
    assert "qps" not in available_locales()


def test_a_disguise_keeps_what_is_filled_in() -> None:
    assert disguise("{count} of {name:acc}") == "{count} öf {name:acc}"
