"""The grammar of the lines of `act`, shared by all front ends. No side effects.

    fill "User" hana
    click "Edit" in "Invoice 118"
    drag @card to "Done"

Messages repeat only the verb and the targets of a line, because the rest may be a secret.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from viewmark.errors import InvalidOption
from viewmark.page.target import read
from viewmark.text import did_you_mean, quoted

LINES_LIMIT = 50
"""Maximum number of lines that one call of `act` may contain."""
FORMS = {
    "go": "URL",
    "click": "T",
    "fill": "T VALUE",
    "type": "TEXT",
    "key": "KEYS",
    "hover": "T",
    "drag": "T to T",
    "wheel": "[T] PX",
    "tab": "TEXT",
    "ok": "[TEXT]",
    "cancel": "",
    "wait": "T",
    "gone": "T",
    "read": "[T]",
    "check": "T",
    "uncheck": "T",
    "select": "T [VALUE]",
    "upload": "T VALUE",
    "press": "KEYS",
    "dblclick": "T",
    "rightclick": "T",
    "clear": "T",
    "scroll": "[T] PX",
    "back": "",
    "forward": "",
    "reload": "",
    "eval": "TEXT",
}
"""Arguments of each verb. T is a target, PX is one or two numbers; `wait 2` means 2 seconds.
`select` without VALUE selects the text of the target."""
SAME = {
    **dict.fromkeys(("open", "goto", "navigate", "visit"), "go"),
    **dict.fromkeys(("double_click", "doubleclick"), "dblclick"),
    **dict.fromkeys(("right_click", "contextmenu"), "rightclick"),
    **dict.fromkeys(("accept", "confirm"), "ok"),
    **dict.fromkeys(("observe", "snapshot", "look"), "read"),
    "tap": "click",
    "set": "fill",
    "choose": "select",
    "enter": "type",
    "keypress": "key",
    "dismiss": "cancel",
    "switch_tab": "tab",
    "wait_for": "wait",
}
"""Aliases of verbs, including names used by other tools."""
HINT = 'Lines are such as: fill "User" hana · click "Save" · click "Edit" in "Row 3" · key Enter'

_QUOTE = r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|“[^”]*”'
_NAMED = re.compile(rf"(?:([a-z]+)\s+)?({_QUOTE})(?=[\s,;]|$)", re.DOTALL)
"""Matches a quoted name with an optional role: `"Save"` and `button "Save"`."""
_ROLE_AND_REF = re.compile(r"[a-z]+\s+(@[^\s:;,]+)")
_BARE = re.compile(r"(?:\[[^\]]*\]|[^\s\[])+")
"""Matches `@save`, `@runs[3, 4]`, `role=button[name="Save as"]` and `120,45`."""
_ROLES = frozenset(
    {"alert", "alertdialog", "article", "banner", "dialog", "form", "grid", "group", "heading"}
    | {"list", "listbox", "main", "menu", "navigation", "region", "search", "status", "table"}
    | {"tablist", "tabpanel", "toolbar", "tooltip", "tree", "treegrid"}
    | {"checkbox", "combobox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox"}
)
"""Roles that can be a target without a text (`read dialog`), if only one element has the role. Any
role can be, if a container is given (`button in "Row 3"`)."""
_IN = re.compile(
    rf"\s+in\s+(?=@|\d+\s*$|[#.]\w|(?:[a-z]+\s+)?(?:{_QUOTE})(?:\s|$)|(?:{'|'.join(_ROLES)})\s*$)"
)
_TO = re.compile(r"\s+(?:to|onto)\s+")
_AMOUNT = re.compile(r"(?:^|\s)(?:by\s+)?(-?\d+(?:\.\d+)?)(?:\s*[,\s]\s*(-?\d+(?:\.\d+)?))?\s*$")
_TEXTS = re.compile(rf"(?:{_QUOTE})(?:\s+(?:{_QUOTE}))*", re.DOTALL)
_SIGNS = re.compile(r"[#.\[\]=<>:*@/(){}|~^$\"'\\]|^[a-z0-9]+$")
"""Matches CSS characters or a single lower-case word; text without quotes must not match."""
_WAYS = re.compile(r"(down|up|left|right|top|bottom)\b\s*")
_FILLERS = ("on", "the", "at", "into", "onto", "for")
"""Words that are ignored before a target, such as `on` in `click on "Save"`."""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}


@dataclass(frozen=True, slots=True)
class LineTarget:
    """Target of a line: a visible text, or a target in a form that `Page` accepts."""

    words: str = ""
    role: str = ""
    """Role of the target; without a text, it must be the only element with that role."""
    written: str = ""
    """A ref, number, selector or point, as written in the line."""
    inside: tuple[LineTarget, ...] = ()
    """Containers in which the target must be, innermost first."""

    def __str__(self) -> str:
        words = quoted(self.words) if self.words else ""
        name = self.written or f"{self.role} {words}".strip()
        return " in ".join([name, *map(str, self.inside)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One parsed line of an `act` call."""

    number: int
    verb: str
    target: LineTarget | None = None
    to: LineTarget | None = None
    values: tuple[str, ...] = ()
    """Values of the line: texts to type, choose or wait for, or keys to press."""
    amount: tuple[float, float] | None = None
    is_optional: bool = False
    """True for a line that begins with `?`; if it fails, the following lines are still run."""
    way: str = ""
    """Direction of `scroll`: `down`, `top`, ..."""

    def __str__(self) -> str:
        """Return the line without the values that it types."""
        words = [self.verb, self.way, str(self.target or "")]
        if self.to is not None:
            words += ["to", str(self.to)]
        if self.verb in ("go", "tab"):
            words += [each.partition("?")[0] for each in self.values]
        return " ".join(filter(None, words))


def parse_lines(lines: object) -> list[Line]:
    """Parse the lines of a call; blank lines and `# comments` are skipped.

    A string is split at line breaks.

    Raises:
        InvalidOption: a line cannot be parsed; nothing was done.
    """
    listed = lines.splitlines() if isinstance(lines, str) else lines
    if not isinstance(listed, Sequence) or isinstance(listed, bytes):
        kind = type(listed).__name__
        raise InvalidOption(f"`do` must be a list of lines, not {kind}.", hint=HINT, param="do")
    found = []
    for number, line in enumerate(listed, start=1):
        if not isinstance(line, str):
            kind = type(line).__name__
            raise _refuse(number, f'is a text such as click "Save", not {kind}')
        text = line.lstrip()
        if text and not text.startswith("#"):
            found.append((number, text))
    if not 1 <= len(found) <= LINES_LIMIT:
        message = f"`do` must have 1 to {LINES_LIMIT} lines, not {len(found)}; nothing was done."
        raise InvalidOption(message, hint=HINT, param="do")
    return [parse_line(text, number) for number, text in found]


def parse_line(text: str, number: int = 1) -> Line:
    """Parse one line.

    Raises:
        InvalidOption: the line cannot be parsed; the message names the most similar form.
    """
    is_optional = text.startswith("?")
    first, _, typed = text.removeprefix("?").lstrip().partition(" ")
    first, remaining = first.strip().lower().rstrip(":"), typed.strip()
    verb = SAME.get(first, first)
    if verb == "wait" and (joint := re.match(r"(?:for\s+|until\s+)?(gone\b)?\s*", remaining)):
        verb, remaining = joint[1] or verb, remaining[joint.end() :]
    form = FORMS.get(verb)
    if form is None:
        known = {**{each: each for each in FORMS}, **SAME}
        near = did_you_mean(verb, known).rstrip(".")
        raise _refuse(number, f"begins with no verb that there is{near and f' ({near})'}")
    if verb == "press":  # "press" may name a key, or a control to click
        is_key = not (_NAMED.match(remaining) or remaining.startswith("@"))
        verb, form = ("key", "KEYS") if is_key else ("click", "T")
    line = Line(number=number, verb=verb, is_optional=is_optional)
    if verb == "type" and remaining and re.fullmatch(_QUOTE, remaining, re.DOTALL) is None:
        # spaces around an unquoted text are typed too
        return replace(line, values=(_unescape(typed),))
    if verb == "scroll" and (way := _WAYS.match(remaining)):
        line, remaining = replace(line, way=way[1]), remaining[way.end() :]
    if "PX" in form or verb == "drag":
        found = _AMOUNT.search(remaining) if "PX" in form or _TO.search(remaining) is None else None
        if found is not None:
            first_number, second = float(found[1]), found[2]
            amount = (0.0, first_number) if second is None else (first_number, float(second))
            line, remaining = replace(line, amount=amount), remaining[: found.start()].strip()
    try:
        return _with_parts(line, form, remaining)
    except ValueError as error:
        raise _refuse(number, f"({verb}) {error}", usage(verb)) from None


def usage(verb: str) -> str:
    """Return the syntax of lines with that verb."""
    return f"{verb} {FORMS[verb]}".strip()


def _refuse(number: int, problem: str, usage: str = "") -> InvalidOption:
    hint = f"It is written: {usage}. {HINT}" if usage else f"{HINT}. Verbs: {', '.join(FORMS)}."
    return InvalidOption(f"Line {number} {problem}; nothing was done.", hint=hint, param="do")


def _with_parts(line: Line, form: str, remaining: str) -> Line:
    """Return the line with its targets and values; raises `ValueError` with the reason."""
    slots = form.replace("PX", "").split()
    if line.verb == "wheel" and line.amount is None:
        raise ValueError("has no number of pixels")
    if slots and slots[0] in ("T", "[T]") and (remaining or slots[0] == "T"):
        is_alone = len(slots) == 1 or line.amount is not None
        target, end = _target(remaining, is_alone=is_alone)
        line, remaining = replace(line, target=target), remaining[end:]
        if "to" in slots and line.amount is None:
            if (joint := _TO.match(remaining)) is None:
                raise ValueError("does not say where to")
            end_target, end = _target(remaining[joint.end() :], is_alone=True)
            line, remaining = replace(line, to=end_target), remaining[joint.end() + end :]
        slots = [] if is_alone or "to" in slots else slots[1:]
    remaining = remaining.strip()
    if not slots or slots == ["[T]"]:
        if remaining:
            raise ValueError("has more than one target: put words into quotes")
        return line
    if not remaining and slots[0] in ("URL", "KEYS", "TEXT"):
        raise ValueError("says nothing more")
    if slots[0] == "KEYS":
        return replace(
            line, values=tuple(_texts(remaining) if remaining[0] in "\"'" else remaining.split())
        )
    if not remaining and slots[0] == "[VALUE]" and not (line.target and line.target.words):
        raise ValueError("does not say which option, or which words")
    values = _texts(remaining) if _TEXTS.fullmatch(remaining) else [remaining]
    if remaining[:1] == '"' and values == [remaining] and remaining.count('"') % 2:
        raise ValueError("has a quote that is left open")
    return replace(line, values=tuple(each for each in values if each or slots[0] == "VALUE"))


def _target(text: str, *, is_alone: bool) -> tuple[LineTarget, int]:
    """Parse the target at the start of a text; return the target and its end position."""
    target, end = _one(text, is_alone=is_alone)
    inside: list[LineTarget] = []
    while joint := _IN.match(text, end):
        outer, length = _one(text[joint.end() :], is_alone=False)
        inside.append(outer)
        end = joint.end() + length
    return replace(target, inside=tuple(inside)), end


def _one(text: str, *, is_alone: bool) -> tuple[LineTarget, int]:
    if found := _NAMED.match(text):
        words, end = _text(found[2]), found.end()
        ref = re.compile(r"\s+(@[^\s:;,]+)[:;,.]?\s*$").match(text, end) if is_alone else None
        if ref is not None:  # a line copied from a result
            return LineTarget(written=ref[1]), ref.end()
        if not words.strip():
            raise ValueError("has empty words for a target")
        role = "" if found[1] in _FILLERS else found[1] or ""
        return LineTarget(words=words, role=role), end
    if text[:1] in "\"'“":
        raise ValueError("has a quote that is left open" if text else "has no target")
    if named := _ROLE_AND_REF.match(text):  # a copied line of an element without a name
        return LineTarget(written=named[1]), named.end()
    whole = text.strip()
    if is_alone and _IN.search(whole) is None and _TO.search(whole) is None:
        if whole in _ROLES:
            return LineTarget(role=whole), len(text)
        is_words = read(whole).selector == whole and not _SIGNS.search(whole)
        return LineTarget(words=whole) if is_words else LineTarget(written=whole), len(text)
    bare = _BARE.match(text)
    if bare is None:
        raise ValueError("has no target")
    is_inside = bare[0].isalpha() and bare[0].islower() and _IN.match(text, bare.end())
    if is_inside or (bare[0] in _ROLES and bare.end() == len(text.rstrip())):
        return LineTarget(role=bare[0]), bare.end()
    if bare[0][:1].isupper() and not _SIGNS.search(bare[0]):
        return LineTarget(words=bare[0]), bare.end()
    return LineTarget(written=bare[0].rstrip(":;")), bare.end()


def _texts(text: str) -> list[str]:
    return [_text(each) for each in re.findall(_QUOTE, text, re.DOTALL)]


def _text(quote: str) -> str:
    """Return the text between quotes."""
    return quote[1:-1] if quote[0] == "“" else _unescape(quote[1:-1])


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[0]), text)
