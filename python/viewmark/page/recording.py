"""Formats recorded steps as sentences and as a Playwright test.

Typed text is kept only for fields that are not secret; the caller passes None for all others. URLs
are redacted before they become part of sentences or code. In code, every text is a literal in
double quotes, and the redactor ends the value of a parameter at a double quote, so running it over
the finished code changes nothing. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from viewmark.browser.actions.keys import MODIFIERS, modifier_names, parse_keys
from viewmark.errors import UnknownKey
from viewmark.secrets.redaction import REDACTED, Redactor
from viewmark.text import one_line

_CUT = "…"
_PARAMETER = re.compile(r"[?&;#]|%(?:25)*(?:3f|26|23)", re.IGNORECASE)
STEP_LIMIT = 500
"""Maximum number of steps kept for one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A completed action, in the form in which it is recorded."""

    what: str
    """Kind of action: click, double_click, hover, type, select, keypress, scroll, navigate, ..."""
    selector: str | None = None
    """Selector of the element that was hit; None for actions on the page."""
    hit: str = ""
    """Role and name of the hit element, such as `button "Save"`."""
    text: str | None = field(default=None, repr=False)
    """Typed text, chosen option or key; None if it is secret or does not apply."""
    keys: tuple[str, ...] = field(default=(), repr=False)
    """Keys or combinations pressed in sequence; empty if they are secret."""
    choices: tuple[tuple[str, str | int], ...] = field(default=(), repr=False)
    """Chosen options, each given by `label`, `value` or `index`; empty if they are secret."""
    count: int = 1
    """Number of clicks, or number of times that the keys were pressed."""
    secret: bool = False
    """True if text was typed into a secret field."""
    clear: bool = False
    """For `type`: True if the text replaced the former text."""
    submit: bool = False
    """For `type`: True if Enter was pressed afterwards."""
    url: str = field(default="", repr=False)
    """URL of the page, or the target of the navigation."""
    point: tuple[float, float] | None = None
    """The point in CSS px of the viewport, for actions by coordinates."""
    delta: tuple[float, float] | None = None
    """Scroll distance in CSS px."""
    button: str = "left"
    modifiers: tuple[str, ...] = ()
    """Modifiers held during the action: Alt, Control, Meta, Shift."""
    navigated_to: str = field(default="", repr=False)
    """URL to which the step made the page navigate (see `without_query`)."""

    def to_json(self) -> dict[str, Any]:
        """Return the members that are set; `point` and `delta` have the form `{x, y}`."""
        row = {name: getattr(self, name) for name in self.__slots__}
        for name in ("point", "delta"):
            if row[name] is not None:
                row[name] = dict(zip("xy", row[name], strict=True))
        unset = Step(what=self.what)
        row = {n: v for n, v in row.items() if n == "what" or v not in (None, getattr(unset, n))}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in row.items()}


def step_of(what: str, options: Mapping[str, Any]) -> Step:
    """Create the step for an action from its options.

    Typed text is the only input that is kept; the recorder decides whether it is secret.
    """
    keys = () if what == "type" else options.get("keys", options.get("key", ()))
    names = (keys,) if isinstance(keys, str) else tuple(keys)
    choices = tuple(pair for each in options.get("options", ()) for pair in each.items())
    texts = {
        "type": options.get("text"),
        "keypress": ", ".join(names),
        "select": ", ".join(str(value) for _, value in choices),
    }
    same = {name: options[name] for name in ("button", "clear", "submit") if name in options}
    return Step(
        what="uncheck" if options.get("checked") is False else what,
        text=texts.get(what),
        keys=names,
        choices=choices,
        count=options.get("count", options.get("repeat", 1)),
        modifiers=modifier_names(options.get("modifiers", ())),
        **same,
    )


def without_query(url: str) -> str:
    """Return a URL with its query replaced by an ellipsis.

    The query of a GET form contains the typed values, including passwords.
    """
    base, mark, _ = url.partition("?")
    return f"{base}?{_CUT}" if mark else url


def _public_steps(steps: Sequence[Step], redact: Callable[[str], str]) -> list[Step]:
    """Return the steps with redacted URLs; consecutive keys in a secret field become one step."""
    written: list[Step] = []
    for step in steps:
        if step.what == "keypress" and step.secret and written and written[-1].secret:
            before = written[-1]
            if (before.what, before.selector, before.hit) == (
                step.what,
                step.selector,
                step.hit,
            ) and not before.navigated_to:
                written.pop()
        written.append(
            replace(
                step,
                selector=step.selector and redact(step.selector),
                hit=redact(step.hit),
                text=None if step.secret or step.text is None else redact(step.text),
                keys=() if step.secret else tuple(map(redact, step.keys)),
                choices=()
                if step.secret
                else tuple((k, redact(v) if isinstance(v, str) else v) for k, v in step.choices),
                url=redact(step.url),
                navigated_to=redact(step.navigated_to),
            )
        )
    return written


def reproduction(
    steps: Sequence[Step], *, redact: Callable[[str], str] | None = None, dropped: int = 0
) -> str:
    """Return the steps as numbered sentences, with selectors and the elements hit.

    Args:
        steps: the recorded steps.
        redact: redacts secrets in URLs.
        dropped: number of earlier steps that were not kept.
    """
    if not steps:
        return "No action was recorded yet."
    lines = [f"({_earlier(dropped)})"] if dropped else []
    for number, step in enumerate(_public_steps(steps, redact or Redactor()), dropped + 1):
        line = f"{number}. {_words(step)}"
        if step.selector:
            line += f"  [{one_line(step.selector, 2_000)}]"
        if step.navigated_to:
            line += f"  -> {one_line(step.navigated_to, 2_000)}"
        lines.append(line)
    return "\n".join(lines)


def _earlier(dropped: int) -> str:
    return f"{dropped} earlier steps are not kept: this begins in the middle"


def _words(step: Step) -> str:
    on = one_line(step.hit) or (
        f"the point {step.point[0]:g},{step.point[1]:g}" if step.point else "page"
    )
    reply = "(secret)" if step.secret else _quote(step.text or "")
    keys = "secret keys" if step.secret else one_line(step.text or "")
    times = f" {step.count} times" if step.count > 1 else ""
    held = f" with {'+'.join(step.modifiers)} held" if step.modifiers else ""
    simple = {
        "click": f"Click {on}{times}{held}"
        + ("" if step.button == "left" else f" ({step.button} button)"),
        "double_click": f"Double-click {on}{held}",
        "hover": f"Move the mouse over {on}{held}",
        "type": f"Type {reply} into {on}" + (" and press Enter" if step.submit else ""),
        "select": f"Choose {reply} in {on}",
        "keypress": f"Press {keys}{times}" + (f" in {on}" if step.secret else ""),
        "navigate": f"Open {one_line(step.url, 2_000)}",
        "back": "Go back",
        "forward": "Go forward",
        "reload": "Reload the page",
    }
    if step.what == "scroll" and step.delta:
        return f"Scroll {on} by {step.delta[0]:g},{step.delta[1]:g} px"
    return simple.get(step.what, one_line(step.what.replace("_", " ")).capitalize())


def playwright_test(
    steps: Sequence[Step],
    *,
    name: str = "recorded",
    start_url: str = "",
    redact: Callable[[str], str] | None = None,
    dropped: int = 0,
) -> str:
    """Return a runnable test for pytest-playwright.

    Secrets are read from environment variables, one per field and parameter; comments at the top
    describe these variables.

    Args:
        steps: the recorded steps.
        name: name of the test; converted to an identifier.
        start_url: URL to open first, if the steps do not begin with a navigation.
        redact: redacts secrets in URLs.
        dropped: number of earlier steps that were not kept.
    """
    redact = redact or Redactor()
    secrets = _Secrets()
    body: list[str] = [f"# {_earlier(dropped)}"] if dropped else []
    if start_url and not (steps and steps[0].what == "navigate"):
        body.append(f"page.goto({secrets.literal(redact(start_url))})")
    for step in _public_steps(steps, redact):
        body += _code(step, secrets)
        if step.navigated_to:
            body.append(f"expect(page).to_have_url({_address(step.navigated_to)})")
    if all(line.startswith("#") for line in body):
        body.append("pass")
    code = "\n".join(f"    {line}" for line in body)
    names = "Page, expect" if "expect(page)" in code else "Page"
    imports = [f"import {m}" for m in ("os", "re") if f"{m}.environ" in code or f"{m}.comp" in code]
    head = [*imports, "", f"from playwright.sync_api import {names}", *secrets.comments()]
    return "\n".join(
        [*head[not imports :], "", "", f"def {_identifier(name)}(page: Page) -> None:", code, ""]
    )


class _Secrets:
    """Environment variables that stand in for secrets."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def expression(self, what: str) -> str:
        """Return code that reads the variable for a secret with this description."""
        number = len(self._names) + 1
        name = self._names.setdefault(what, f"VIEWMARK_SECRET_{number}".removesuffix("_1"))
        return f'os.environ["{name}"]'

    def literal(self, text: str) -> str:
        """Return code for a text, in which redacted parts are read from variables."""
        first, *rest = text.split(REDACTED)
        pieces = [_quote(first)] if first or not rest else []
        for before, after in zip([first, *rest], rest, strict=False):
            pieces.append(self.expression(f"what follows {_quote(before[-80:])}"))
            pieces += [_quote(after)] if after else []
        return " + ".join(pieces)

    def comments(self) -> list[str]:
        """Return a comment line that describes each variable."""
        lines = [f"# {name}: {one_line(what)}" for what, name in self._names.items()]
        return ["", *lines] if lines else []


def _quote(text: str) -> str:
    """Return the text as a Python literal in double quotes, on one line."""
    # The leading double quote makes `repr` use single quotes outside and escape those inside.
    inner = repr('"' + text)[2:-1]
    return '"' + inner.replace("\\'", "'").replace('"', '\\"') + '"'


def _address(url: str) -> str:
    """Return code for the expected URL; only its beginning if a part of it was redacted."""
    base, mark, rest = url.partition("?")
    if not (mark and rest == _CUT):
        base, mark, _ = url.replace(f"//{REDACTED}@", "//").partition(REDACTED)
        if not mark:
            return _quote(base)
        # Cut the URL before the redacted parameter's name, because the text after it is unknown.
        starts = [found.start() for found in _PARAMETER.finditer(base)]
        base = base[: starts[-1]] if starts else base
    return f"re.compile({_quote('^' + re.escape(base))})"


def _code(step: Step, secrets: _Secrets) -> list[str]:
    target = f"page.locator({secrets.literal(step.selector)})" if step.selector else ""
    what = f"for {step.selector or step.hit or 'the field with the focus'}"
    text = secrets.expression(what) if step.secret else secrets.literal(step.text or "")
    listed = ", ".join(map(_quote, step.modifiers))
    held = f"modifiers=[{listed}]" if step.modifiers else ""
    side = "" if step.button == "left" else f"button={_quote(step.button)}"
    times = f"click_count={step.count}" if step.what == "click" and step.count > 1 else ""
    button = ", ".join(each for each in (side, times, held) if each)
    if step.what in ("click", "double_click", "hover") and not target and step.point:
        x, y = step.point
        verb = {"click": "click", "double_click": "dblclick", "hover": "move"}[step.what]
        return [
            *(f"page.keyboard.down({_quote(key)})" for key in step.modifiers),
            f"page.mouse.{verb}({x:g}, {y:g}{''.join(f', {e}' for e in (side, times) if e)})",
            *(f"page.keyboard.up({_quote(key)})" for key in step.modifiers),
        ]
    if step.what == "type":
        return _typing(step, target, text)
    if step.what == "keypress" and step.secret:
        return [f"page.keyboard.type({text})"]
    if step.what == "keypress":
        lines = [_press(key) for key in step.keys or (step.text or "",)]
        if step.count == 1:
            return lines
        lines += ["pass"] if all(line.startswith("#") for line in lines) else []
        return [f"for _ in range({step.count}):", *(f"    {line}" for line in lines)]
    if step.what == "scroll" and step.delta:
        return [f"page.mouse.wheel({step.delta[0]:g}, {step.delta[1]:g})"]
    on_target = {
        "click": f"{target}.click({button})",
        "double_click": f"{target}.dblclick({button})",
        "hover": f"{target}.hover({held})",
        "check": f"{target}.check()",
        "uncheck": f"{target}.uncheck()",
        "select": f"{target}.select_option({_choices(step, secrets) or text})",
    }
    made = {
        "navigate": f"page.goto({secrets.literal(step.url)})",
        "back": "page.go_back()",
        "forward": "page.go_forward()",
        "reload": "page.reload()",
    } | (on_target if target else {})
    return [made[step.what]] if step.what in made else [f"# {one_line(_words(step))}"]


def _choices(step: Step, secrets: _Secrets) -> str:
    """Return code for options by index, or for several options; otherwise empty."""
    if len(step.choices) < 2 and all(isinstance(value, str) for _, value in step.choices):
        return ""
    given: dict[str, list[str]] = {}
    for kind, value in step.choices:
        code = str(value) if isinstance(value, int) else secrets.literal(value)
        given.setdefault(kind, []).append(code)
    return ", ".join(f"{kind}=[{', '.join(values)}]" for kind, values in given.items())


def _typing(step: Step, target: str, text: str) -> list[str]:
    """Return code that types into the field of a selector, or into the focused field."""
    if target:
        lines = [f'{target}.fill("")'] if step.clear else []
        return [
            *lines,
            f"{target}.press_sequentially({text})",
            *([f'{target}.press("Enter")'] if step.submit else []),
        ]
    lines = ['page.keyboard.press("ControlOrMeta+A")'] if step.clear else []
    if step.point:
        lines.insert(0, f"page.mouse.click({step.point[0]:g}, {step.point[1]:g})")
    end = ['page.keyboard.press("Enter")'] if step.submit else []
    return [*lines, f"page.keyboard.type({text})", *end]


def _press(keys: str) -> str:
    """Return code that presses keys by Playwright's names; non-US characters are inserted."""
    try:
        press = parse_keys(keys)
    except UnknownKey:
        return f"# Press {one_line(keys)}"
    if not press.key.code:
        return f"page.keyboard.insert_text({_quote(press.key.key)})"
    held = [name for name, _, _, modifier in MODIFIERS if modifier & press.modifiers]
    code = keys if len(keys) == 1 else "+".join([*held, press.key.code])
    return f"page.keyboard.press({_quote(code)})"


def _identifier(name: str) -> str:
    word = re.sub(r"[^a-zA-Z0-9]+", "_", name).strip("_").lower() or "recorded"
    return word if word.startswith("test_") else f"test_{word}"
