"""Programs of users pass mypy and pyright, both strict."""

import os
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = [
    "order = yates.order('2026', 10)\nprint(order.tolist(), order.astype(np.int32), order.shape, order[::-1])",
    "train, test = yates.split('2026', 10, [0.9, 0.1])\nprint(train.size + test.size)",
    "parts = yates.split('2026', 10, {'train': 'rest', 'test': 3})\nprint(parts['train'].max())",
    "for train, test in yates.folds('2026', 10, 5):\n    print(train.mean(), test.mean())",
    "names: list[str] = yates.shuffle(['a', 'b'], '2026')",
    "groups: list[list[int]] = yates.groups('2026', ['a', 'b', 'a'])",
    "draws: list[int] = yates.weighted('2026', [1.0, 2.5], 3, replace=True)",
    "array = np.arange(10)[yates.sample('2026', 10, 3, epoch=2)]\nprint(array.dtype)",
    "sampler = yates.Sampler(10, '2026', rank=1, num_replicas=2)\nprint(len(sampler), [i + 1 for i in sampler])",
    "seed = yates.Seed()\nmixture = yates.Mixture([3, 4], [0.5, 0.5], 10)\nprint(mixture.order(seed).tolist())",
    "def use(sampler: torch.utils.data.Sampler[int]) -> None:\n    print(sampler)\n\n\nuse(yates.Sampler(3))",
    "state: dict[str, Any] = yates.Sampler(3).state_dict()\nyates.Sampler(3).load_state_dict(state)",
]

# What torch says of samplers, without a gigabyte of it: the type alone.
TORCH = """from typing import Generic, Iterator, TypeVar
T = TypeVar("T", covariant=True)
class Sampler(Generic[T]):
    def __iter__(self) -> Iterator[T]: ...
"""


class Types(unittest.TestCase):
    def test_strict(self):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        with tempfile.TemporaryDirectory() as folder:
            stubs = os.path.join(folder, "torch", "utils", "data")
            os.makedirs(stubs)
            above_it = {"../..": "from . import utils as utils", "..": "from . import data as data", ".": TORCH}
            for above, text in above_it.items():
                with open(os.path.join(stubs, above, "__init__.pyi"), "w") as f:
                    f.write(text)
            names = [os.path.join(folder, f"program{i}.py") for i in range(len(PROGRAMS))]
            for name, program in zip(names, PROGRAMS):
                with open(name, "w") as f:
                    imports = {"Any": "from typing import Any\n", "np.": "import numpy as np\n",
                               "torch": "import torch.utils.data\n"}
                    front = "".join(line for used, line in imports.items() if used in program)
                    f.write(f"{front}import yates\n\n{program}\n")
            with open(os.path.join(folder, "pyrightconfig.json"), "w") as f:
                f.write(f'{{"typeCheckingMode": "strict", "extraPaths": ["{root}"]}}')
            environment = {**os.environ, "MYPYPATH": root}
            for command in ([sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, *names],
                            [sys.executable, "-m", "pyright", "-p", folder, "--pythonpath", sys.executable]):
                done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            for name in names:  # and do what they say
                if "import torch" in open(name).read():
                    continue
                subprocess.run([sys.executable, name], check=True, env={**os.environ, "PYTHONPATH": root},
                               stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
