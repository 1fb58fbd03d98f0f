"""Type hints and signatures work with type checkers and with agent frameworks."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import pydantic
import pytest

import viewmark
from viewmark import agents, batch, errors, imaging, slo, sync, vision
from viewmark.agents import computer
from viewmark.errors import InvalidOption

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
SOURCES = Path(viewmark.__file__).parent
PROGRAMS = ROOT / "tests" / "typing"
CHECKERS = {
    "mypy": ("--strict", "--no-error-summary", str(PROGRAMS)),
    "basedpyright": ("--project", str(PROGRAMS), "--pythonpath", sys.executable),
}


def functions_of(cls: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in dir(cls):
        if name.startswith("_") and not name.startswith("__"):
            continue
        found = inspect.getattr_static(cls, name)
        found = getattr(found, "__func__", getattr(found, "fget", getattr(found, "func", found)))
        # Methods generated for dataclasses and named tuples have no source file and no type hints.
        if inspect.isfunction(found) and found.__code__.co_filename.startswith(str(SOURCES)):
            yield f"{cls.__name__}.{name}", found


MODULES = (viewmark, sync, agents, computer, batch, slo, vision, imaging, errors)


def everything_public() -> Iterator[tuple[str, Any]]:
    for module in MODULES:
        for name in getattr(module, "__all__", vars(module)):
            found = getattr(module, name)
            if typing.get_origin(found) in (typing.Literal, typing.Union):
                continue  # a list of literals or of types
            found = typing.get_origin(found) or found  # Opening[Browser]
            if inspect.isclass(found):
                yield f"{module.__name__} {name}", found
                for label, function in functions_of(found):
                    yield f"{module.__name__} {label}", function
            elif callable(found):
                yield f"{module.__name__} {name}", found


PUBLIC = dict(everything_public())
FACES = [viewmark.Page, viewmark.Browser, sync.Page, sync.Browser]
CALLS: dict[str, Callable[..., Any]] = {
    f"{cls.__module__} {label}": function
    for cls in FACES
    for label, function in functions_of(cls)
    if inspect.isfunction(getattr(cls, label.partition(".")[2])) and "__" not in label
}
LIVE = [name for name in CALLS if name.endswith("Page.compare")]
"""Calls whose arguments are results of other calls."""
OF_LIVE_OBJECTS = [CALLS.pop(name) for name in LIVE]
CALLS |= {"launch": viewmark.launch, "attach": viewmark.attach}
CALLS |= {"sync.launch": sync.launch, "sync.attach": sync.attach}


def test_type_hints_of_everything_public_resolve() -> None:
    assert len(PUBLIC) > 500
    for name, found in PUBLIC.items():
        hints = typing.get_type_hints(found)
        if inspect.isfunction(found) and not name.endswith("__init__"):
            assert "return" in hints, name


def test_pydantic_takes_every_call_as_a_function_tool() -> None:
    for name, call in CALLS.items():
        pydantic.validate_call(call)
        written = inspect.signature(call).parameters.values()
        assert not [each for each in written if each.kind is each.VAR_KEYWORD], name
        assert not [each for each in written if each.annotation is Any], name


def test_pydantic_takes_functions_of_live_objects_too() -> None:
    anything = pydantic.ConfigDict(arbitrary_types_allowed=True)
    for function in (viewmark.annotate, viewmark.wrap, sync.wrap, *OF_LIVE_OBJECTS):
        pydantic.validate_call(config=anything)(function)
    with pytest.raises(pydantic.ValidationError):
        pydantic.validate_call(sync.launch)(headless="perhaps")


def test_async_calls_are_coroutine_functions_and_blocking_ones_are_not() -> None:
    assert inspect.iscoroutinefunction(viewmark.Page.observe)
    assert not inspect.iscoroutinefunction(sync.Page.observe)


@pytest.mark.parametrize(
    ("call", "wrong", "right"),
    [
        (viewmark.Page.observe, {"max_anotations": 3}, "max_annotations"),
        (viewmark.Page.screenshot, {"sale": "css"}, "scale"),
        (viewmark.Page.wait_for, {"selecter": "#a"}, "selector"),
        (viewmark.Page.click, {"buton": "left"}, "button"),
        (sync.Page.keypress, {"targt": "@a"}, "target"),
        (sync.Page.goto, {"untill": "load"}, "until"),
        (sync.launch, {"headles": True}, "headless"),
        (viewmark.launch, {"nonsense": 3}, "headless"),
        (viewmark.annotate, {"formt": "png"}, "format"),
    ],
)
async def test_an_unknown_option_is_named_with_the_nearest_right_one(
    call: Callable[..., Any], wrong: dict[str, Any], right: str
) -> None:
    self = [None] if "Page" in call.__qualname__ else []

    async def ask() -> None:
        found = call(*self, **wrong)
        if inspect.iscoroutine(found):
            await found

    with pytest.raises(InvalidOption) as raised:
        await ask()
    assert next(iter(wrong)) in raised.value.message
    assert right in raised.value.hint
    assert raised.value.hint in str(raised.value)


@pytest.mark.parametrize("checker", CHECKERS)
def test_type_checkers_refuse_every_misspelt_option_and_nothing_else(checker: str) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", checker, *CHECKERS[checker]],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    errors = re.findall(r"(\w+\.py):(\d+)(?::\d+)?(?: -|:) error:", checked.stdout)
    assert {(file, int(line)) for file, line in errors} == {
        (program.name, number)
        for program in PROGRAMS.glob("*.py")
        for number, line in enumerate(program.read_text().splitlines(), 1)
        if "# wrong" in line
    }, checked.stdout


@pytest.mark.parametrize(("part", "face"), [("awaited", viewmark), ("blocking", sync)])
def test_a_program_for_type_checkers_uses_every_call_with_all_its_options(
    part: str, face: Any
) -> None:
    whole = ast.parse((PROGRAMS / "every_call.py").read_text())
    (function,) = (each for each in whole.body if getattr(each, "name", "") == part)
    used: dict[str, set[str | None]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            used.setdefault(ast.unparse(node), set())
        elif isinstance(node, ast.Call):
            used.setdefault(ast.unparse(node.func), set()).update(k.arg for k in node.keywords)
    for name, cls in (("page", face.Page), ("browser", face.Browser)):
        for call in (each for each in dir(cls) if not each.startswith("_")):
            found = getattr(cls, call)
            parameters = inspect.signature(found).parameters if callable(found) else {}
            options = {n for n, p in parameters.items() if p.kind is p.KEYWORD_ONLY}
            assert options <= used[f"{name}.{call}"], call


def test_every_returned_class_can_be_imported_from_the_package() -> None:
    public = set(viewmark.__all__)
    homes = {getattr(viewmark, name) for name in public if inspect.isclass(getattr(viewmark, name))}
    for name, call in CALLS.items():
        returned = typing.get_type_hints(call)["return"]
        for each in (returned, *typing.get_args(returned)):
            if inspect.isclass(each) and each.__module__.startswith("viewmark."):
                assert each in homes or each.__module__.startswith("viewmark.sync"), (name, each)
    assert viewmark.__version__


@pytest.mark.parametrize("name", ["agents", "batch", "slo", "sync", "vision"])
def test_packages_are_there_after_one_import(name: str) -> None:
    code = f"import viewmark; assert viewmark.{name}.__name__ == 'viewmark.{name}'"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr
