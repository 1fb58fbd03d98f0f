"""The methods of `Page` as data.

Each call is defined once, as a method with types, defaults, ranges and a docstring. Front ends
(MCP server, shell, agent tools) derive parameters from this data, so that they all agree.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import cache

from viewmark.api.page import Page
from viewmark.parameters.hints import parameters_of
from viewmark.parameters.parameter import Parameter


def calls() -> list[str]:
    """Return the names of all public methods of `Page`, in alphabetical order."""
    public = [name for name in dir(Page) if not name.startswith("_")]
    return [name for name in public if inspect.isfunction(getattr(Page, name))]


@cache
def options_of(call: str) -> Mapping[str, Parameter]:
    """Return the options of a method of `Page`, keyed by name, in order.

    Raises:
        AttributeError: there is no such call.
    """
    method = getattr(Page, call)
    docs = _docs(inspect.getdoc(method) or "")
    # replace "as for `click`" by the description that it refers to
    for name, words in docs.items():
        other = re.match(r"as for `(\w+)`[.,] ?", words)
        if other and name in (theirs := options_of(other[1])):
            docs[name] = f"{theirs[name].doc} {words[other.end() :]}".strip()
    return parameters_of(method, docs)


def _docs(text: str) -> dict[str, str]:
    """Return the entries in the `Args` section of a docstring, keyed by option."""
    _, _, args = text.partition("\nArgs:\n")
    args = re.split(r"\n\n?(?=\S)", args, maxsplit=1)[0]
    rows = re.split(r"^ {4}\*?(\w+): ", args, flags=re.MULTILINE)[1:]
    return {name: " ".join(words.split()) for name, words in zip(*[iter(rows)] * 2, strict=True)}
