"""WebDriver's private characters for keys without text, with their names in UI Events."""

from __future__ import annotations


def _names(text: str, before: str = "") -> list[str]:
    return [before + name for name in text.split()]


_NAMES = _names(
    "Unidentified Cancel Help Backspace Tab Clear Enter NumpadEnter ShiftLeft ControlLeft AltLeft "
    "Pause Escape Space PageUp PageDown End Home ArrowLeft ArrowUp ArrowRight ArrowDown Insert "
    "Delete ; NumpadEqual"
)
_PAD = _names("0 1 2 3 4 5 6 7 8 9 Multiply Add Comma Subtract Decimal Divide", "Numpad")
_RIGHT = _names("ShiftRight ControlRight AltRight MetaRight") + _names(
    "9 3 1 7 4 8 6 2 0 Decimal", "Numpad"
)

SPECIAL = {
    **{chr(0xE000 + n): name for n, name in enumerate([*_NAMES, *_PAD])},
    **{chr(0xE031 + n): f"F{n + 1}" for n in range(12)},
    chr(0xE03D): "MetaLeft",
    chr(0xE040): "ZenkakuHankaku",
    **{chr(0xE050 + n): name for n, name in enumerate(_RIGHT)},
}
MODIFIERS = {
    f"{name}{side}" for name in _names("Shift Control Alt Meta") for side in ("Left", "Right")
}
NULL = "\ue000"


def name_of(value: str) -> str:
    """Return viewmark's name for the key of a character."""
    return SPECIAL.get(value, value)
