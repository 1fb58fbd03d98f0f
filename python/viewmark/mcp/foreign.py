"""Translates arguments of other tools, which models may send, to viewmark's parameters.

Only names that a call does not have are translated, so a correct call stays unchanged. Arguments
without a clear meaning are kept, and `validation` rejects them with advice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from viewmark.errors import InvalidOption
from viewmark.parameters.coercion import match_name, snake
from viewmark.parameters.parameter import Parameter

MILLISECONDS = 1000
"""Minimum value from which a `timeout` is treated as milliseconds, as in Playwright, because no
call accepts that many seconds.
"""
UNENDING = 1e12
"""Value from which a timeout is not converted, so that validation rejects it."""
_TARGETS = frozenset({"ref", "label", "selector", "x", "target"})
_DESCRIBES = ("element", "element_description", "start_element", "end_element")

Meaning = dict[str, Any] | None
Rule = Callable[[Any, Mapping[str, Parameter]], Meaning]


def in_our_words(known: Iterable[Parameter], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Rename the arguments of a call to viewmark's parameters.

    Args:
        known: the parameters of the call.
        arguments: its arguments, as received.

    Raises:
        InvalidOption: two arguments contradict each other.
    """
    known = tuple(known)
    names = {each.name: each for each in known}
    rules = _RULES
    if any(snake(name) == "start_coordinate" for name in arguments):
        rules = rules | {"coordinate": _end}
    arguments = _with_start(known, arguments)
    out = dict(arguments)
    for written in arguments:
        made = _meaning(written, out[written], names, rules)
        if made is None:
            continue
        del out[written]
        for name, each in made.items():
            if out.get(name) not in (None, "", each):
                raise InvalidOption(f"`{name}` is given twice, with different values.", param=name)
            out[name] = each
    known_names = {match_name(name, known) for name in out}
    if known_names & _TARGETS or any(name in known_names for name in ("fields", "to")):
        # Drop the human-readable description that some clients send with the target, because the
        # result names the element that was hit.
        out = {n: v for n, v in out.items() if n in names or snake(n) not in _DESCRIBES}
    for name, option in names.items():
        inside = _json(out.get(name))
        if option.fields and isinstance(inside, dict) and "object" in (*option.kinds, *option.also):
            out[name] = in_our_words(option.fields, inside)
    if isinstance(out.get("fields"), list):
        out["fields"] = [_field(each) for each in out["fields"]]
    return out


def stands_for(name: str, value: Any, known: Iterable[Parameter]) -> tuple[str, ...]:
    """Return the parameters to which an argument is translated."""
    names = {each.name: each for each in known}
    own = match_name(name, names.values())
    return (own,) if own in names else tuple(_meaning(name, value, names, _RULES) or ())


def _meaning(
    written: str, value: Any, names: Mapping[str, Parameter], rules: Mapping[str, Rule]
) -> Meaning:
    """Return an argument as viewmark's parameters; None if no translation is needed or known."""
    own = match_name(written, names.values())
    if own in names:
        return _of_known(own, _json(value), names)
    rule = rules.get(snake(written))
    return None if rule is None else rule(_json(value), names)


def _with_start(known: Iterable[Parameter], arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Use `target` as `from` if the end of the drag is given too.

    Without `from` and `to`, `target` is the end of the drag, as in other tools. With `from` and
    `to`, it is a contradiction.
    """
    said = [name for name, value in arguments.items() if value not in (None, "", {}, [])]
    ends = [name for name in said if match_name(name, known) == "to"]
    starts = [name for name in ends if snake(name) == "target"]
    if len(starts) != 1 or len(ends) == 1 or any(snake(name) == "from" for name in said):
        return arguments
    others = {n: each for n, each in arguments.items() if snake(n) not in ("from", "target")}
    return others | {"from": arguments[starts[0]]}


def _json(value: Any) -> Any:
    """Parse a list or an object that was sent as a string."""
    if isinstance(value, str) and value.strip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _point(value: Any) -> dict[str, Any] | None:
    """Return a point given as `[x, y]` or as an object with both keys; else None."""
    if isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)):
        return {"x": value[0], "y": value[1]}
    if isinstance(value, dict) and value.keys() == {"x", "y"}:
        return value
    return None


def _of_known(name: str, value: Any, names: Mapping[str, Parameter]) -> Meaning:
    """Convert values of a type that a known parameter does not accept, such as a point for text."""
    if name == "coordinates" and "x" in names:
        return _point(value) if isinstance(value, list) else None
    if name == "to" and isinstance(value, list) and (point := _point(value)):
        return {"to": point}
    return _timeout(value) if name == "timeout" else None


def _timeout(value: Any) -> Meaning:
    """Convert a timeout from milliseconds to seconds; return None if it is below `MILLISECONDS`."""
    number = _number(value)
    is_ms = number is not None and MILLISECONDS <= number < UNENDING
    return {"timeout": number / 1000} if is_ms and number is not None else None


def _with(name: str, meaning: Callable[[Any], Meaning]) -> Rule:
    """Return a rule that applies only to calls with the parameter `name`."""
    return lambda value, names: meaning(value) if name in names else None


_coordinate = _with("x", _point)
_end = _with("to", lambda value: (point := _point(value)) and {"to": point})


def _from(value: Any, names: Mapping[str, Parameter]) -> Meaning:
    """Translate the start of a drag, which may have the form of any target.

    Text is passed on as `selector`; `page.target.read` parses it.
    """
    if "to" not in names or isinstance(value, bool):
        return None
    if point := _point(value):
        return point
    if isinstance(value, dict) and len(value) == 1 and value.keys() <= _TARGETS:
        return value
    if isinstance(value, int):
        return {"label": value}
    return {"selector": value} if isinstance(value, str) and value.strip() else None


def _target(value: Any, names: Mapping[str, Parameter]) -> Meaning:
    """Translate `target`, as sent for other tools, to `ref` or `selector`."""
    if value in (None, "") and {"ref", "selector"} & names.keys():
        return {}
    if isinstance(value, str) and value.startswith("@") and "ref" in names:
        return {"ref": value}
    if isinstance(value, str) and value.strip() and "selector" in names:
        return {"selector": value}
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return {"label": value} if is_number and "label" in names else None


def _in_ms(name: str) -> Rule:
    """Return a rule for another name of a parameter, in milliseconds instead of seconds."""

    def seconds(value: Any) -> Meaning:
        number = _number(value)
        return None if number is None or abs(number) >= UNENDING else {name: number / 1000}

    return _with(name, seconds)


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    return value if _is_number(value) and value == value else None


def _switch(needs: tuple[str, ...], on: dict[str, Any], off: dict[str, Any]) -> Rule:
    """Return a rule for a flag: if the call has a parameter in `needs`, set `on` or `off`."""

    def values(value: Any, names: Mapping[str, Parameter]) -> Meaning:
        if value not in (True, False, "true", "false") or not names.keys() & needs:
            return None
        return on if value in (True, "true") else off

    return values


_RULES: dict[str, Rule] = {
    "coordinate": _coordinate,
    "start_coordinate": _coordinate,
    "end_coordinate": _end,
    "from": _from,
    "target": _target,
    "timeout_ms": _in_ms("timeout"),
    "hold_ms": _in_ms("hold"),
    **dict.fromkeys(("time_ms", "ms", "milliseconds", "duration_ms", "wait_ms"), _in_ms("seconds")),
    "attribute": _with(
        "property",
        lambda value: {"property": "attribute", "name": value} if isinstance(value, str) else None,
    ),
    "double_click": _switch(("count",), {"count": 2}, {}),
    "dark_mode": _switch(
        ("environment", "color_scheme"), {"color_scheme": "dark"}, {"color_scheme": "light"}
    ),
    "stable_refs": _switch(("refs",), {}, {"refs": "none"}),
    "refresh_refs": _switch(("refs",), {"refs": "fresh"}, {}),
    "text_gone": _with("absent", lambda value: {"text": value, "absent": True}),
    "prompt_text": _with("accept", lambda value: {"text": value}),
}
"""Translation rules, keyed by name in snake case; they return None if they do not apply."""

_KINDS = frozenset({"textbox", "checkbox", "radio", "combobox", "slider", "searchbox", "switch"})


def _field(field: Any) -> Any:
    """Return one field of a form-filling call without the descriptions that other tools add.

    Playwright's tools send `name`, `type` and a human-readable `element` along with `ref`. Without
    a target, role and name identify the control.
    """
    if not isinstance(field, dict):
        return field
    plain = {snake(str(name)): name for name in field}
    about = {"name", "type", *_DESCRIBES}
    others = {name: each for name, each in field.items() if snake(str(name)) not in about}
    if {"ref", "label", "selector", "target", "uid"} & plain.keys():
        return others
    name, kind = field.get(plain.get("name", "")), field.get(plain.get("type", ""))
    if isinstance(name, str) and kind in _KINDS:
        return others | {"target": f"role={kind}[name={json.dumps(name, ensure_ascii=False)}]"}
    return field
