"""Work done at the same time, in processes that begin as this one is."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

Result = TypeVar("Result")


def beside(work: Callable[[], Result]) -> Callable[[], Result]:
    """Begins work and gives the function that waits for what it comes to.

    It is done in a process of its own that has all that was read and made here, where there is a core for it and the
    system makes such processes safely, and its result is sent back; elsewhere, and when it fails there, it is done
    when it is waited for.
    """
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1 or threading.active_count() > 1:
        return work
    from multiprocessing import get_context

    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, work), daemon=True)
    process.start()
    sender.close()

    def wait() -> Result:
        try:
            found: Result = receiver.recv()
        except EOFError:
            return work()
        except BaseException:  # an interrupt, after which nobody waits any more
            process.kill()
            raise
        finally:
            receiver.close()
            process.join()
        return found

    return wait


def _send(sender: Connection, work: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sender.send(work())
    except Exception:  # noqa: BLE001 - it is done again, and told, where it is waited for
        return
