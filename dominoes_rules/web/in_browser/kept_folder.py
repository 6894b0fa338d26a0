"""The folder that the browser keeps from one visit to the next."""

from __future__ import annotations

from pathlib import Path


class KeptFolder:
    """Tells when the browser has something new to keep."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = self._state()

    def has_changed(self) -> bool:
        """Whether something is there that was not when this was last asked."""
        before, self._seen = self._seen, self._state()
        return self._seen != before

    def _state(self) -> dict[str, tuple[int, int]]:
        """The time and the size of each file and folder."""
        return {
            f"{path}": (status.st_mtime_ns, status.st_size)
            for path in self._folder.rglob("*")
            if (status := path.stat())
        }
