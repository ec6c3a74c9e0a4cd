"""Orders from the command yates, where the wheel has brought it."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import tempfile
from array import array
from functools import lru_cache
from typing import Any, Optional

from ._stream import Seed

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]


@lru_cache(None)
def command() -> Optional[str]:
    """Return the path of the command that was installed with this package, or None."""
    from . import __version__
    try:
        installed = importlib.metadata.distribution("yates")
    except importlib.metadata.PackageNotFoundError:
        return None
    files = installed.files if installed.version == __version__ else None
    names = [str(f.locate()) for f in files or [] if f.name in ("yates", "yates.exe")]
    return next((name for name in names if os.access(name, os.X_OK)), None)


def window(seed: Seed, n: int, lo: int, hi: int) -> Any:
    """Return places lo..hi of the order of n records, or None if no command gives them."""
    path = command()
    if path is None or lo == hi:
        return None
    with tempfile.TemporaryDirectory(prefix="yates-") as folder:
        name = os.path.join(folder, "order.npy")
        try:
            subprocess.run(  # which takes less time if it seldom collects garbage
                [path, "shuffle", f"-i0-{n - 1}", f"--skip={lo}", f"-n{hi - lo}", "--seed-hex=-", f"-o{name}"],
                input=seed.hex().encode(), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={"GOGC": "400", **os.environ})
            with open(name, "rb") as f:
                f.seek(-8 * (hi - lo), os.SEEK_END)
                if np is not None:
                    return np.fromfile(f, np.int64, hi - lo)
                places = array("q")
                places.fromfile(f, hi - lo)
                return places.tolist()
        except (OSError, EOFError, subprocess.CalledProcessError):  # as if there were no space for the file
            return None
