"""Many games on several processes: each is a function of its seed and players, whichever process plays it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from typing import Any, NoReturn, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def run_all(play: Callable[[S], T], games: Sequence[S], jobs: int) -> Iterator[T]:
    """What `play` returns for every game, named by its seed or otherwise, as it arrives. With one job everything
    runs in this process.

    `play` is sent to the other processes: it must be a module-level function, or a `partial` of one. Ctrl-C, SIGTERM,
    an error or the end of the iterator ends the other processes at once, and so does SIGKILL.
    """
    if jobs <= 1 or len(games) <= 1:
        yield from map(play, games)
        return
    others = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(min(jobs, len(games)), get_context("spawn"), initializer=end_with_parent)
    before = hear_term()
    try:
        with deaf():
            futures = [pool.submit(play, game) for game in games]
        for future in as_completed(futures):
            yield future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            if child.pid not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown()
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def end_with_parent() -> None:
    """Let this process end when the one that began it is gone. One that was killed cannot end the others, and they
    would wait for games for ever."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> NoReturn:
    parent.join()
    os._exit(1)


def hear_term() -> Any:
    """Let SIGTERM end this process by an exception, as Ctrl-C does, so that it can end the others first.

    Returns what it did before; None if nothing was changed: in another thread than the main one, or where the program
    hears it itself.
    """
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        return None
    return signal.signal(signal.SIGTERM, _end)


def _end(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that begin here do not hear Ctrl-C, which a terminal sends to all: it is for this one to end them. If
    it comes in the meantime, it is heard at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
