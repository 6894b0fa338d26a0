"""What the solver has to say to people, which others may translate."""

from __future__ import annotations


class Remark(str):
    """What a position shows, or does not: a sentence in English that remembers its values."""

    sentence: str
    """With `{name}` for each value."""
    values: dict[str, object]

    def __new__(cls, sentence: str, **values: object) -> Remark:
        remark = super().__new__(cls, sentence.format_map(values) if values else sentence)
        remark.sentence, remark.values = sentence, values
        return remark
