"""The texts that an editor has open, saved or not, and the places in them as editors count them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from dominoes_lang.text.reach import OutOfReach, Reach, resolved
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring.edited_text import EditedText


@dataclass(frozen=True)
class EditorFiles(Reach):
    """The rules files in some folders, with the text of the editor where it has one open."""

    folders: tuple[Path, ...] = ()
    """Those that the editor has open, and that of the text itself; resolved."""
    texts: Mapping[Path, str] = field(default_factory=dict, compare=False, repr=False)

    def path(self, name: str) -> Path:
        """Where the file of a name is, without links. Raises `OutOfReach` and `OSError`."""
        path = resolved(Path(name))
        inside = path.suffix == ".rules" and any(map(path.is_relative_to, self.folders))
        if not inside and path not in self.texts:
            raise OutOfReach("only rules files in the folders of the editor can be used here")
        return path

    def has(self, name: str) -> bool:
        """Whether the editor has the file open, saved or not, or there is one."""
        return resolved(Path(name)) in self.texts or super().has(name)

    def read(self, name: str, most: int) -> bytes:
        """The text in the editor, or else the file."""
        text = self.texts.get(resolved(Path(name)))
        return super().read(name, most) if text is None else text.encode()[:most]


def path_of(uri: str) -> Path | None:
    """The file of a URI; None for what can have no file, such as a text that was never saved."""
    name = uris.to_fs_path(uri) if uri.startswith("file:") else None
    if name is None:
        return None
    with suppress(OSError, ValueError):  # links in a circle, or a zero byte in a name
        resolved(Path(name))
        return Path(name)
    return None


def uri_of(source: Source) -> str:
    """The URI of the file that a source was read from."""
    return uris.from_fs_path(str(Path(source.name).absolute())) or ""


@dataclass(frozen=True)
class OpenText(EditedText):
    """One version of a text in the editor, with the places as that counts them."""

    uri: str
    version: int
    codec: PositionCodec

    @property
    def name(self) -> str:
        """The path of its file, or the name that the editor gives it."""
        path = path_of(self.uri)
        return str(path) if path is not None else PurePath(self.uri).name

    def beside(self, most: int) -> list[Path]:
        """The other rules files of its folder, those that were never saved as well; sorted."""
        path = path_of(self.uri)
        if path is None or not isinstance(self.reach, EditorFiles):
            return []
        folder = resolved(path.parent)
        opened = {path.parent / file.name for file in self.reach.texts if file.parent == folder}
        files = {*path.parent.glob("*.rules"), *opened} - {path}
        return sorted(file for file in files if file.suffix == ".rules")[:most]

    def position(self, offset: int) -> types.Position:
        """A place of the source, as the editor counts lines and columns."""
        line, column = self.typed_place(offset)
        return types.Position(line, self.codec.client_num_units(self.lines[line][:column]))

    def offset(self, position: types.Position) -> int:
        """The place in the source of a line and column of the editor; the nearest there is."""
        line = min(position.line, len(self.lines) - 1)
        client_position = types.Position(0, position.character)
        units = self.codec.position_from_client_units([self.lines[line]], client_position)
        return self.offset_of(line, units.character)

    def range(self, span: Span) -> types.Range:
        """A span of this source, as the editor counts."""
        return types.Range(self.position(span.start), self.position(span.end))
