"""The language server: keeps the games of open files, says what is wrong as somebody types, and answers questions.

Games are read and checked in one other thread, so that questions are answered meanwhile, from the moment before.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcParseError
from pygls.lsp.server import LanguageServer

from interpreter import __version__
from interpreter.explain import LocaleError, resolve_locale
from interpreter.lsp import answers, highlight
from interpreter.lsp.completion import completions
from interpreter.lsp.describe import Describer, told
from interpreter.lsp.places import Places
from interpreter.lsp.project import Home, Project, check_whole, home_of, path_of
from interpreter.lsp.protocol import Incoming, KamonProtocol
from interpreter.lsp.rename import RenameRefusedError, renamed
from interpreter.source import Diagnostic, SourceFile
from interpreter.source.files import decode, read_bytes, resolved, shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from pygls.server import ServerErrors

    from interpreter.lsp.project import Symbol

T = TypeVar("T")
PAUSE = 0.15  # seconds without a keystroke before the game is read again
REST = 0.7  # more seconds before it is checked for every number of players


class KamonServer(LanguageServer):
    """The state of one editor's session. locale: what everything is said in."""

    protocol: KamonProtocol

    def __init__(self, locale: str | None) -> None:
        super().__init__("kamon", f"v{__version__}", protocol_cls=KamonProtocol)
        self.locale = locale or "en"
        self.wishes_locale = locale is None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="kamon-check")
        self._projects: dict[Home, Project] = {}
        self._describers: dict[Home, Describer] = {}
        self._tasks: dict[Home, asyncio.Task[None]] = {}
        self._found: dict[Home, dict[Path, list[Diagnostic]]] = {}

    # ---- files -----------------------------------------------------------------------------------------------

    @property
    def places(self) -> Places:
        """Positions in the units that this client counts in."""
        return Places(self.workspace.position_codec)

    def texts(self) -> dict[Path, str]:
        """What the open files hold, saved or not."""
        return {_path(uri): document.source for uri, document in self.workspace.text_documents.items()}

    def uri(self, name: str) -> str:
        """The name of a file for the client; its own for an open one."""
        path = path_of(name)
        opened = (uri for uri in self.workspace.text_documents if _path(uri) == path)
        return next(opened, None) or uris.from_fs_path(str(path)) or name

    def source(self, uri: str) -> SourceFile | None:
        """A file as it stands in the editor, or as it is saved; None for one that cannot be read."""
        path = _path(uri)
        opened = self.texts().get(path)
        if opened is not None:
            return SourceFile(shown(path), opened)
        content = read_bytes(path)
        source, problem = (None, content) if isinstance(content, Diagnostic) else decode(shown(path), content)
        return source if problem is None else None

    async def in_thread(self, work: Callable[[], T]) -> T:
        """What a slow piece of work returns."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    # ---- the wire --------------------------------------------------------------------------------------------

    def start_io(self, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
        """Serves one client."""
        super().start_io(None if stdin is None else Incoming(stdin), stdout)  # type: ignore[arg-type]

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Tells the client of what nobody answers for otherwise."""
        if source is JsonRpcException:
            self.protocol.refuse(JsonRpcParseError())
        else:
            super().report_server_error(error, source)

    # ---- games -----------------------------------------------------------------------------------------------

    async def project(self, uri: str, *, fresh: bool = False) -> Project | None:
        """The game that a file belongs to; a `fresh` one knows the last keystroke. None for a file of none."""
        home = home_of(_path(uri))
        if home is None:
            return None
        known = self._projects.get(home)
        if known is None or (fresh and self._is_old(known)):
            return await self._read(home)
        return known

    def _is_old(self, project: Project) -> bool:
        documents = project.documents
        return any(path in documents and documents[path].source.text != text for path, text in self.texts().items())

    async def _read(self, home: Home) -> Project:
        texts = self.texts()
        return await self.in_thread(lambda: self._read_now(home, texts))

    def _read_now(self, home: Home, texts: dict[Path, str]) -> Project:
        """Reads a game, in the other thread. What cannot be read at the moment is kept as it was, or as it is saved."""
        before = self._projects.get(home)
        project = Project(home, texts, before)
        if project.scope is None and texts:
            project = Project(home, texts, Project(home, {}))
        project.places, project.effects, project.variables  # noqa: B018 - made on first use, and no question is to wait for them
        changed = before is None or before.model is not project.model
        if changed and project.model is not None:
            self._describers[home] = Describer(project.model, self.locale, project.homes)
        self._projects[home] = project
        return project

    def describer(self, project: Project) -> Describer | None:
        """Says what the parts of a game are; None while its rules have never been sound."""
        return self._describers.get(project.home)

    def described(self, spec: str, symbol: Symbol) -> str:
        """What a name of a game stands for."""
        known = (project for home, project in self._projects.items() if home.spec == spec)
        project = next(known, None)
        return "" if project is None else told(project, symbol, self.describer(project))

    # ---- findings --------------------------------------------------------------------------------------------

    def look_again(self, uri: str, *, saved: bool = False) -> None:
        """Reads and checks the game of a file soon; what was under way for it is given up."""
        home = home_of(_path(uri))
        if home is not None:
            if home in self._tasks:
                self._tasks[home].cancel()
            self._tasks[home] = asyncio.get_running_loop().create_task(self._look(home, saved=saved))

    async def _look(self, home: Home, *, saved: bool) -> None:
        await asyncio.sleep(0 if saved else PAUSE)
        project = await self._read(home)
        self._publish(home, project.findings)
        await asyncio.sleep(0 if saved else REST)
        texts = self.texts()
        self._publish(home, await self.in_thread(lambda: check_whole(home, texts, saved=saved)))

    def _publish(self, home: Home, findings: list[Diagnostic]) -> None:
        found: dict[Path, list[Diagnostic]] = {}
        for one in findings:
            if one.span.file and not one.span.file.startswith("<"):
                found.setdefault(path_of(one.span.file), []).append(one)
        opened = (_path(uri) for uri in self.workspace.text_documents)
        changed = {*self._found.get(home, {}), *found, *(path for path in opened if home_of(path) == home)}
        self._found[home] = found
        for path in changed:
            self._publish_file(path)

    def _publish_file(self, path: Path) -> None:
        """All that is wrong with a file, whichever of the open games says so."""
        every = [one for found in self._found.values() for one in found.get(path, ())]
        distinct = {repr(one): one for one in every}.values()
        said = [answers.diagnostic(one, self.uri, self.places, self.locale) for one in distinct]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(self.uri(shown(path)), said))

    def forget(self, uri: str) -> None:
        """A file was closed: what is wrong with its game is said no longer when no other file of it is open."""
        home = home_of(_path(uri))
        others = (home_of(_path(other)) for other in self.workspace.text_documents if other != uri)
        if home is not None and home not in others:
            if home in self._tasks:
                self._tasks.pop(home).cancel()
            self._publish(home, [])


def _path(uri: str) -> Path:
    return resolved(Path(uris.to_fs_path(uri) or uri))


def make_server(locale: str | None = None) -> KamonServer:
    """A server with all that it answers. locale: None for the client's."""
    server = KamonServer(locale)
    _add_files(server)
    _add_questions(server)
    _add_changes(server)
    return server


def _add_files(server: KamonServer) -> None:
    """What the client tells."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        if server.wishes_locale and params.locale:
            try:
                server.locale = resolve_locale(params.locale)
            except LocaleError:
                server.locale = "en"

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.look_again(params.text_document.uri, saved=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.look_again(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.look_again(params.text_document.uri, saved=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def elsewhere(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.look_again(change.uri)


def _add_questions(server: KamonServer) -> None:
    """What the client asks."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        place = await _place(server, params)
        if place is None:
            return None
        return answers.hover(*place, server.describer(place[0]), server.places)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(resolve_provider=True))
    async def complete(params: types.CompletionParams) -> types.CompletionList:
        place = await _place(server, params)
        found = [] if place is None else completions(place[0], place[1].text, place[2])
        return types.CompletionList(is_incomplete=True, items=found)

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        if isinstance(item.data, list | tuple) and len(item.data) == 3:
            sort, name, spec = map(str, item.data)
            said = server.described(spec, (sort, name, 0))
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, said) if said else None
        return item

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        project, symbol = await _asked(server, params)
        spans = [] if project is None or symbol is None else answers.declarations(project, symbol)
        return answers.locations(spans, server.uri, server.places)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        project, symbol = await _asked(server, params)
        words = [] if project is None or symbol is None else project.places[symbol]
        wanted = [word.span for word in words if params.context.include_declaration or not word.declares]
        return answers.locations(wanted, server.uri, server.places)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, highlight.LEGEND)
    async def highlighted(params: types.SemanticTokensParams) -> types.SemanticTokens:
        uri = params.text_document.uri
        project, source = await server.project(uri), server.source(uri)
        if project is None or source is None:
            return types.SemanticTokens([])
        return types.SemanticTokens(highlight.tokens(project, source, server.places))


def _add_changes(server: KamonServer) -> None:
    """What the client wants changed."""

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def layout(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        source = server.source(params.text_document.uri)
        return [] if source is None else answers.formatted(source, server.places)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def can_rename(params: types.PrepareRenameParams) -> types.Range | None:
        place = await _place(server, params, fresh=True)
        if place is None:
            return None
        project, source, offset = place
        symbol, word = answers.symbol_at(project, source, offset), answers.word_at(source, offset)
        if symbol is None or word is None:
            return None
        made = any(one.declares for one in project.places[symbol])
        return server.places.range(word.span) if made else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        project, symbol = await _asked(server, params)
        if project is None or symbol is None:
            return None
        texts, name = server.texts(), params.new_name
        try:
            words = await server.in_thread(lambda: renamed(project, texts, symbol, name, server.locale))
        except RenameRefusedError as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        return answers.edits(words, name, server.uri, server.places)


class _AtPlace(Protocol):
    """A question about a place in a file."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


async def _place(
    server: KamonServer, params: _AtPlace, *, fresh: bool = False
) -> tuple[Project, SourceFile, int] | None:
    """The game of a file, the file as it is now, and a place in it; None for a file of no game."""
    uri = params.text_document.uri
    project, source = await server.project(uri, fresh=fresh), server.source(uri)
    if project is None or source is None:
        return None
    return project, source, server.places.offset(source, params.position)


async def _asked(server: KamonServer, params: _AtPlace) -> tuple[Project | None, Symbol | None]:
    """The game of a file as it is now, and what is at a place in it."""
    place = await _place(server, params, fresh=True)
    return (None, None) if place is None else (place[0], answers.symbol_at(*place))
