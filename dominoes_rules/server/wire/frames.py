"""Frames: two bytes of length, big-endian, and as many bytes of JSON in UTF-8."""

from __future__ import annotations

import json

from dominoes_lang.text.json_text import NotJson, read_json, refused

HEADER = 2
LONGEST = 2 ** (8 * HEADER) - 1
"""The longest body, in bytes, that a header can announce."""
LONGEST_SENT = 2**15 - 1
"""The longest body that is sent: there are clients that read the length as a signed number."""


class BadFrame(ValueError):
    """A frame that holds no JSON, or a value that no frame can hold."""


def encode(value: object) -> bytes:
    """Header and body of a value, to be written at once. Raises `BadFrame`."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        body = text.encode()
    except (ValueError, RecursionError) as error:  # UnicodeEncodeError is a ValueError
        raise BadFrame(f"this can't be sent as JSON in UTF-8: {type(error).__name__}") from None
    if len(body) > LONGEST_SENT:
        raise BadFrame(f"{len(body):,} bytes are too many for a frame of {LONGEST_SENT:,}")
    return len(body).to_bytes(HEADER, "big") + body


def decode(body: bytes) -> object:
    """The value of a body. Raises `BadFrame`."""
    try:
        value: object = read_json(body.decode(), refused)
        if b"\\u" in body:  # half a surrogate pair, which JSON can spell, is no text
            json.dumps(value, ensure_ascii=False).encode()
    except NotJson as error:
        raise BadFrame(str(error)) from None
    except ValueError as error:
        raise BadFrame(f"the body is not JSON in UTF-8: {type(error).__name__}") from None
    return value
