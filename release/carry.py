#!/usr/bin/env python3
"""Packs the command into packages for Python and npm: carry.py COMMAND TARGET PACKAGES LICENSES.

TARGET is a system and processor of Go, such as linux_amd64. PACKAGES is the folder with the wheel for all systems; the
new packages come to stand beside it. The same files give the same bytes. goreleaser runs it for each command.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
import time
import zipfile

# The command is linked statically, so it runs with glibc and musl; Go needs macOS 12.
PLATFORMS = {
    "linux_amd64": ("manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64", "linux-x64"),
    "linux_arm64": ("manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64", "linux-arm64"),
    "darwin_amd64": ("macosx_12_0_x86_64", "darwin-x64"),
    "darwin_arm64": ("macosx_12_0_arm64", "darwin-arm64"),
    "windows_amd64": ("win_amd64", "win32-x64"),
    "windows_arm64": ("win_arm64", "win32-arm64"),
}


def wheel(pure: str, tag: str, files: dict[str, bytes], when: int) -> None:
    """Write the wheel of a platform: the one for all systems with files, of which the scripts are programs."""
    tags = [f"py3-none-{one}" for one in tag.split(".")]
    with zipfile.ZipFile(pure) as z:
        content = {name: z.read(name) for name in z.namelist()}
    name = "-".join(os.path.basename(pure).split("-")[:2])
    record, about = f"{name}.dist-info/RECORD", f"{name}.dist-info/WHEEL"
    kept = [line for line in content[about].decode().splitlines() if line and not line.startswith(("Tag:", "Root-Is"))]
    content[about] = "\n".join([*kept, "Root-Is-Purelib: false", *(f"Tag: {t}" for t in tags), ""]).encode()
    content.update({f.format(name=name): data for f, data in files.items()})
    del content[record]
    lines = [f"{f},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
             for f, data in sorted(content.items())]
    content[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(os.path.join(os.path.dirname(pure), f"{name}-py3-none-{tag}.whl"), "w") as z:
        for f, data in content.items():
            info = zipfile.ZipInfo(f, time.gmtime(max(when, 315532800))[:6])
            info.external_attr, info.create_system = (0o100755 if "/scripts/" in f else 0o100644) << 16, 3
            z.writestr(info, data, zipfile.ZIP_DEFLATED, 9)


def package(folder: str, version: str, platform: str, files: dict[str, bytes]) -> None:
    """Write the package of a platform for npm."""
    system, cpu = platform.split("-")
    about = {
        "name": f"@yates-shuffle/{platform}", "version": version, "description": f"The command yates for {platform}",
        "license": "MIT", "os": [system], "cpu": [cpu], "preferUnplugged": True,
        "homepage": "https://github.com/yates-shuffle/yates",
        "repository": {"type": "git", "url": "git+https://github.com/yates-shuffle/yates.git"},
    }
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in {"package.json": json.dumps(about, indent=2).encode() + b"\n", **files}.items():
            info = tarfile.TarInfo("package/" + name)
            info.size, info.mode = len(data), 0o755 if name.startswith("yates") else 0o644
            tar.addfile(info, io.BytesIO(data))
    with open(os.path.join(folder, f"yates-{version}-npm-{platform}.tgz"), "wb") as f:
        f.write(gzip.compress(raw.getvalue(), 9, mtime=0))


def main(command: str, target: str, folder: str, licences: str) -> None:
    target = "_".join(target.split("_")[:2])  # without the version of the processor
    if target not in PLATFORMS:
        return
    pure, = (f for f in os.listdir(folder) if f.endswith("-py3-none-any.whl"))
    tag, platform = PLATFORMS[target]
    with open(command, "rb") as c, open(licences, "rb") as text:
        program, licences_text = c.read(), text.read()
    name = "yates.exe" if target.startswith("windows") else "yates"
    wheel(os.path.join(folder, pure), tag, {"{name}.data/scripts/" + name: program,
          "{name}.dist-info/LICENSES.txt": licences_text}, int(os.environ["SOURCE_DATE_EPOCH"]))
    package(folder, pure.split("-")[1], platform, {name: program, "LICENSES.txt": licences_text})


main(*sys.argv[1:])
