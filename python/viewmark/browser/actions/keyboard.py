"""Table of the keyboard: every key that can be pressed. Pure: knows no page and no event.

The words are those of the W3C UI Events specification: `code` is the physical key on a US keyboard
(https://www.w3.org/TR/uievents-code/), `key` what it means with the modifiers that are held
(https://www.w3.org/TR/uievents-key/), `key_code` the Windows virtual key code that Chromium and
old pages read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ALIASES", "KEYS", "MAC_COMMANDS", "MODIFIERS", "Key", "Modifier"]


class Modifier(IntFlag):
    """Modifier keys, as the bits that CDP's Input domain uses."""

    NONE = 0
    ALT = 1
    CONTROL = 2
    META = 4
    SHIFT = 8


@dataclass(frozen=True, slots=True)
class Key:
    """One physical key of a US keyboard."""

    code: str
    """`KeyboardEvent.code`, for example `KeyA`, `Digit1`, `NumpadEnter`."""
    key: str
    """`KeyboardEvent.key` without Shift."""
    key_code: int
    """Windows virtual key code."""
    shifted: str = ""
    """`KeyboardEvent.key` with Shift, where it differs."""
    text: str = ""
    """What it inserts where that is not `key` itself (Enter: a carriage return)."""
    location: int = 0
    """`KeyboardEvent.location`: 1 left, 2 right, 3 keypad."""
    modifier: Modifier = Modifier.NONE
    """The modifier that it is, if it is one."""


# code, key, key with Shift, key code: what a US keyboard writes besides letters.
_WRITING = (
    ("Backquote", "`", "~", 192),
    ("Minus", "-", "_", 189),
    ("Equal", "=", "+", 187),
    ("BracketLeft", "[", "{", 219),
    ("BracketRight", "]", "}", 221),
    ("Backslash", "\\", "|", 220),
    ("Semicolon", ";", ":", 186),
    ("Quote", "'", '"', 222),
    ("Comma", ",", "<", 188),
    ("Period", ".", ">", 190),
    ("Slash", "/", "?", 191),
    ("Digit1", "1", "!", 49),
    ("Digit2", "2", "@", 50),
    ("Digit3", "3", "#", 51),
    ("Digit4", "4", "$", 52),
    ("Digit5", "5", "%", 53),
    ("Digit6", "6", "^", 54),
    ("Digit7", "7", "&", 55),
    ("Digit8", "8", "*", 56),
    ("Digit9", "9", "(", 57),
    ("Digit0", "0", ")", 48),
)

# `code` and `key` are the same word for these.
_NAMED = {
    "Escape": 27, "Backspace": 8, "Tab": 9, "CapsLock": 20, "NumLock": 144, "ScrollLock": 145,
    "Insert": 45, "Delete": 46, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    "PrintScreen": 44, "Pause": 19, "ContextMenu": 93, "Help": 47,
    "Convert": 28, "NonConvert": 29, "KanaMode": 21,
    "BrowserBack": 166, "BrowserForward": 167, "BrowserRefresh": 168, "BrowserStop": 169,
    "BrowserSearch": 170, "BrowserFavorites": 171, "BrowserHome": 172,
    "AudioVolumeMute": 173, "AudioVolumeDown": 174, "AudioVolumeUp": 175,
    "MediaTrackNext": 176, "MediaTrackPrevious": 177, "MediaStop": 178, "MediaPlayPause": 179,
    "LaunchMail": 180,
}  # fmt: skip

# Operators of the keypad; the digits follow from their number.
_KEYPAD = {
    "NumpadMultiply": ("*", 106), "NumpadAdd": ("+", 107), "NumpadComma": (",", 194),
    "NumpadSubtract": ("-", 109), "NumpadDecimal": (".", 110), "NumpadDivide": ("/", 111),
    "NumpadEqual": ("=", 187),
}  # fmt: skip

MODIFIERS = (
    ("Shift", 16, 16, Modifier.SHIFT),
    ("Control", 17, 17, Modifier.CONTROL),
    ("Alt", 18, 18, Modifier.ALT),
    ("Meta", 91, 92, Modifier.META),
)

# What people and other tools write. Everything here is compared in lower case.
ALIASES = {
    "esc": "Escape", "return": "Enter", "del": "Delete", "ins": "Insert", "bksp": "Backspace",
    "spacebar": "Space", "pgup": "PageUp", "pgdn": "PageDown", "pgdown": "PageDown",
    "prior": "PageUp", "next": "PageDown", "left": "ArrowLeft", "right": "ArrowRight",
    "up": "ArrowUp", "down": "ArrowDown", "menu": "ContextMenu", "plus": "NumpadAdd",
    "shift": "ShiftLeft", "control": "ControlLeft", "ctrl": "ControlLeft", "alt": "AltLeft",
    "option": "AltLeft", "opt": "AltLeft", "meta": "MetaLeft", "cmd": "MetaLeft",
    "command": "MetaLeft", "super": "MetaLeft", "win": "MetaLeft", "windows": "MetaLeft",
    "os": "MetaLeft",
}  # fmt: skip


def _all_keys() -> Iterator[Key]:
    for i in range(26):
        letter = chr(ord("a") + i)
        yield Key(f"Key{letter.upper()}", letter, ord("A") + i, letter.upper())
    for code, key, shifted, key_code in _WRITING:
        yield Key(code, key, key_code, shifted)
    yield Key("Space", " ", 32)
    yield Key("Enter", "Enter", 13, text="\r")
    for name, key_code in _NAMED.items():
        yield Key(name, name, key_code)
    for i in range(1, 25):
        yield Key(f"F{i}", f"F{i}", 111 + i)
    for i in range(10):
        yield Key(f"Numpad{i}", str(i), 96 + i, location=3)
    for code, (key, key_code) in _KEYPAD.items():
        yield Key(code, key, key_code, location=3)
    yield Key("NumpadEnter", "Enter", 13, text="\r", location=3)
    for name, left, right, modifier in MODIFIERS:
        yield Key(f"{name}Left", name, left, location=1, modifier=modifier)
        yield Key(f"{name}Right", name, right, location=2, modifier=modifier)


KEYS = {key.code: key for key in _all_keys()}
"""Every key by its `code`."""

# Chromium on a Mac leaves editing shortcuts to Cocoa, which sees no CDP event; so the command goes
# along with the event. Elsewhere the renderer knows them itself.
MAC_COMMANDS = {
    (Modifier.META, "KeyA"): "selectAll", (Modifier.META, "KeyC"): "copy",
    (Modifier.META, "KeyX"): "cut", (Modifier.META, "KeyV"): "paste",
    (Modifier.META, "KeyZ"): "undo", (Modifier.META | Modifier.SHIFT, "KeyZ"): "redo",
    (Modifier.META, "ArrowLeft"): "moveToLeftEndOfLine",
    (Modifier.META, "ArrowRight"): "moveToRightEndOfLine",
    (Modifier.META, "ArrowUp"): "moveToBeginningOfDocument",
    (Modifier.META, "ArrowDown"): "moveToEndOfDocument",
    (Modifier.META | Modifier.SHIFT, "ArrowLeft"): "moveToLeftEndOfLineAndModifySelection",
    (Modifier.META | Modifier.SHIFT, "ArrowRight"): "moveToRightEndOfLineAndModifySelection",
    (Modifier.META | Modifier.SHIFT, "ArrowUp"):
        "moveToBeginningOfDocumentAndModifySelection",
    (Modifier.META | Modifier.SHIFT, "ArrowDown"): "moveToEndOfDocumentAndModifySelection",
    (Modifier.ALT, "ArrowLeft"): "moveWordLeft", (Modifier.ALT, "ArrowRight"): "moveWordRight",
    (Modifier.ALT | Modifier.SHIFT, "ArrowLeft"): "moveWordLeftAndModifySelection",
    (Modifier.ALT | Modifier.SHIFT, "ArrowRight"): "moveWordRightAndModifySelection",
    (Modifier.META, "Backspace"): "deleteToBeginningOfLine",
    (Modifier.ALT, "Backspace"): "deleteWordBackward",
    (Modifier.ALT, "Delete"): "deleteWordForward",
    (Modifier.CONTROL, "KeyA"): "moveToBeginningOfParagraph",
    (Modifier.CONTROL, "KeyE"): "moveToEndOfParagraph",
    (Modifier.CONTROL, "KeyK"): "deleteToEndOfParagraph",
}  # fmt: skip

_NO_TEXT = Modifier.ALT | Modifier.CONTROL | Modifier.META
