"""Typed values out of the JSON of a response."""

import math
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import lru_cache, reduce
from operator import getitem
from typing import Any, Callable, Mapping, TypeVar, Union, cast, get_args, get_origin, get_type_hints

Value = TypeVar("Value")

_hints = lru_cache(maxsize=None)(get_type_hints)


def read(kind: Callable[..., Value], entry: Mapping[str, Any], **given: Any) -> Value:
    """A dataclass from an object of a response; the fields that are given are not read.

    The metadata of a field can say where its value is ("at", such as "scores.spoof") and what reads it ("read").
    """
    values = dict(given)
    for field in fields(cast(Any, kind)):
        if field.name in given:
            continue
        *outer, name = field.metadata.get("at", field.name).split(".")
        holder = reduce(getitem, outer, entry)
        if name not in holder and field.default is not MISSING:
            continue
        how = field.metadata.get("read")
        values[field.name] = read_as(_hints(kind)[field.name], holder[name]) if how is None else how(holder[name])
    return kind(**values)


def read_as(kind: Any, value: Any) -> Any:
    """A value of the type, or a ValueError, TypeError or KeyError."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin is Union:
        return None if value is None else read_as(inner[0], value)
    if origin is tuple:
        return _read_tuple(inner, value)
    if origin is not None:
        return {str(key): read_as(inner[1], item) for key, item in value.items()}
    if is_dataclass(kind):
        return read(cast(Callable[..., Any], kind), value)
    if kind is datetime:
        # Python below 3.11 does not read the Z.
        return datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    if kind in (int, float):
        if isinstance(value, bool) or not isinstance(value, (int, kind)) or not math.isfinite(value):
            raise ValueError(f"{value!r} where a number was expected")
        return kind(value)
    if not isinstance(value, kind):
        raise ValueError(f"{value!r} where {kind.__name__} was expected")
    return value


def _read_tuple(kinds: Any, value: Any) -> Any:
    wanted = [kinds[0]] * len(value) if kinds[-1] is Ellipsis else list(kinds)
    if not isinstance(value, list) or len(value) != len(wanted):
        raise ValueError(f"a list of another length than {len(wanted)}")
    return tuple(read_as(kind, item) for kind, item in zip(wanted, value))
