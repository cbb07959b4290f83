"""Control flow between decisions, and the decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from interpreter.source.records import record

if TYPE_CHECKING:
    from interpreter.compiler.ir.expressions import Expr, Var
    from interpreter.compiler.ir.statements import Stmt
    from interpreter.model import typed
    from interpreter.source import Span


@dataclass(slots=True, eq=False)
class Block:
    """Straight statements, then one terminator."""

    number: int
    procedure: str = ""
    statements: list[Stmt] = field(default_factory=list)
    end: Terminator | None = None


@dataclass(slots=True, eq=False)
class Goto:
    target: Block


@dataclass(slots=True, eq=False)
class Branch:
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(slots=True, eq=False)
class Ask:
    """Offers the site's options; goes to the block of the group chosen, or to `empty` when there is no option.

    The last `free` groups are free actions: they alone are no reason to ask. `refusable`: the group before them is to
    decline or to be done, which alone is no reason either.
    """

    site: Site
    targets: tuple[Block, ...]
    empty: Block | None
    free: int = 0
    refusable: bool = False

    @property
    def surely(self) -> bool:
        """Whether there is an option in any case, and a reason to ask."""
        own = self.site.groups[: len(self.site.groups) - self.free - self.refusable]
        return any(not group.conditions and group.over is None for group in own)

    @property
    def needs(self) -> tuple[int, int | None]:
        """How many options there must be for a reason to ask, and, if it matters, what the first code must be below."""
        if self.refusable:
            return 2, None
        return 1, self.site.groups[-self.free].low if self.free else None

    @property
    def found(self) -> str:
        """The test, in Python, that the list `ops` holds a reason to ask."""
        least, below = self.needs
        if below is not None:
            return f"ops and ops[0] < {below}"
        return "ops" if least == 1 else f"len(ops) >= {least}"


@dataclass(slots=True, eq=False)
class Call:
    """Runs a procedure with these arguments, once what must outlast the call is put aside; comes back to `back`."""

    procedure: Procedure
    arguments: tuple[Expr, ...]
    entry: Block
    back: Block


@dataclass(slots=True, eq=False)
class Return:
    procedure: Procedure


@dataclass(slots=True, eq=False)
class End:
    pass


Terminator = Goto | Branch | Ask | Call | Return | End


@dataclass(slots=True, eq=False)
class Procedure:
    """A rule with decisions that is called from several places. `cycle` names the procedures it may come to call and
    be called by; their variables are kept on the state's stack across such a call.
    """

    name: str
    entry: Block
    back: Var
    parameters: tuple[Var, ...]
    cycle: frozenset[str]


GroupKind = Literal["rule", "element", "pass", "done", "decline", "accept"]


@record
class Group:
    """Options of one kind at a decision: one, or one for each element of `over`.

    `conditions` are what must hold, each with the typed node it comes from. An option's code is `offset` + element.
    """

    kind: GroupKind
    name: str
    effect: typed.Effect | None
    variable: typed.Variable | None
    var: Var | None
    over: Expr | None
    conditions: tuple[tuple[Expr, typed.Node | None], ...]
    offset: int = 0
    low: int = 0
    high: int = 0
    alike: bool = False


@record
class Site:
    """A place in the rules where somebody decides. `number` is 1 or more.

    instead_of: the number of the site that had no options when one comes here from it; 0: none.
    """

    number: int
    name: str
    span: Span
    groups: tuple[Group, ...]
    instead_of: int = 0

    def group(self, code: int) -> Group:
        """The group that an option's code belongs to."""
        return next(group for group in self.groups if group.low <= code <= group.high)
