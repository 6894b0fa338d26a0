"""The cache of compiled code on disk: whose it is, what it was made of, and whether it is whole."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

from dominoes_lang.table import arm_ends, state, trains
from dominoes_lang.text.own_files import PRIVATE_FILE, make_own, read_own

PRIVATE_NAME = f"dominoes-rules-{os.getuid() if hasattr(os, 'getuid') else 0}"
"""The folder of this user in numba's own, which several users may share."""

_CONSTANTS = (arm_ends.__file__, state.__file__, trains.__file__)
"""The files outside whose numbers are in the code of kernels."""


def _stamp() -> str:
    """What all the kernels are made of, in short."""
    digest = sha256()
    here = Path(__file__).parents[1]
    solver = here.parents[1]
    outside = [solver / "chance.py", solver / "shown_facts.py", *map(Path, _CONSTANTS)]
    for path in (*sorted(here.rglob("*.py")), *outside):
        digest.update(path.read_bytes())
    return digest.hexdigest()


STAMP = _stamp()

# numba is typed in part only.
_CacheFile: Any = IndexDataCacheFile
_Cache: Any = FunctionCache


class SealedFile(_CacheFile):  # type: ignore[misc]
    """Compiled code on disk with its digest: what is damaged is not loaded, and compiled anew.

    numba would unpickle and run whatever is there, whoever wrote it. A digest shows damage only, so
    code is kept in a folder, and read from files, that nobody else can write to.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: object) -> None:
        """Raises `OSError` where the user can't have such a folder at the path."""
        folder = Path(cache_path, PRIVATE_NAME)
        make_own(folder)
        super().__init__(str(folder), filename_base, source_stamp)

    def _dump(self, value: object) -> bytes:
        data: bytes = super()._dump(value)
        return sha256(data).digest() + data

    def _save_index(self, overloads: dict[object, str]) -> None:
        with self._open_for_write(self._index_path) as stream:
            stream.write(self._dump((*self._made_of, overloads)))

    def _load_index(self) -> dict[object, str]:
        try:
            index = self._unsealed(self._index_path)
        except OSError:
            return {}
        match index:
            case (version, stamp, dict(overloads)) if (version, stamp) == self._made_of:
                return overloads
        return {}

    @property
    def _made_of(self) -> tuple[object, object]:
        return self._version, self._source_stamp

    def _load_data(self, name: str) -> Any:
        return self._unsealed(self._data_path(name))

    def _unsealed(self, path: str) -> Any:
        """What a file holds. Raises `OSError`, as numba expects it of a file that is gone."""
        data = read_own(Path(path))
        seal, data = data[:32], data[32:]
        if sha256(data).digest() != seal:
            raise OSError(f"{path} is damaged")
        try:
            return pickle.loads(data)
        except Exception as error:  # noqa: BLE001 (whatever ails a cache, it is only a cache)
            raise OSError(f"{path} can't be read: {type(error).__name__}") from None

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[Any]:
        with super()._open_for_write(path) as stream:
            Path(stream.name).chmod(PRIVATE_FILE)  # whatever the umask is: see `read_own`
            yield stream


class SealedCache(_Cache):  # type: ignore[misc]
    """The compiled code of one function, current while no source of any kernel has changed.

    numba would check the age of the function's own file alone, and not of what it calls.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = SealedFile(self.cache_path, self._impl.filename_base, STAMP)
