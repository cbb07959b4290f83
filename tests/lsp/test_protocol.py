"""What a client may send, however strange: each question has its answer, and standard error stays empty."""

import io
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from interpreter.lsp.protocol import MAX_MESSAGE
from interpreter.lsp.server import make_server

INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR = -32602, -32600, -32700
PATIENCE = 20  # seconds until a question counts as not answered


class Wire(io.BytesIO):
    """What a client sends. It hangs up when it has as many answers as it waits for."""

    def __init__(self, messages: list[bytes], awaited: int) -> None:
        super().__init__(b"".join(messages))
        self.heard = io.BytesIO()
        self.awaited = awaited

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        end = time.monotonic() + PATIENCE
        while not line and len(self.answers()) < self.awaited and time.monotonic() < end:
            time.sleep(0.01)
        return line

    def answers(self) -> list[dict[str, Any]]:
        parts = self.heard.getvalue().split(b"Content-Length: ")[1:]
        return [one for part in parts if "method" not in (one := json.loads(part.split(b"\r\n\r\n", 1)[1]))]


def framed(body: bytes, length: int | None = None) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % (len(body) if length is None else length) + body


def asked(number: object, method: str, params: dict[str, Any]) -> bytes:
    return framed(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode())


def told(method: str, params: dict[str, Any]) -> bytes:
    return framed(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())


def at(uri: str, line: int = 0) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}}


def talk(*messages: bytes, awaited: int) -> list[dict[str, Any]]:
    """The answers to some messages after the first greeting."""
    greeting = asked("greeting", "initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    wire = Wire([greeting, *messages], awaited + 1)
    make_server("en").start_io(wire, wire.heard)
    answers = wire.answers()
    assert answers[0]["id"] == "greeting"
    return answers[1:]


@pytest.fixture
def uris(tmp_path: Path) -> dict[str, str]:
    """Files that nobody has opened and that are no texts of a game."""
    (tmp_path / "big.yaml").write_bytes(b"x" * 2_000_001)
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\xfd")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
    paths = {path.name: path.as_uri() for path in tmp_path.iterdir()}
    return {
        **paths,
        "device": "file:///dev/zero",
        "folder": tmp_path.as_uri(),
        "missing": "file:///nowhere/at/all.yaml",
        "no path": "file:///a%00b.yaml",
        "not saved": "untitled:1",
        "nothing": "",
        "too long": f"file:///{'a' * 5000}.yaml",
    }


def test_of_a_file_that_cannot_be_read_nothing_is_known(
    uris: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    questions = [asked(name, "textDocument/hover", at(uri)) for name, uri in uris.items()]
    assert {answer["id"]: answer["result"] for answer in talk(*questions, awaited=len(uris))} == dict.fromkeys(uris)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("method", "nothing"),
    [
        ("textDocument/completion", {"isIncomplete": True, "items": []}),
        ("textDocument/definition", []),
        ("textDocument/prepareRename", None),
        ("textDocument/formatting", []),
        ("textDocument/semanticTokens/full", {"data": []}),
    ],
)
def test_whatever_is_asked_about_a_missing_file(method: str, nothing: object) -> None:
    options = {"options": {"tabSize": 2, "insertSpaces": True}}
    (answer,) = talk(asked(1, method, {**at("file:///nowhere/at/all.yaml"), **options}), awaited=1)
    assert answer["result"] == nothing


def test_a_position_that_cannot_be_is_refused_to_who_asked(capfd: pytest.CaptureFixture[str]) -> None:
    messages = [asked(number, "textDocument/hover", at("file:///x.yaml", number)) for number in (-1, 1 << 70)]
    answers = talk(*messages, awaited=2)
    assert [(one["id"], one["error"]["code"]) for one in answers] == [(-1, INVALID_PARAMS), (1 << 70, INVALID_PARAMS)]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("body", [b"{nope", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_told(body: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    answers = talk(framed(body), asked(1, "textDocument/hover", at("")), awaited=2)
    assert [(one["id"], one.get("error", {}).get("code")) for one in answers] == [(None, PARSE_ERROR), (1, None)]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("body", [b"[]", b'"x"', b'{"a": 1}', b'{"jsonrpc": "2.0", "id": [], "method": "shutdown"}'])
def test_what_is_no_message_is_told(body: bytes) -> None:
    answers = talk(framed(body), asked(1, "textDocument/hover", at("")), awaited=2)
    assert [(one["id"], one.get("error", {}).get("code")) for one in answers] == [(None, INVALID_REQUEST), (1, None)]


def test_what_is_only_told_has_no_answer_even_when_it_is_wrong() -> None:
    answers = talk(told("textDocument/didOpen", {"textDocument": 5}), asked(1, "textDocument/hover", at("")), awaited=1)
    assert [one["id"] for one in answers] == [1]


def test_a_message_that_is_too_large_is_passed_over(capfd: pytest.CaptureFixture[str]) -> None:
    large = framed(b" " * (MAX_MESSAGE + 1))
    answers = talk(large, asked(1, "textDocument/hover", at("")), awaited=2)
    assert [one["id"] for one in answers] == [None, 1]
    assert talk(framed(b"{}", 10**4000), awaited=1)[0]["error"]["code"] == PARSE_ERROR
    assert capfd.readouterr().err == ""
