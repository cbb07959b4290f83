"""The language server, asked by a real client over standard input and output."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")
pytest.importorskip("pytest_lsp")

import pytest_lsp  # type: ignore[import-not-found, unused-ignore]
from lsprotocol import types

pytestmark = pytest.mark.asyncio
GAMES = Path(__file__).resolve().parents[2] / "games"
COMMAND = [sys.executable, "-m", "interpreter", "lsp"]


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig(server_command=COMMAND))  # type: ignore[untyped-decorator]
async def client(lsp_client: pytest_lsp.LanguageClient) -> AsyncIterator[None]:
    parameters = types.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"), locale="de")
    await lsp_client.initialize_session(parameters)
    yield
    await lsp_client.shutdown_session()


class Editor:
    """A folder of a game, and files opened in it."""

    def __init__(self, client: Any, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def open(self, name: str) -> str:
        uri = self.uri(name)
        document = types.TextDocumentItem(uri, "yaml", 1, self.text(name))
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
        self.versions[uri] = 1
        return uri

    def change(self, uri: str, text: str) -> None:
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    async def findings(self, uri: str, *, some: bool) -> list[types.Diagnostic]:
        """What is wrong with a file, once there is something, or nothing any more."""
        for _ in range(300):
            if bool(self.client.diagnostics.get(uri)) == some and uri in self.client.diagnostics:
                return list(self.client.diagnostics[uri])
            await asyncio.sleep(0.05)
        raise AssertionError(f"still {self.client.diagnostics.get(uri)}")

    def at(self, name: str, text: str, word: str = "") -> dict[str, Any]:
        """The place of a word in the first such text of a file, as requests take it."""
        whole = self.text(name)
        offset = whole.index(text) + text.index(word or text)
        line = whole.count("\n", 0, offset)
        position = types.Position(line, offset - whole.rfind("\n", 0, offset) - 1)
        return {"text_document": types.TextDocumentIdentifier(self.uri(name)), "position": position}


@pytest.fixture
def editor(client: Any, tmp_path: Path) -> Editor:
    shutil.copytree(GAMES / "rosenkoenig", tmp_path / "rosenkoenig")
    return Editor(client, tmp_path / "rosenkoenig")


async def test_mistakes_show_as_one_types_and_go_when_they_are_mended(editor: Editor) -> None:
    uri = editor.open("rules.yaml")
    assert await editor.findings(uri, some=False) == []
    sound = editor.text("rules.yaml")
    editor.change(uri, sound.replace("move card to discards", "move card to discard", 1))
    (found,) = await editor.findings(uri, some=True)
    assert found.code == "unknown-name"
    assert found.source == "kamon"
    assert "„discard“" in found.message
    assert "discards" in found.message.splitlines()[1]
    line = sound[: sound.index("move card to discards")].count("\n")
    assert found.range.start.line == line
    assert found.range.end.character - found.range.start.character == len("discard")
    editor.change(uri, sound)
    await editor.findings(uri, some=False)


async def test_a_place_is_explained_in_the_editors_language(editor: Editor) -> None:
    editor.open("rules.yaml")
    place = editor.at("rules.yaml", "pay hero", "hero")
    found = await editor.client.text_document_hover_async(types.HoverParams(**place))
    assert "Helden" in found.contents.value
    assert "`counter hero of player`" in found.contents.value


async def test_a_name_leads_to_where_it_is_declared_and_used(editor: Editor) -> None:
    editor.open("rules.yaml")
    place = editor.at("rules.yaml", "shuffle pile", "pile")
    (found,) = await editor.client.text_document_definition_async(types.DefinitionParams(**place))
    assert found.uri == editor.uri("board.yaml")
    context = types.ReferenceContext(include_declaration=False)
    places = await editor.client.text_document_references_async(types.ReferenceParams(context=context, **place))
    assert {Path(one.uri).parent.name + "/" + Path(one.uri).name for one in places} >= {
        "rosenkoenig/rules.yaml",
        "scenarios/drawing.yaml",
    }


async def test_a_new_name_is_given_everywhere_or_refused(editor: Editor) -> None:
    editor.open("rules.yaml")
    place = editor.at("rules.yaml", "shuffle pile", "pile")
    renamed = await editor.client.text_document_rename_async(types.RenameParams(new_name="stack", **place))
    assert {editor.uri("board.yaml"), editor.uri("scenarios/drawing.yaml")} <= renamed.changes.keys()
    assert {edit.new_text for edits in renamed.changes.values() for edit in edits} == {"stack"}
    with pytest.raises(Exception, match="crown"):
        await editor.client.text_document_rename_async(types.RenameParams(new_name="crown", **place))


async def test_what_is_typed_can_be_completed_while_it_is_no_yaml(editor: Editor) -> None:
    uri = editor.open("rules.yaml")
    text = editor.text("rules.yaml") + "  more: |\n  - [ choose card in hand of me: move card to di"
    editor.change(uri, text)
    place = types.Position(text.count("\n"), len(text.rpartition("\n")[2]))
    params = types.CompletionParams(types.TextDocumentIdentifier(uri), place)
    found = await editor.client.text_document_completion_async(params)
    item = next(one for one in found.items if one.label == "discards")
    assert item.detail == "zone discards"
    told = await editor.client.completion_item_resolve_async(item)
    assert "Ablagestapel" in told.documentation.value


async def test_texts_are_laid_out_and_coloured(editor: Editor) -> None:
    rules = editor.folder / "rules.yaml"
    rules.write_text(editor.text("rules.yaml").replace("shuffle pile;", "shuffle   pile ;"), encoding="utf-8")
    uri = editor.open("rules.yaml")
    document = types.TextDocumentIdentifier(uri)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    (edit,) = await editor.client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    assert edit.range.start.line == edit.range.end.line == 3
    found = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert list(found.data[:5]) == [3, 2, len("shuffle"), 0, 0]
