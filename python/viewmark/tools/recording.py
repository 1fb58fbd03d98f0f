"""What was done, step by step, and what can be made of it: steps in words, a Playwright test.

Pure. Typed text is kept only for fields that are not secret (the caller passes None otherwise),
so neither the steps nor the test can give a password away.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["STEP_LIMIT", "Step", "playwright_test", "reproduction", "without_query"]

_CUT = "…"
STEP_LIMIT = 500
"""Steps remembered of one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One action that was carried out."""

    what: str
    """click, double_click, hover, type, select, keypress, scroll, navigate, ..."""
    selector: str | None = None
    """Selector of the element that was really hit; None for actions on the page."""
    hit: str = ""
    """Role and name of what was hit, such as `button "Save"`."""
    text: str | None = None
    """Typed text, chosen value or key; None where it is secret or does not apply."""
    secret: bool = False
    """Whether text went into a field whose value never leaves the page."""
    url: str = ""
    """Where the page was, or went (navigate)."""
    point: tuple[float, float] | None = None
    """CSS px of the viewport, for actions by coordinates."""
    delta: tuple[float, float] | None = None
    """How far was scrolled, CSS px."""
    button: str = "left"
    navigated_to: str = ""
    """Address that the page went to because of the step (see `without_query`)."""


def without_query(url: str) -> str:
    """An address whose query is left out, with a sign in its place.

    A form that sends by GET puts what was typed into the address, passwords included.
    """
    base, mark, _ = url.partition("?")
    return f"{base}?{_CUT}" if mark else url


def reproduction(steps: Sequence[Step]) -> str:
    """Numbered steps in words, with selectors and what was hit."""
    if not steps:
        return "No action was recorded yet."
    lines = []
    for number, step in enumerate(steps, 1):
        line = f"{number}. {_words(step)}"
        if step.selector:
            line += f"  [{step.selector}]"
        if step.navigated_to:
            line += f"  -> {step.navigated_to}"
        lines.append(line)
    return "\n".join(lines)


def _words(step: Step) -> str:
    on = step.hit or (f"the point {step.point[0]:g},{step.point[1]:g}" if step.point else "page")
    said = "(secret)" if step.secret else repr(step.text or "")
    simple = {
        "click": f"Click {on}" if step.button == "left" else f"Click {on} ({step.button} button)",
        "double_click": f"Double-click {on}",
        "hover": f"Move the mouse over {on}",
        "type": f"Type {said} into {on}",
        "select": f"Choose {said} in {on}",
        "keypress": f"Press {step.text}",
        "navigate": f"Open {step.url}",
        "back": "Go back",
        "forward": "Go forward",
        "reload": "Reload the page",
    }
    if step.what == "scroll" and step.delta:
        return f"Scroll {on} by {step.delta[0]:g},{step.delta[1]:g} px"
    return simple.get(step.what, step.what.replace("_", " ").capitalize())


def playwright_test(steps: Sequence[Step], *, name: str = "recorded", start_url: str = "") -> str:
    """A runnable test for pytest with the Playwright plug-in.

    Args:
        steps: what was done.
        name: of the test; made into an identifier.
        start_url: opened first if the steps do not begin with a navigation.
    """
    body: list[str] = []
    if start_url and not (steps and steps[0].what == "navigate"):
        body.append(f"page.goto({start_url!r})")
    for step in steps:
        body += _code(step)
        if step.navigated_to:
            body.append(f"expect(page).to_have_url({_address(step.navigated_to)})")
    code = "\n".join(f"    {line}" for line in body or ["pass"])
    names = "Page, expect" if "expect(page)" in code else "Page"
    imports = [f"import {m}" for m in ("os", "re") if f"{m}." in code]
    head = [*imports, "", f"from playwright.sync_api import {names}"]
    return "\n".join(
        [*head[not imports :], "", "", f"def {_identifier(name)}(page: Page) -> None:", code, ""]
    )


def _address(url: str) -> str:
    base, mark, rest = url.partition("?")
    if mark and rest == _CUT:
        return f"re.compile({re.escape(base)!r})"
    return repr(url)


def _code(step: Step) -> list[str]:
    target = f"page.locator({step.selector!r})" if step.selector else ""
    text = 'os.environ["VIEWMARK_SECRET"]' if step.secret else repr(step.text or "")
    button = "" if step.button == "left" else f"button={step.button!r}"
    if step.what in ("click", "double_click", "hover") and not target and step.point:
        x, y = step.point
        verb = {"click": "click", "double_click": "dblclick", "hover": "move"}[step.what]
        return [f"page.mouse.{verb}({x:g}, {y:g}{', ' + button if button else ''})"]
    made = {
        "click": f"{target}.click({button})",
        "double_click": f"{target}.dblclick({button})",
        "hover": f"{target}.hover()",
        "type": f"{target}.press_sequentially({text})",
        "select": f"{target}.select_option({text})",
        "keypress": f"page.keyboard.press({step.text!r})",
        "navigate": f"page.goto({step.url!r})",
        "back": "page.go_back()",
        "forward": "page.go_forward()",
        "reload": "page.reload()",
    }
    if step.what == "scroll" and step.delta:
        return [f"page.mouse.wheel({step.delta[0]:g}, {step.delta[1]:g})"]
    if step.what not in made or (step.what in ("type", "select") and not target):
        words = "".join(c if c.isprintable() else " " for c in _words(step))
        return [f"# {words}"]
    return [made[step.what]]


def _identifier(name: str) -> str:
    word = re.sub(r"[^a-zA-Z0-9]+", "_", name).strip("_").lower() or "recorded"
    word = word if word.startswith("test_") else f"test_{word}"
    return word + "_" if keyword.iskeyword(word) else word
