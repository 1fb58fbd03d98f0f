"""Texts about options in front ends (`words.toml`): names, descriptions for models, extra options.

An option has the same name in all front ends as in the method of `Page`; `FACE_NAMES` lists the
exceptions.
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
"""Names of options in the front ends, keyed by `method.option`, if they differ from the methods'
names because those names have another meaning in the front ends.
"""
OWN: Mapping[str, Parameter] = {
    key: from_row({"kinds": ["string"], "name": key.rpartition(".")[2]} | row)
    for key, row in _TABLE["own"].items()
}
"""Options that only front ends have, keyed by name, or by call and name."""
_AIM = {
    name: from_row({"kinds": ["string"], "name": name} | row) for name, row in _TABLE["aim"].items()
}
AIM_NAMES = tuple(name for name in _AIM if name != "target")
"""Parameters by which models give a target; `target` combines them in a single text."""
TARGET_FORMS = OWN["target"].doc


def other_flag(call: str, option: str) -> str | None:
    """Return an alternative command-line flag of an option, as other tools name it; else None."""
    flags: Mapping[str, str] = _TABLE["flags"]
    return flags.get(f"{call}.{option}", flags.get(option)) or None


def for_models(tool: str, call: str, option: Parameter) -> tuple[Parameter, ...]:
    """Return the parameters for an option in a tool for models; a target has several."""
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
    """Replace our option names in a text by the names that the caller used."""
    for own, theirs in written.items():
        text = re.sub(rf"`{own}(?=[`.\[])", f"`{theirs}", text)
    return text


def for_functions(call: str, option: Parameter) -> Parameter:
    """Return an option for function tools, described by `words.toml` or else by the method."""
    words = _TABLE["functions"].get(option.name, {}) | _TABLE["functions"].get(
        f"{call}.{option.name}", {}
    )
    return replace(option, **members_of(words))
