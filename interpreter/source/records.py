"""Records: frozen, slotted dataclasses that are made without generating code, so that modules with many load fast.

`dataclasses.fields` and `dataclasses.replace` work on them, `match` takes their fields by position, and equality and
hash leave out fields declared with `compare=False`. Making a class costs some 30 µs instead of some 800.

`__slots__` in a record's body are for what can be worked out from its fields and is kept beside them: it is neither
compared nor stored. With one called `_hash` the hash is kept.
"""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import MISSING, FrozenInstanceError, field
from functools import lru_cache, wraps
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
Found = TypeVar("Found")
_set = object.__setattr__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A frozen, slotted dataclass whose fields may be given by position or by name."""
    return _make(cls, named=False)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def named_record(cls: type[T]) -> type[T]:
    """The same, with fields that are given by name only."""
    return _make(cls, named=True)


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def entity(cls: type[T]) -> type[T]:
    """A frozen, slotted dataclass that is equal to itself alone."""
    return _make(cls, named=False, identity=True)


def _make(cls: type[T], *, named: bool, identity: bool = False) -> type[T]:
    known: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        known |= getattr(base, "__dataclass_fields__", {})
    own = _own_fields(cls, named=named)
    known |= own
    namespace = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    kept = cls.__dict__.get("__slots__", ())
    for name in (*own, *kept):
        namespace.pop(name, None)
    positional = [spec for spec in known.values() if not spec.kw_only]
    order = [*positional, *(spec for spec in known.values() if spec.kw_only)]
    compared = tuple(spec.name for spec in order if spec.compare)
    namespace |= {
        "__slots__": (*own, *kept),
        "__dataclass_fields__": {spec.name: spec for spec in order},
        "__match_args__": tuple(spec.name for spec in positional),
        "__init__": _init(tuple(spec.name for spec in positional), order),
        "__repr__": _repr(tuple(spec.name for spec in order if spec.repr)),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": _state(tuple(spec.name for spec in order)),
        "__setstate__": _restore,
    }
    if not identity:
        remembered = any("_hash" in each.__dict__.get("__slots__", ()) for each in cls.__mro__)
        namespace |= {"__eq__": _eq(compared), "__hash__": _kept_hash(compared) if remembered else _hash(compared)}
    made: Any = type(cls)(cls.__name__, cls.__bases__, namespace)  # type: ignore[misc]
    made.__qualname__ = cls.__qualname__
    return cast("type[T]", made)


def _own_fields(cls: type, *, named: bool) -> dict[str, Any]:
    found = {}
    for name, annotation in inspect.get_annotations(cls).items():
        default = cls.__dict__.get(name, MISSING)
        spec: Any = default if type(default).__name__ == "Field" else field(default=default)
        if type(default).__name__ == "member_descriptor" or default is MISSING:
            spec = field()
        spec.name, spec.type = name, annotation
        spec.kw_only = named
        spec._field_type = _FIELD  # noqa: SLF001 - without it `dataclasses.fields` leaves the field out
        found[name] = spec
    return found


_FIELD = getattr(dataclasses, "_FIELD")  # noqa: B009 - what marks a field as one; not in the stubs


def _init(positional: tuple[str, ...], order: list[Any]) -> Any:
    """An `__init__` that on first use writes a quicker one in its place: one assignment a field."""

    def __init__(self: Any, *values: Any, **given: Any) -> None:  # noqa: N807
        owner: Any = next(each for each in type(self).__mro__ if each.__dict__.get("__init__") is __init__)
        owner.__init__ = _written_init(owner, len(positional), order)
        owner.__init__(self, *values, **given)

    return __init__


def _written_init(owner: type, positional: int, order: list[Any]) -> Any:
    """Code made for all records with fields alike, under the names of this one's."""
    made = tuple(index for index, spec in enumerate(order) if spec.default_factory is not MISSING)
    names: dict[str, Any] = {"MISSING": MISSING}
    names |= {f"set_{index}": getattr(owner, spec.name).__set__ for index, spec in enumerate(order)}
    names |= {f"make_{index}": order[index].default_factory for index in made}
    code = _init_code(positional, len(order), made)
    found = FunctionType(code.replace(co_varnames=("self", *(spec.name for spec in order))), names, "__init__")
    found.__qualname__ = f"{owner.__qualname__}.__init__"
    optional = [spec for spec in order if spec.default is not MISSING or spec.default_factory is not MISSING]
    found.__defaults__ = tuple(spec.default for spec in optional if not spec.kw_only)
    found.__kwdefaults__ = {spec.name: spec.default for spec in optional if spec.kw_only}
    return found


@lru_cache(maxsize=256)
def _init_code(positional: int, fields: int, made: tuple[int, ...]) -> CodeType:
    """What sets so many fields, the first of them given by position; those that are `made` can be left out."""
    names = [f"field_{index}" for index in range(fields)]
    parameters = ["self", *names[:positional], *(["*"] if positional < fields else []), *names[positional:]]
    values = [f"make_{i}() if {name} is MISSING else {name}" if i in made else name for i, name in enumerate(names)]
    lines = [f"    set_{index}(self, {value})\n" for index, value in enumerate(values)]
    written: dict[str, Any] = {}
    exec(f"def __init__({', '.join(parameters)}):\n{''.join(lines) or '    pass'}", written)  # noqa: S102 - our own text
    return cast("CodeType", written["__init__"].__code__)


def _parts(compared: tuple[str, ...]) -> Any:
    return attrgetter(*compared) if compared else lambda _: ()


def _eq(compared: tuple[str, ...]) -> Any:
    parts = _parts(compared)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        return parts(self) == parts(other)

    return __eq__


def _hash(compared: tuple[str, ...]) -> Any:
    parts = _parts(compared)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash((self.__class__, parts(self)))

    return __hash__


def _kept_hash(compared: tuple[str, ...]) -> Any:
    """The same, worked out once: for trees that are looked up again and again."""
    parts = _parts(compared)

    def __hash__(self: Any) -> int:  # noqa: N807
        found = getattr(self, "_hash", None)
        if found is None:
            found = hash((self.__class__, parts(self)))
            _set(self, "_hash", found)
        return found

    return __hash__


def _repr(names: tuple[str, ...]) -> Any:
    def __repr__(self: Any) -> str:  # noqa: N807
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({values})"

    return __repr__


def _refuse(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"cannot change {name!r} of a {self.__class__.__name__}")


def _state(names: tuple[str, ...]) -> Any:
    parts, single = _parts(names), len(names) == 1

    def __getstate__(self: Any) -> tuple[Any, ...]:  # noqa: N807
        found = parts(self)
        return (found,) if single else found

    return __getstate__


def _restore(self: Any, state: tuple[Any, ...]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        _set(self, name, value)


def branches(kind: type) -> tuple[str, ...]:
    """The fields of a record, of those given by position, that can hold records: not numbers, words and truths."""
    known = _branches.get(kind)
    if known is None:
        fields = [spec for spec in dataclasses.fields(kind) if not spec.kw_only]
        plain = {spec.name for spec in fields if spec.type in ("int", "str", "bool") or "Literal" in str(spec.type)}
        known = _branches[kind] = tuple(spec.name for spec in fields if spec.name not in plain)
    return known


_branches: dict[type, tuple[str, ...]] = {}


def fields_of(made: Any, kind: type[T]) -> tuple[T, ...]:
    """The records of a kind that a record's own fields hold, alone or several in one field, in their order."""
    found: list[T] = []
    for name in branches(type(made)):
        value = getattr(made, name)
        if isinstance(value, kind):
            found.append(value)
        elif type(value) is tuple:
            found += [item for item in value if isinstance(item, kind)]
    return tuple(found)


def kept(slot: str) -> Callable[[Callable[[T], Found]], Callable[[T], Found]]:
    """Makes a function of a record work out its result once; it is kept in that slot. It must not be None."""

    def keeping(work: Callable[[T], Found]) -> Callable[[T], Found]:
        @wraps(work)
        def known(made: T) -> Found:
            found: Found | None = getattr(made, slot, None)
            if found is None:
                found = work(made)
                _set(made, slot, found)
            return found

        return known

    return keeping
