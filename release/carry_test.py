"""The packages that carry.py makes: the same bytes twice, with a right RECORD, which pip and npm install offline.

YATES names the command for linux_amd64; other commands are stand-ins.
"""

import base64
import csv
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).parent
YATES = os.environ.get("YATES")
TARGETS = ("linux_amd64_v1", "linux_arm64_v8.0", "darwin_amd64_v1", "darwin_arm64_v8.0", "windows_amd64_v1",
           "windows_arm64_v8.0", "freebsd_amd64_v1")


def run(*command, **more):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, **more).stdout


class Carry(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        shutil.copytree(HERE.parent / "python", cls.dir / "python")
        build = "import setuptools.build_meta as b; b.build_wheel('..'); b.build_sdist('..')"
        run(sys.executable, "-c", build, cwd=cls.dir / "python")
        cls.pure, = cls.dir.glob("*.whl")
        (cls.dir / "command").write_bytes(b"#!/bin/sh\n")
        for n in "12":
            (cls.dir / n).mkdir()
            shutil.copy(cls.pure, cls.dir / n)
            env = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "TZ": "UTC" if n == "1" else "Asia/Kathmandu"}
            for target in TARGETS:
                command = YATES if YATES and target.startswith("linux_amd64") else cls.dir / "command"
                run(sys.executable, HERE / "carry.py", command, target, cls.dir / n, HERE.parent / "LICENSE", env=env)

    def test_same_bytes(self):
        first, second = (sorted((self.dir / n).iterdir()) for n in "12")
        self.assertEqual([f.name for f in first], [f.name for f in second])
        self.assertEqual(len(first), 1 + 2 * 6)
        for a, b in zip(first, second):
            self.assertEqual(a.read_bytes(), b.read_bytes(), a.name)

    def test_record(self):
        for f in (self.dir / "1").glob("*.whl"):
            with zipfile.ZipFile(f) as z:
                record, = (name for name in z.namelist() if name.endswith("/RECORD"))
                rows = {name: row for name, *row in csv.reader(z.read(record).decode().splitlines())}
                self.assertEqual(sorted(rows), sorted(z.namelist()), f.name)
                for name, (digest, size) in rows.items():
                    data = z.read(name)
                    want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, size), ("", "") if name == record else (f"sha256={want}", str(len(data))))
                about = z.read(record.replace("RECORD", "WHEEL")).decode()
                tags = f.stem.split("-")[-1].split(".")
                self.assertEqual([line for line in about.splitlines() if line.startswith("Tag: ")],
                                 [f"Tag: py3-none-{tag}" for tag in tags])

    def test_versions(self):
        """All packages have one version, and name that of others."""
        version = self.pure.name.split("-")[1]
        for folder in ("js", "js/cli", "js/audit"):
            about = json.loads((HERE.parent / folder / "package.json").read_text())
            others = {**about.get("optionalDependencies", {}), **about.get("peerDependencies", {})}
            self.assertEqual({about["version"], *others.values()}, {version}, folder)

    @unittest.skipUnless(YATES and shutil.which("npm"), "YATES does not name the command, or there is no npm")
    def test_npm(self):
        """npm installs the module and the command offline, and no script runs."""
        project = self.dir / "project"
        project.mkdir()
        (project / "package.json").write_text("{}")
        for folder in ("js", "js/cli"):
            run("npm", "pack", "--silent", "--pack-destination", project, cwd=HERE.parent / folder)
        packages = [*project.glob("*.tgz"), *(self.dir / "1").glob("*-npm-linux-x64.tgz")]
        run("npm", "install", "--offline", "--ignore-scripts", *packages, cwd=project)
        self.assertEqual(run("npx", "--offline", "yates", "shuffle", "--seed", "yates", "-i0-4", cwd=project).split(),
                         list("13402"))
        program = "import { order } from 'yates'; console.log(order('yates', 5).join(' '))"
        self.assertEqual(run("node", "--input-type=module", "-e", program, cwd=project).split(), list("13402"))

    def test_tests_of_the_source(self):
        with tarfile.open(next(self.dir.glob("*.tar.gz"))) as tar:
            self.assertIn("tests/test_choose.py", [name.split("/", 1)[-1] for name in tar.getnames()])

    @unittest.skipUnless(YATES and sys.platform == "linux", "YATES does not name the command")
    def test_pip(self):
        """pip takes the wheel of this machine, which brings the command, and orders come from it."""
        run(sys.executable, "-m", "venv", self.dir / "venv")
        there = self.dir / "venv/bin"
        run(there / "pip", "install", "--no-index", "--find-links", self.dir / "1", "yates")
        self.assertEqual(run(there / "yates", "shuffle", "--seed", "yates", "-i", "1-5").split(), list("24513"))
        program = """if True:
            import yates
            from yates import _choose, _command, _plain
            assert _command.command()
            _choose.LEAST = 1
            _choose._plain = _choose._fast = None
            seed = yates.Seed("s")
            for n, lo, hi in ((1, 0, 1), (9000, 0, 9000), (9000, 100, 4000), (9000, 8999, 9000), (9000, 7, 7)):
                want = _plain.window(seed, n, lo, hi)
                assert not want or list(yates.window("s", n, lo, hi)) == want, (n, lo, hi)
            print(yates.__version__)
            """
        version = run(there / "python", "-c", program, cwd=self.dir).strip()
        self.assertIn(f"-{version}-", self.pure.name)
        self.assertIn(f"Version: {version}\n", run(there / "pip", "show", "yates"))


if __name__ == "__main__":
    unittest.main()
