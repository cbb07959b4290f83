"""The wire: whatever arrives is answered, and nothing of it is told on standard error."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol

if TYPE_CHECKING:
    from pygls.protocol.json_rpc import RPCMessage

MAX_LINE = 4_096  # bytes of a header
MAX_MESSAGE = 64_000_000  # bytes
_CHUNK = 1 << 16

# Whoever asked is told what went wrong; the library would write it to standard error too, with a traceback.
logging.getLogger("pygls").addHandler(logging.NullHandler())
logging.getLogger("pygls").propagate = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A message without the protocol's shape. id: of the question, None for what has none. awaited: by somebody."""

    id: str | int | None
    awaited: bool
    problem: JsonRpcException


class KamonProtocol(LanguageServerProtocol):
    """The protocol, with an answer also to what cannot be understood."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message that an object is, or that it is refused."""
        asked = data.get("id")
        known = asked if isinstance(asked, str | int) else None
        try:
            if asked is not known:
                raise JsonRpcInvalidRequest
            return super().structure_message(data)
        except JsonRpcException as problem:
            return Refused(known if "method" in data else None, "id" in data or "method" not in data, problem)

    def handle_message(self, message: RPCMessage) -> None:
        """Has a message carried out or answered, whatever it is."""
        if isinstance(message, Refused):
            if message.awaited:
                self.refuse(message.problem, message.id)
        elif hasattr(message, "jsonrpc"):
            super().handle_message(message)
        else:
            self.refuse(JsonRpcInvalidRequest())

    def refuse(self, problem: JsonRpcException, asked: str | int | None = None) -> None:
        """Answers a question; None: nobody knows which."""
        answer = {"jsonrpc": self.VERSION, "id": asked, "error": problem.to_response_error()}
        self._send_data(answer)


class Incoming:
    """What a client sends: lines and messages of bounded length."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """A line, or the first part of one that is too long; empty at the end."""
        return self._stream.readline(MAX_LINE)

    def read(self, count: int) -> bytes:
        """That many bytes, fewer at the end. Of a message that is too large none are kept, and what is returned is
        no message.
        """
        if count <= MAX_MESSAGE:
            return self._stream.read(count)
        while count > 0 and (skipped := self._stream.read(min(count, _CHUNK))):
            count -= len(skipped)
        return b"?"
