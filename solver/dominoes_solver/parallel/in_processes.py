"""The same work for many chunks, shared among processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar
from warnings import catch_warnings, simplefilter

from dominoes_solver.parallel.workers import NO_JOBLIB, WorkersError

_Chunk = TypeVar("_Chunk")
_Answer = TypeVar("_Answer")


def in_processes(
    work: Callable[[_Chunk], _Answer], chunks: Iterable[_Chunk], jobs: int
) -> Generator[_Answer, None, None]:
    """The answer for each chunk, in order; two chunks for each process are under way.

    Closing it gives up what is under way. Raises `WorkersError` without joblib.
    """
    try:
        from joblib import Parallel, delayed
    except ImportError:
        raise WorkersError(NO_JOBLIB) from None
    pool: Any = Parallel(n_jobs=jobs, return_as="generator", pre_dispatch="2 * n_jobs")
    answers = pool(delayed(work)(chunk) for chunk in chunks)
    try:
        yield from answers
    finally:
        with catch_warnings():
            simplefilter("ignore")  # that work is given up
            answers.close()
