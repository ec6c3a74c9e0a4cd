"""Order 1 of yates: the order depends on the seed and the number of records alone.

It is the order that the command ``yates shuffle --seed SEED`` gives, and SPEC.md of the project defines it. With numpy
the orders are arrays of int64; without it they are lists, and of 10**5 or more records take 25 to 50 times as long.
"""

from ._choose import (
    apart, by_key, folds, groups, order, per_class, sample, shuffle, split, stratified, weighted, window,
)
from ._mixture import Mixture, mixture
from ._permutation import Permutation, permutation
from ._sampler import Sampler
from ._stream import Seed

__version__ = "1.0.0"
__all__ = [
    "Mixture", "Permutation", "Sampler", "Seed", "apart", "by_key", "folds", "groups", "mixture", "order", "per_class",
    "permutation", "sample", "shuffle", "split", "stratified", "weighted", "window",
]
