"""Values of programs in Python: tuples, frozensets, integers, None; functions by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Tuple


@dataclass(frozen=True)
class Function:
    """A function as a value: a primitive, or what a combinator made of its arguments."""

    name: str
    args: Tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.args))})" if self.args else self.name


def decode(value: Any) -> Any:
    """A value in the notation of Megabatt as a Python value; grids are tuples of rows."""
    if isinstance(value, list):
        return tuple(tuple(row) for row in value)
    if not isinstance(value, dict):
        return value
    if "t" in value:
        return tuple(map(decode, value["t"]))
    if "s" in value:
        return frozenset(map(decode, value["s"]))
    if "g" in value:
        return tuple(tuple(map(int, row)) for row in value["g"])
    if "f" in value:
        return Function(value["f"])
    return Function(value["call"], tuple(map(decode, value["args"])))
