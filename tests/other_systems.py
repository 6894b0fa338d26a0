"""What tests stand on that Windows has in another way."""

from __future__ import annotations

import os

import pytest

needs_signals = pytest.mark.skipif(
    os.name == "nt", reason="there a process is ended without a signal that it can answer"
)
needs_posix_files = pytest.mark.skipif(
    os.name == "nt", reason="there files have other permissions, links and devices"
)
