"""Validates tool arguments with one-line errors, and builds the tools' schemas for clients.

The SDK's validation messages have several lines with links, but a model needs only the parameter,
the value and what is allowed. Unknown parameters and values are errors; they are never ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from viewmark.calls.words import as_written
from viewmark.errors import InvalidOption, UnknownParameter, ViewmarkError
from viewmark.mcp.foreign import in_our_words, stands_for
from viewmark.mcp.tool import Tool
from viewmark.parameters.checking import check_value, shown
from viewmark.parameters.coercion import coerce_value, is_blank, match_name, snake
from viewmark.parameters.parameter import Parameter, parameter
from viewmark.parameters.schema import arguments_schema
from viewmark.text import did_you_mean, one_line

EXTRA = "extra"
"""Name of the argument that contains rarely used parameters, as a JSON object or its text."""

_EXTRA = Parameter(name=EXTRA, kinds=("object",))
_OF_TOOLS = re.compile(r"^(?:browser|page|stagehand|playwright|puppeteer)_")
"""Prefixes of tool names in other servers (`browser_click`)."""
_TYPO = 0.8
"""Minimum similarity at which a name is treated as a misspelling of a known name. Any two known
names are less similar than this.
"""


def input_schema(tool: Tool) -> dict[str, Any]:
    """Return the JSON Schema of a tool's arguments, as small as possible without being wrong.

    The first value of an enumeration is its default, unless another default is given.
    """
    whats = [] if tool.is_single else [parameter("what", "string", enum=tuple(tool.by_what))]
    listed = whats + [each for each in tool.parameters if not each.rare]
    if rare := [each.name for each in tool.parameters if each.rare and not each.unlisted]:
        doc = f"JSON object, seldom needed: {', '.join(rare)}"
        listed.append(parameter(EXTRA, "string", doc=doc))
    if tool.is_single:
        return arguments_schema(listed, [each.name for each in listed if each.is_required])
    return arguments_schema(listed, [] if tool.what_aliases else ["what"])


def validate(
    tool: Tool, arguments: Mapping[str, Any] | None, tools: Iterable[Tool] = ()
) -> tuple[str, dict[str, Any]]:
    """Validate a tool call.

    Args:
        tool: the tool that is called.
        arguments: arguments as received.
        tools: all tools, to suggest the right one if the wrong tool was called.

    Returns:
        The canonical value of `what`, and the parameters including defaults.

    Raises:
        UnknownParameter: the tool, or this `what` of it, has no such parameter.
        InvalidOption: a value has the wrong type, is outside of its range, or is missing.
    """
    given = dict(arguments or {})
    what, implied = _what(tool, given, tools)
    try:
        return what, _arguments(tool, what, implied, given)
    except ViewmarkError as error:
        raise name_as_written(error, tool.known(what), arguments) from None


def name_as_written(
    error: ViewmarkError, known: Iterable[Parameter], arguments: Mapping[str, Any] | None
) -> ViewmarkError:
    """Rewrite an error with the parameter names that the client used."""
    sent = dict(arguments or {})
    extra = sent.get(EXTRA)
    sent |= extra if isinstance(extra, dict) else {}
    known = tuple(known)
    names = {
        own: name for name, each in reversed(sent.items()) for own in stands_for(name, each, known)
    }
    written = {own: name for own, name in names.items() if own not in sent}
    error.message, error.hint = (as_written(each, written) for each in (error.message, error.hint))
    if "param" in error.data:
        error.data["param"] = as_written(f"`{error.data['param']}`", written).strip("`")
    return error


def _arguments(
    tool: Tool, what: str, implied: Mapping[str, Any], given: dict[str, Any]
) -> dict[str, Any]:
    given = in_our_words(tool.known(what), _with_extra(given))
    known = {p.name: p for p in tool.known(what)}
    out: dict[str, Any] = {n: p.default for n, p in known.items() if p.default is not None}
    for name, value in with_own_names(tool, what, given).items():
        if name not in known:
            raise _unknown(tool, what, name, known)
        if not is_blank(known[name], value):
            out[name] = check_value(known[name], value, name)
    for name, value in implied.items():
        is_amount = isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_amount and out.get(name) is not None:
            # the caller's own amount takes precedence, such as the duration of a long press
            continue
        if out.get(name) not in (known[name].default, value):
            message = f"`{name}` is {shown(out[name])}, but the name of the action means {value}."
            raise InvalidOption(message, param=name)
        out[name] = value
    return out


def _with_extra(given: dict[str, Any]) -> dict[str, Any]:
    """Merge the arguments inside `extra` into the other arguments."""
    sent = given.pop(EXTRA, None)
    if sent in (None, "", {}):
        return given
    extra = coerce_value(_EXTRA, sent)
    if not isinstance(extra, dict):
        message = f"`{EXTRA}` is {shown(sent)}; allowed is a JSON object of parameters."
        raise InvalidOption(message, param=EXTRA)
    for name, value in extra.items():
        if given.get(name) not in (None, "", value) and value is not None:
            message = f"`{one_line(name)[:60]}` is given twice, with different values."
            raise InvalidOption(message, param=name[:60])
    return given | {name: value for name, value in extra.items() if value is not None}


def _what(
    tool: Tool, given: dict[str, Any], tools: Iterable[Tool]
) -> tuple[str, Mapping[str, Any]]:
    """Return the name of the requested call and the arguments that it implies.

    Remove `what` and its aliases from the given arguments.
    """
    keys = {key: given.pop(key, None) for key in ("what", *tool.what_aliases)}
    if tool.is_single:
        return tool.name, {}
    # `format` is an alias of `what` in generate, but a separate parameter elsewhere.
    values = {key: value for key, value in keys.items() if value is not None}
    if not values:
        raise InvalidOption(
            f"{tool.name} needs `what`; allowed are {', '.join(tool.by_what)}.", param="what"
        )
    key, chosen = next(iter(values.items()))
    meant = [_meant(tool, each) if isinstance(each, str) else None for each in values.values()]
    if meant[0] is None:
        other = elsewhere(chosen, tools)
        near = "" if other else did_you_mean(chosen, tool.by_what, cutoff=_TYPO)
        raise InvalidOption(
            f"`{key}` of {tool.name} is {shown(chosen)}; allowed are "
            f"{', '.join(tool.by_what)}. {near}".rstrip(),
            hint=other,
            param=key,
        )
    if any(each != meant[0] for each in meant):
        raise InvalidOption(
            f"{' and '.join(values)} contradict each other in {tool.name}: "
            f"{shown(list(values.values()))}.",
            param="what",
        )
    return meant[0]


def _meant(tool: Tool, word: str) -> tuple[str, Mapping[str, Any]] | None:
    """Return the `what` value for a name or alias, with its implied arguments; None if unknown."""
    own = snake(word)
    names = (word, own, _OF_TOOLS.sub("", own))
    return next((tool.meanings[each] for each in names if each in tool.meanings), None)


def elsewhere(chosen: object, tools: Iterable[Tool]) -> str | None:
    """Return a hint that names the calls of other tools with this `what`; None if none has it."""
    meant = [
        " with ".join(filter(None, [_title(tool, found[0]), _pairs_text(found[1])]))
        for tool in tools
        if isinstance(chosen, str) and (found := _meant(tool, chosen))
    ]
    return f"Call {' or '.join(meant)}." if meant else None


def _title(tool: Tool, what: str) -> str:
    return tool.name if tool.is_single else f"{tool.name} {what}"


def _pairs_text(implied: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in implied.items())


def _unknown(tool: Tool, what: str, name: str, known: Iterable[str]) -> UnknownParameter:
    here = sorted(known)
    where = ""
    if (own := match_name(name, tool.parameters)) in tool.by_name:
        where = f"that goes with {', '.join(sorted(tool.goes_with(own)))}, and "
    text = (
        f"{_title(tool, what)} has no parameter `{one_line(name)[:60]}`; "
        f"{where}{what} has {', '.join(here)}. "
        f"{'' if where else did_you_mean(name, here)}"
    ).rstrip()
    return UnknownParameter(text, hint=tool.instead.get(snake(name)), param=name[:60])


def with_own_names(tool: Tool, what: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Rename the arguments to the tool's parameters, and drop meaningless ones.

    Meaningless arguments occur because some clients must send every property: for parameters of
    another `what` value, they send null, an empty string or the default.

    Raises:
        InvalidOption: two spellings of one parameter have different values.
    """
    known = tool.known(what)
    names = {each.name for each in known}
    out: dict[str, Any] = {}
    members: dict[str, dict[str, Any]] = {}
    for written, value in given.items():
        other = tool.by_name.get(written, tool.by_name.get(snake(written)))
        if other is not None and other.name not in names and _says_nothing(other, value):
            continue
        name = match_name(written, known)
        if name not in names:
            holders = [p.name for p in known if other is None and _holds(p, name)]
            if len(holders) == 1:  # a member of an object parameter, given at the top level
                members.setdefault(holders[0], {})[written] = value
                continue
        if out.get(name) not in (None, value) and value is not None:
            raise InvalidOption(f"`{name}` is given twice, with different values.", param=name)
        if value is not None or name not in out:
            out[name] = value
    for name, beside in members.items():
        inside = coerce_value(next(p for p in known if p.name == name), out.get(name))
        if inside is None or inside == "":
            out[name] = beside
        elif isinstance(inside, dict):
            if any(key in inside and inside[key] != each for key, each in beside.items()):
                message = f"Members of `{name}` are given twice, with different values."
                raise InvalidOption(message, param=name)
            out[name] = beside | inside
    return out


def _holds(parameter: Parameter, name: str) -> bool:
    own = {field.name for field in parameter.fields}
    return name in own or match_name(name, parameter.fields) in own


def _says_nothing(parameter: Parameter, value: Any) -> bool:
    if value is None or value in ("", {}, []):
        return True
    if isinstance(value, dict):
        return all(each is None for each in value.values())
    return parameter.default is not None and _same(
        coerce_value(parameter, value), parameter.default
    )


def _same(one: Any, other: Any) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
