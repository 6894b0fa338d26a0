"""What a figure depends on besides the code: the machine and the versions."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path

from benchmarks.peers import version

PACKAGES = ("numba", "numpy", "dominoes", "open_spiel")


def described() -> dict[str, str]:
    """The machine of this run, by what each entry is."""
    cores = os.cpu_count() or 1
    return {
        "processor": processor(),
        "cores": f"{cores}, {_busy()}",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{package: version(package) for package in PACKAGES},
        "date": date.today().isoformat(),
    }


def processor() -> str:
    """The model of the processor, as the system names it."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"


def _busy() -> str:
    """How busy the machine was before the run began."""
    if not hasattr(os, "getloadavg"):
        return "load unknown"
    return f"{os.getloadavg()[0]:.1f} of them busy before the run"
