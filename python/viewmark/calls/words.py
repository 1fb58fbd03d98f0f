"""The words of faces for options (`words.toml`): other names, texts for models, options of faces.

An option has one name in every face, that of the method of `Page`; `FACE_NAMES` has the exceptions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from viewmark.calls.options import rows
from viewmark.parameters.parameter import Parameter, from_row, members_of

_TABLE = rows()["words"]
FACE_NAMES: Mapping[str, str] = _TABLE["renamed"]
"""Names of options in the faces where the method's name means something else, by method and
option."""
OWN: Mapping[str, Parameter] = {
    key: from_row({"kinds": ["string"], "name": key.rpartition(".")[2]} | row)
    for key, row in _TABLE["own"].items()
}
"""Options that no method has, by name, or by call and name."""
_AIM = {
    name: from_row({"kinds": ["string"], "name": name} | row) for name, row in _TABLE["aim"].items()
}
AIM_NAMES = tuple(name for name in _AIM if name != "target")
"""Parameters that name a target for models; `target` is one of them in one word."""
TARGET_FORMS = OWN["target"].doc


def other_flag(call: str, option: str) -> str | None:
    """Another flag of an option on the command line, for those who know it."""
    flags: Mapping[str, str] = _TABLE["flags"]
    return flags.get(f"{call}.{option}", flags.get(option)) or None


def for_models(tool: str, call: str, option: Parameter) -> tuple[Parameter, ...]:
    """An option as models have it; a target is several there."""
    if option.name in ("target", "source"):
        if tool != "interact":
            return (OWN["ref"], OWN["selector"])
        is_source = option.name == "source"
        return tuple(each for name, each in _AIM.items() if not (is_source and name == "target"))
    own = OWN.get(option.name)
    words: dict[str, Any] = {"doc": "" if own is None else own.doc}
    for key in (option.name, f"{tool}.{option.name}", f"{call}.{option.name}"):
        if (row := _TABLE["models"].get(key)) is not None:
            words |= {"doc": "", "aliases": ()} | row
    for name in [each for each in words if each.startswith("no_")]:
        del words[name]
        words.setdefault(name.removeprefix("no_"), None)
    return (replace(option, **members_of(words)),)


def as_written(text: str, written: Mapping[str, str]) -> str:
    """A text, with the names that the caller wrote for options in place of ours."""
    for own, theirs in written.items():
        text = re.sub(rf"`{own}(?=[`.\[])", f"`{theirs}", text)
    return text


def for_functions(call: str, option: Parameter) -> Parameter:
    """An option for function tools: described by the method, unless the table overrides it."""
    words = _TABLE["functions"].get(option.name, {}) | _TABLE["functions"].get(
        f"{call}.{option.name}", {}
    )
    return replace(option, **members_of(words))
