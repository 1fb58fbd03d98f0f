"""Parses key names and combinations, and makes their key events. Pure: knows no page.

`code`, `key` and the virtual key code must be right together: without the code Enter does not
submit and Backspace does not delete, and a `text` beside Alt, Control or Meta would be inserted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from viewmark.browser.actions.key_values import KEY_VALUES
from viewmark.browser.actions.keyboard import ALIASES, KEYS, MAC_COMMANDS, MODIFIERS, Key, Modifier
from viewmark.errors import UnknownKey
from viewmark.text import near_words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Modifier",
    "Press",
    "held_names",
    "hold_events",
    "key_events",
    "key_names",
    "parse_keys",
    "typed_events",
    "types_text",
    "writes",
]

# A character typed with one of these is a shortcut; its text would be inserted all the same.
_NO_TEXT = Modifier.ALT | Modifier.CONTROL | Modifier.META

# The key that carries shortcuts: Meta on a Mac, Control elsewhere.
_PLATFORM = frozenset({"controlormeta", "commandorcontrol", "cmdorctrl", "mod"})


@dataclass(frozen=True, slots=True)
class Press:
    """A key with the modifiers held while it goes down."""

    key: Key
    modifiers: Modifier = Modifier.NONE


_BY_NAME = {name.lower(): Key("", name, code) for name, code in KEY_VALUES.items()}
_BY_NAME.update({code.lower(): key for code, key in KEYS.items()})
_BY_NAME.update({alias: KEYS[code] for alias, code in ALIASES.items()})
# A character means the main block, not the keypad, so the keypad comes first and is overwritten.
_BY_CHAR: dict[str, Press] = {}
for _key in sorted(KEYS.values(), key=lambda key: -key.location):
    if len(_key.key) == 1:
        _BY_CHAR[_key.key] = Press(_key)
        if _key.shifted:
            _BY_CHAR[_key.shifted] = Press(_key, Modifier.SHIFT)
# What ends a line or moves on in a text is a key, not a character, when typed key by key.
_BY_CHAR.update({"\n": Press(KEYS["Enter"]), "\t": Press(KEYS["Tab"])})


def key_names() -> tuple[str, ...]:
    """Every name that `parse_keys` knows besides single characters, in its preferred spelling."""
    short = tuple(name for name, *_ in MODIFIERS)
    return (*KEYS, *short, *KEY_VALUES, "ControlOrMeta")


def parse_keys(keys: str, *, mac: bool = False, held: Modifier = Modifier.NONE) -> Press:
    """One key or combination, as written.

    Args:
        keys: a character (`a`, `!`), a name of UI Events (`Enter`, `ArrowLeft`, `KeyA`,
            `Numpad5`) or a usual short form (`Esc`, `Up`, `Ctrl`), with modifiers in front:
            `Control+Shift+K`, `Control++`. Names are not case-sensitive, characters are, except
            beside Alt, Control and Meta, where `Control+A` means what it means everywhere.
            `ControlOrMeta` is the key that carries shortcuts on the browser's platform.
        mac: the browser runs on a Mac.
        held: modifiers that are down already.

    Raises:
        UnknownKey: a name that no key has; the hint offers the nearest.
    """
    if not isinstance(keys, str) or not keys:
        raise UnknownKey(f"A key is a name such as Enter or Control+A, not {keys!r:.40}.")
    *before, last = _split(keys)
    modifiers = Modifier.NONE
    for name in before:
        key = _find_key(name, mac=mac)
        if key is None or not key.modifier:
            raise _unknown_key(name, wanted="a modifier (Alt, Control, Meta, Shift, ControlOrMeta)")
        modifiers |= key.modifier
    if len(last) == 1 and last in _BY_CHAR:
        press = _BY_CHAR[last]
        if last.isalpha() and (modifiers | held) & _NO_TEXT:
            return Press(press.key, modifiers)
        return Press(press.key, modifiers | press.modifiers)
    named = _find_key(last, mac=mac)
    if named is not None:
        return Press(named, modifiers)
    if len(last) == 1 and last.isprintable():
        return Press(_foreign(last), modifiers)
    raise _unknown_key(last, wanted="a key")


def key_events(
    press: Press, *, mac: bool = False, held: Modifier = Modifier.NONE
) -> list[dict[str, Any]]:
    """The parameters of `Input.dispatchKeyEvent`, in order: modifiers down, key, modifiers up.

    `held`: modifiers that are down already. They are not pressed again, and count as a keyboard's.
    """
    down: list[dict[str, Any]] = []
    up: list[dict[str, Any]] = []
    now = held
    for name, _, _, modifier in MODIFIERS:
        if modifier & press.modifiers & ~held:
            key = KEYS[f"{name}Left"]
            # The event of a modifier carries its own bit when it goes down, not when it comes up.
            up.insert(0, _event("keyUp", key, now))
            now |= modifier
            down.append(_event("rawKeyDown", key, now))
    return [*down, *_stroke(press.key, now, mac=mac), *up]


def hold_events(
    press: Press, *, mac: bool = False, held: Modifier = Modifier.NONE
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A key that goes down to stay, and that comes up, with nothing pressed beside it.

    A key named by what it writes with Shift (`"`, `A`) writes that, whether or not Shift is down.
    """
    key = press.key
    if press.modifiers & Modifier.SHIFT:
        key = replace(key, key=key.shifted, shifted="")
    return _stroke(key, held, mac=mac)


def _stroke(key: Key, held: Modifier, *, mac: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """One key down and up."""
    text = _text(key, held)
    stroke = _event("keyDown" if text else "rawKeyDown", key, held | key.modifier)
    if text:
        stroke |= {"text": text, "unmodifiedText": key.text or key.key}
    command = MAC_COMMANDS.get((held, key.code)) if mac else None
    if command:
        stroke["commands"] = [command]
    return stroke, _event("keyUp", key, held)


def held_names(modifiers: str) -> tuple[str, ...]:
    """The names of modifiers as written, such as `ctrl+Shift`: Shift, Control, Alt, Meta."""
    held = parse_keys(f"{modifiers}+Enter").modifiers if modifiers else Modifier.NONE
    return tuple(name for name, _, _, modifier in MODIFIERS if modifier & held)


def types_text(keys: str) -> bool:
    """Whether pressing these keys puts a character into a field; Enter and Tab are no text here.

    Raises:
        UnknownKey: as `parse_keys`.
    """
    return writes(key_events(parse_keys(keys)))


def writes(events: Sequence[dict[str, Any]]) -> bool:
    """Whether these key events put a character into a field."""
    return any(str(each.get("text", "\r")).isprintable() for each in events)


def typed_events(text: str, *, held: Modifier = Modifier.NONE) -> list[dict[str, Any]]:
    """The key events that type a text key by key; a line break is Enter, a tab is Tab.

    A character that a US keyboard lacks becomes a key of its own, without `code`, as it would from
    another layout. `held`: as for `key_events`.
    """
    events: list[dict[str, Any]] = []
    for char in text.replace("\r\n", "\n").replace("\r", "\n"):
        events += key_events(_BY_CHAR.get(char) or Press(_foreign(char)), held=held)
    return events


def _split(keys: str) -> Sequence[str]:
    """The names between the plus signs; a plus after a plus, or alone, is the key itself."""
    if keys == "+":
        return [keys]
    last = ["+"] if keys.endswith("++") else []
    parts = keys[:-2].split("+") if last else keys.split("+")
    return [*(part.strip() if len(part) > 1 else part for part in parts), *last]


def _find_key(name: str, *, mac: bool) -> Key | None:
    low = name.lower()
    if low in _PLATFORM:
        return KEYS["MetaLeft" if mac else "ControlLeft"]
    return _BY_NAME.get(low)


def _foreign(char: str) -> Key:
    return Key("", char, 0)


def _text(key: Key, held: Modifier) -> str:
    if held & _NO_TEXT:
        return ""
    if key.text:
        return key.text
    char = key.shifted if held & Modifier.SHIFT and key.shifted else key.key
    return char if len(char) == 1 else ""  # a name (Tab, F5) is no text


def _event(kind: str, key: Key, held: Modifier) -> dict[str, Any]:
    event: dict[str, Any] = {
        "type": kind,
        "key": key.shifted if held & Modifier.SHIFT and key.shifted else key.key,
        "code": key.code,
        "windowsVirtualKeyCode": key.key_code,
        "modifiers": int(held),
    }
    if key.location == 3:
        event["isKeypad"] = True
    elif key.location:
        event["location"] = key.location
    return event


def _unknown_key(name: str, *, wanted: str) -> UnknownKey:
    names = {*key_names(), *(alias.capitalize() for alias in ALIASES)}
    candidates = near_words(name, sorted(names), most=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(candidates)}?" if candidates else None
    return UnknownKey(f"{name[:40]!r} is not {wanted}.", hint=hint, candidates=candidates)
