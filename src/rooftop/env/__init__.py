"""Reinforcement-learning environments: PettingZoo, a vectorized batch, OpenSpiel.

>>> env = rooftop.env.aec("skyliners", players=4)
>>> batch = rooftop.env.Batch("skyliners", players=2, size=1024)
>>> import rooftop.env.openspiel  # registers `rooftop_skyliners` and the others
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rooftop.core.extras import MissingExtra
from rooftop.core.observation import highest_of, size_of, split
from rooftop.env.names import names

if TYPE_CHECKING:
    from rooftop.env.batch import Batch
    from rooftop.env.pettingzoo import aec

__all__ = ["Batch", "MissingExtra", "aec", "highest_of", "names", "size_of", "split"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Import lazily: each part has its own dependencies."""
    if name not in __all__:
        raise AttributeError(f"module 'rooftop.env' has no attribute {name!r}")
    return getattr(import_module({"Batch": "rooftop.env.batch", "aec": "rooftop.env.pettingzoo"}[name]), name)
