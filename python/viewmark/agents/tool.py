"""A function tool: name, description, schemas, and calls that return errors as results.

Arguments in the form that models send are first converted by `arguments`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any, Literal, cast

from viewmark.agents.actions import Action
from viewmark.agents.arguments import arguments_of
from viewmark.agents.result import ToolResult, failure
from viewmark.agents.running import Runner
from viewmark.errors import ViewmarkError
from viewmark.parameters.parameter import Parameter
from viewmark.parameters.schema import arguments_schema

_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict[str, Any],
}


def _annotation(option: Parameter) -> Any:
    """Return the type annotation of an option, including its description."""
    found: list[Any] = []
    for kind in option.kinds:
        if kind == "string" and option.enum:
            found.append(Literal[option.enum])
        elif kind == "array":
            item: Any = str if option.items is None else _annotation(option.items)
            found.append(list[item])
        else:
            found.append(_TYPES[kind])
    if not option.is_required and option.default is None:
        found.append(None)
    return Annotated[reduce(or_, found), option.doc]


@dataclass(frozen=True, eq=False)
class FunctionTool:
    """A tool that a model can call; created by `viewmark.agents.tools`."""

    action: Action
    runner: Runner

    @property
    def name(self) -> str:
        """The name by which a model calls the tool."""
        return self.action.name

    @property
    def description(self) -> str:
        """The description that a model reads."""
        return self.action.description

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments; optional arguments may be omitted."""
        return self._schema(strict=False)

    @cached_property
    def strict_parameters(self) -> dict[str, Any]:
        """The JSON schema for strict calling: all arguments required, optional ones nullable."""
        return self._schema(strict=True)

    def _schema(self, *, strict: bool) -> dict[str, Any]:
        required = [name for name, each in self.action.parameters.items() if each.is_required]
        return arguments_schema(
            self.action.parameters.values(), required, closed=True, strict=strict
        )

    async def run(self, arguments: str | Mapping[str, Any] | None = None) -> ToolResult:
        """Call the tool with the model's arguments, as JSON text or an object.

        Errors are not raised but returned as a result with `failed`, for the model to read.
        """
        return await self.runner.wait(self._run(arguments))

    def run_sync(self, arguments: str | Mapping[str, Any] | None = None) -> ToolResult:
        """Call the tool like `run`, but blocking instead of with `await`.

        For an async page, call it in a thread other than that of the page's event loop.
        """
        return self.runner.block(self._run(arguments))

    async def _run(self, arguments: str | Mapping[str, Any] | None) -> ToolResult:
        try:
            checked_values = arguments_of(self.name, self.action.parameters, arguments)
            return await self.action.run(self.runner.page, checked_values)
        except ViewmarkError as error:
            return failure(error)

    @cached_property
    def function(self) -> Callable[..., Awaitable[ToolResult]]:
        """The tool as an async function with its own signature, annotations and docstring."""

        async def call(**arguments: Any) -> ToolResult:
            return await self.run(arguments)

        return cast("Callable[..., Awaitable[ToolResult]]", self._sign(call))

    @cached_property
    def sync_function(self) -> Callable[..., ToolResult]:
        """The tool as a plain function with its own signature, annotations and docstring."""

        def call(**arguments: Any) -> ToolResult:
            return self.run_sync(arguments)

        return cast("Callable[..., ToolResult]", self._sign(call))

    def _sign(self, call: Any) -> Any:
        parameters = self.action.parameters.values()
        own = [
            inspect.Parameter(
                each.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if each.is_required else each.default,
                annotation=_annotation(each),
            )
            for each in sorted(parameters, key=lambda each: not each.is_required)
        ]
        call.__signature__ = inspect.Signature(own, return_annotation=ToolResult)
        call.__annotations__ = {each.name: each.annotation for each in own} | {"return": ToolResult}
        call.__name__ = call.__qualname__ = self.name
        rows = [f"    {p.name}: {p.doc}" for p in parameters]
        call.__doc__ = "\n".join([self.description, "", "Args:", *rows])
        return call

    def __call__(self, **arguments: Any) -> Any:
        """Call the tool; return its result, or for an async page an awaitable of the result."""
        return self.run_sync(arguments) if self.runner.blocking else self.run(arguments)

    def __repr__(self) -> str:
        return f"FunctionTool({self.name})"
