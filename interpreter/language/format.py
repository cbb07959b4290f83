"""The one spelling of every syntax tree: as few parentheses as possible, broken over lines where too long."""

from __future__ import annotations

import sys

from interpreter.language import ast
from interpreter.language.layout import NOTHING, SPACE, Doc, Group, Nest, join, render

WIDTH = 100
ONE_LINE = sys.maxsize
"""A width at which nothing is ever broken."""

# How tightly a value holds together; one that stands where a tighter one is wanted gets parentheses.
_ANY, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _NEGATIVE, _POWER, _ON, _OF, _ATOM = range(12)
_ARITHMETIC = {
    "+": (_SUM, _SUM, _PRODUCT),
    "-": (_SUM, _SUM, _PRODUCT),
    "*": (_PRODUCT, _PRODUCT, _NEGATIVE),
    "/": (_PRODUCT, _PRODUCT, _NEGATIVE),
    "mod": (_PRODUCT, _PRODUCT, _NEGATIVE),
    "^": (_POWER, _ON, _NEGATIVE),
}
"""Of an operator: how tightly it holds, and how tightly its left and right sides must."""


def format_effect(node: ast.Effect, width: int = WIDTH, *, spread: bool = False) -> str:
    """An effect's text, in lines of at most `width` characters where possible.

    spread: a list takes a line for each part, below what it belongs to, even where one line would do.
    """
    return render(_effect(node, spread=spread), width)


def format_value(node: ast.Value, width: int = WIDTH) -> str:
    """A value's text, in lines of at most `width` characters where possible."""
    return render(_value(node), width)


def format_signature(node: ast.Signature) -> str:
    """A signature's text, on one line."""
    parameters = ", ".join(f"{each.name}: {each.type}" for each in node.parameters)
    return f"{node.name}({parameters})" if parameters else node.name


# ---- values


def _value(node: ast.Value, wanted: int = _ANY) -> Doc:
    """A value where one that holds at least as tightly as `wanted` can stand."""
    level, doc = _spelled(node)
    return Group(doc) if level >= wanted else _enclosed("(", doc, ")")


def _enclosed(opening: str, doc: Doc, closing: str) -> Doc:
    return Group((opening, Nest((NOTHING, doc)), NOTHING, closing))


def _spelled(node: ast.Value) -> tuple[int, Doc]:
    match node:
        case ast.Number(number):
            return _ATOM, str(number)
        case ast.Name(name):
            return _ATOM, name
        case ast.Me():
            return _ATOM, "me"
        case ast.It():
            return _ATOM, "it"
        case ast.Nothing():
            return _ATOM, "nothing"
        case ast.Call(name, arguments):
            return _ATOM, (name, _arguments(arguments))
        case ast.SetOf(items):
            return _ATOM, _enclosed("{", _list([_value(item) for item in items]), "}")
        case ast.NumberRange(first, last):
            return _ATOM, f"{{{first}..{last}}}"
        case ast.Of(name, target):
            return _OF, (f"{name} of ", _value(target, _OF))
        case ast.On(what, place):
            return _ON, _infix(_value(what, _OF), "on", _value(place, _OF))
        case ast.Negate(value):
            return _NEGATIVE, ("-", _value(value, _NEGATIVE))
        case ast.Arithmetic(operator, left, right):
            level, of_left, of_right = _ARITHMETIC[operator]
            return level, _infix(_value(left, of_left), operator, _value(right, of_right))
        case _:
            return _truth(node)


def _truth(node: ast.Value) -> tuple[int, Doc]:
    match node:
        case ast.Compare(operator, left, right):
            return _COMPARISON, _infix(_value(left, _SUM), operator, _value(right, _SUM))
        case ast.Member(element, domain):
            return _COMPARISON, _infix(_value(element, _SUM), "in", _value(domain, _SUM))
        case ast.Can(player, rule, arguments):
            call = (rule, _arguments(arguments) if arguments else "")
            return _COMPARISON, _infix(_value(player, _SUM), "can", call)
        case ast.Not(value):
            return _NOT, ("not ", _value(value, _NOT))
        case ast.And(items):
            return _AND, join((SPACE, "and "), [_value(item, _NOT) for item in items])
        case ast.Or(items):
            return _OR, join((SPACE, "or "), [_value(item, _AND) for item in items])
        case ast.Quantified(kind, binder, condition):
            test: Doc = "" if condition is None else Nest((SPACE, "satisfies ", _value(condition)))
            return _ANY, (f"{kind} ", _binder(binder), test)
        case ast.IfValue(condition, then, otherwise):
            parts: list[Doc] = [("if ", _value(condition)), ("then ", _value(then))]
            return _ANY, join(SPACE, [*parts, ("else ", _value(otherwise))])
    raise TypeError(f"{type(node).__name__} is no value that stands alone")


def _infix(left: Doc, operator: str, right: Doc) -> Doc:
    return left, Nest((SPACE, f"{operator} ", right))


def _list(items: list[Doc]) -> Doc:
    return join((",", SPACE), items)


def _arguments(arguments: tuple[ast.Value, ...]) -> Doc:
    return _enclosed("(", _list([_argument(argument) for argument in arguments]), ")")


def _argument(node: ast.Value) -> Doc:
    match node:
        case ast.Binder():
            return _binder(node)
        case ast.Comprehension(value, binder):
            return Group((_value(value, _OR), Nest((SPACE, "for ", _binder(binder)))))
        case _:
            return _value(node)


def _binder(node: ast.Binder) -> Doc:
    parts: list[Doc] = []
    if node.where is not None:
        parts.append((SPACE, "where ", _value(node.where, _OR)))
    if node.extreme is not None:
        parts.append((SPACE, f"with {node.extreme.kind} ", _value(node.extreme.value, _OR)))
    if node.variable is None:
        return Group((_value(node.domain, _OR), Nest(tuple(parts))))
    return Group((f"{node.variable} in ", _value(node.domain, _SUM), Nest(tuple(parts))))


# ---- effects


def _effect(node: ast.Effect, *, spread: bool = False) -> Doc:
    """An effect where any can stand: at the beginning, in parentheses, behind a colon."""
    match node:
        case ast.Sequence(items):
            return _group(join((";", SPACE), _items(items)), spread=spread)
        case ast.AnyOrder(items):
            return _group(join((SPACE, "& "), [Nest(item) for item in _items(items)]), spread=spread)
        case ast.Alternatives(items):
            return _group(join((SPACE, "| "), [Nest(item) for item in _items(items)]), spread=spread)
        case ast.Otherwise(first, second):
            return _group((_unit(first), " otherwise", SPACE, _tail(second, spread=spread)), spread=spread)
        case _:
            return _tail(node, spread=spread)


def _group(doc: Doc, *, spread: bool) -> Doc:
    return doc if spread else Group(doc)


def _items(items: tuple[ast.Effect, ...]) -> list[Doc]:
    return [*(_unit(item) for item in items[:-1]), _tail(items[-1])]


def _tail(node: ast.Effect, *, spread: bool = False) -> Doc:
    """An effect where all but lists can stand: behind the last separator."""
    if isinstance(node, ast.Conditional) and node.otherwise is not None:
        return _conditional(node, spread=spread)
    headed = _header(node)
    if headed is None:
        return _unit(node)
    header, body = headed
    spread = spread and _is_larger(body)
    return _group(_under(header, _effect(body, spread=spread)), spread=spread)


def _under(header: Doc, body: Doc) -> Doc:
    return Group(Nest(header)), ":", Nest((SPACE, body))


def _is_larger(node: ast.Effect) -> bool:
    """Whether the effect is a list, or ends in a body."""
    if isinstance(node, ast.Sequence | ast.AnyOrder | ast.Alternatives | ast.Otherwise | ast.Conditional):
        return True
    return _header(node) is not None


def _header(node: ast.Effect) -> tuple[Doc, ast.Effect] | None:
    """What stands before the colon of an effect with a body, and the body."""
    match node:
        case ast.Conditional(condition, body, None):
            return ("if ", _value(condition)), body
        case ast.OnlyIf(condition, body):
            return ("only if ", _value(condition)), body
        case ast.ForEach(binder, any_order, body):
            return ("for each ", _binder(binder), ", in any order" if any_order else ""), body
        case ast.EachPlayer(start, body):
            return ("each player", _clause("from", start)), body
        case ast.AtOnce(binder, body):
            return ("each player at once choose ", _binder(binder)), body
        case ast.AsPlayer(player, body):
            return ("as ", _value(player)), body
        case ast.Choose(bound, binder, body):
            return ("choose ", _bound(bound, "") if bound else "", _binder(binder)), body
        case ast.Repeat(times, body):
            return ("repeat ", _value(times)), body
        case ast.RepeatUntil(condition, body):
            return ("repeat until ", _value(condition)), body
        case ast.TakeTurns(start, condition, body):
            return ("take turns", _clause("from", start), _clause("until", condition)), body
        case ast.Let(variable, value, body):
            return (f"let {variable} = ", _value(value)), body
        case _:
            return None


def _conditional(node: ast.Conditional, *, spread: bool) -> Doc:
    """`if` and `else` begin lines of their own; an `if` right behind an `else` stays in its line."""
    parts: list[Doc] = []
    lead = ""
    rest: ast.Effect | None = node
    while isinstance(rest, ast.Conditional):
        then = _effect(rest.then) if rest.otherwise is None else _unit(rest.then)
        parts.append(Group(_under((f"{lead}if ", _value(rest.condition)), then)))
        lead = "else: "
        rest = rest.otherwise
    if rest is not None:
        parts.append(Group(("else:", Nest((SPACE, _effect(rest))))))
    return _group(join(SPACE, parts), spread=spread)


def _unit(node: ast.Effect) -> Doc:
    """An effect where only one that needs no look to its right can stand; others get parentheses."""
    match node:
        case ast.Invoke(name, (ast.Number(number),)):
            return f"{name} {number}"
        case ast.Invoke(name, arguments):
            return (name, _arguments(arguments)) if arguments else name
        case ast.Pay(costs, body):
            paid = ("pay ", Nest(_list([_cost(cost) for cost in costs])))
            return Group(paid if body is None else (Group(paid), " -> ", _unit(body)))
        case ast.Cover(need, binder, sources):
            what = Group(("cover ", Nest((_value(need, _OR), SPACE, "for ", _binder(binder), SPACE, "using "))))
            return (what, _enclosed("(", join((SPACE, "| "), [_source(source) for source in sources]), ")"))
        case ast.Lose(cost):
            return ("lose ", _cost(cost))
        case ast.May(body):
            return ("may ", _unit(body))
        case ast.SomeOf(bound, different, items):
            several = join((SPACE, "| "), [Nest(item) for item in _items(items)])
            of = "different of " if different else "of "
            return (_bound(bound, "exactly "), of, _enclosed("(", several, ")"))
        case ast.Do(attribute, target):
            return (f"do {attribute} of ", _value(target, _ON))
        case ast.Pass():
            return "pass"
        case ast.EndGame():
            return "end game"
        case ast.NoEffect():
            return "nothing"
        case _:
            return _handling(node)


def _handling(node: ast.Effect) -> Doc:
    """Effects on components and places; all others stand here in parentheses."""
    match node:
        case ast.SetTo(target, value):
            return _clauses("set ", _value(target, _ON), _clause("to", value))
        case ast.Move(amount, what, source, to, showing, at_bottom):
            whence = _clause("from", source, _ON)
            side = _clause("showing", showing)
            end: Doc = (SPACE, "at bottom") if at_bottom else ""
            return _clauses("move ", _amount(amount), _value(what, _ON), whence, _clause("to", to, _ON), side, end)
        case ast.Draw(amount, source, to):
            number = _amount(amount)
            return _clauses("draw ", number, ("from ", _value(source, _ON)), _clause("to", to, _ON))
        case ast.Shuffle(place):
            return ("shuffle ", _value(place, _ON))
        case ast.Roll(target):
            return ("roll ", _value(target, _ON))
        case ast.Flip(token, side):
            return _clauses("flip ", _value(token, _ON), _clause("to", side))
        case _:
            return _enclosed("(", _effect(node), ")")


def _clauses(*parts: Doc) -> Doc:
    return Group(Nest(parts))


def _clause(word: str, value: ast.Value | None, wanted: int = _ANY) -> Doc:
    return "" if value is None else (SPACE, f"{word} ", _value(value, wanted))


def _amount(value: ast.Value | None) -> Doc:
    """A number and a space; a value that is not a plain number in parentheses."""
    return "" if value is None else (_plain_amount(value), " ")


def _plain_amount(value: ast.Value) -> Doc:
    return str(value.value) if isinstance(value, ast.Number) else _enclosed("(", _value(value), ")")


def _source(node: ast.Source) -> Doc:
    each = node.gift.kind == "each"
    amount = _value(node.gift.amount, _OR) if each else _plain_amount(node.gift.amount)
    gift = (SPACE, "giving ", "" if each else f"{node.gift.kind} ", amount)
    given = Nest((_binder(node.binder), gift, _clause("owing", node.owing, _OR)))
    return Group((given, " -> ", _unit(node.body)))


def _bound(node: ast.Bound, exactly: str) -> Doc:
    return ("up to " if node.kind == "at_most" else exactly, _amount(node.amount))


def _cost(node: ast.Cost) -> Doc:
    return node.name if node.amount is None else (f"{node.name} ", _plain_amount(node.amount))
