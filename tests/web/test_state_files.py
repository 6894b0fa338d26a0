"""Whatever is in the folder of tables, the server starts, and all other tables live."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from dominoes_rules import library
from tests.web.clients import begin, serving

GAMES = {name: library.variant(name) for name in ("block", "partnership")}
HOSTILE: tuple[object, ...] = (
    5, -1, 0.5, None, True, "", "é" * 64, "../../etc/x", "\u202e", "x" * 70_000, [], ["A"], {},
    {"A": 1}, 10**30, 99,
)  # fmt: skip
IN_A_USUAL_RUN = 14


def served(folder: Path) -> AbstractContextManager[TestClient]:
    return serving(folder, games=GAMES)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A folder with an evening that has a round of two tables, and two tables more; their names."""
    folder = tmp_path_factory.mktemp("kept")
    with served(folder) as client:
        first, second = (begin(client, friends="1", open="on").room for _ in range(2))
        fields = {"game": "block", "names": "Ana\nBob\nEva\nIan", "rounds": "2", "size": "2"}
        page = client.post("/evening", data=fields).text
        token = re.findall(r'name="token" value="([^"]+)"', page)[0]
        client.post("/evening/do", data={"act": "draw", "token": token})
    return folder, first, second


def survivors(folder: Path, spoilt: str, other: str) -> TestClient:
    """Start a server, and look at every page that may show what is in the files."""
    with served(folder) as client:
        assert other in client.get("/").text
        assert client.get(f"/t/{other}/").status_code == 200
        assert client.get(f"/t/{spoilt}/", headers={"Cookie": "seat=x"}).status_code in {200, 404}
        for path in ("/evening", "/evening/standings.csv"):
            answer = client.get(path, headers={"Cookie": "player=x; evening=y"})
            assert answer.status_code in {200, 404}, path
        missing = client.get("/evening/player/xyz")
        assert missing.status_code == 404
        return client


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values of a JSON file are, whole lists and objects included."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: object) -> Any:
    changed = deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return changed


def changes(value: Any) -> list[tuple[tuple[Any, ...], object]]:
    return [(path, new) for path in places(value) for new in HOSTILE]


def files_of(folder: Path, room: str) -> list[Path]:
    evening = next((folder / "tables").glob("*.evening"))
    return [folder / "tables" / f"{room}.json", evening]


@pytest.mark.parametrize(
    "share", [pytest.param(None, marks=pytest.mark.slow, id="all"), IN_A_USUAL_RUN]
)
def test_no_value_in_a_file_stops_the_others(
    kept: tuple[Path, str, str], tmp_path: Path, share: int | None
) -> None:
    folder, spoilt, other = kept
    here = tmp_path / "here"
    shutil.copytree(folder, here)
    for file in files_of(here, spoilt):
        data = file.read_bytes()
        every = changes(json.loads(data))
        chosen = every if share is None else Random(1).sample(every, share // 2)
        for path, new in chosen:
            file.write_text(json.dumps(replaced(json.loads(data), path, new)), "utf-8")
            survivors(here, spoilt, other)
        file.write_bytes(data)


def dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def circle(path: Path) -> None:
    path.symlink_to(path)


def binary(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\0")


def deep(path: Path) -> None:
    path.write_bytes(b"[" * 60_000)


@pytest.mark.skipif(os.name == "nt", reason="has other special files")
@pytest.mark.parametrize("suffix", [".json", ".match", ".evening"])
@pytest.mark.parametrize(
    "make", [dangling, endless, circle, os.mkfifo, Path.mkdir, binary, deep, Path.touch]
)
def test_a_file_that_is_none_is_one_line(
    kept: tuple[Path, str, str],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    make: Callable[[Path], None],
    suffix: str,
) -> None:
    folder, spoilt, other = kept
    here = tmp_path / "here"
    shutil.copytree(folder, here)
    path = here / "tables" / f"{spoilt}{suffix}"
    path.unlink(missing_ok=True)
    make(path)
    survivors(here, spoilt, other)
    lines = [record.getMessage() for record in caplog.records if spoilt in record.getMessage()]
    assert len(lines) == 1
    assert "can't go on: " in lines[0]
    assert lines[0].rpartition(": ")[2] not in {"", "None"}
    assert "\n" not in lines[0]
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("name", ["a.b", "x", "..", "O0000000", "aaaaaaaaa", "a%2fb"])
def test_a_file_with_another_name_is_no_table(
    kept: tuple[Path, str, str], tmp_path: Path, name: str
) -> None:
    folder, spoilt, other = kept
    here = tmp_path / "here"
    shutil.copytree(folder, here)
    for suffix in (".json", ".match"):
        shutil.copy(here / "tables" / f"{spoilt}{suffix}", here / "tables" / f"{name}{suffix}")
    client = survivors(here, spoilt, other)
    assert name not in client.app.state.tables.hall.rooms  # type: ignore[attr-defined]
