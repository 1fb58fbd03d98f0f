"""Maps key names of computer-use models (X keysyms, upper case) to viewmark's names. Pure."""

from __future__ import annotations

from viewmark.errors import InvalidOption

_X_NAMES = {
    "return": "Enter", "kp_enter": "NumpadEnter", "backspace": "Backspace", "escape": "Escape",
    "page_up": "PageUp", "page_down": "PageDown", "prior": "PageUp", "next": "PageDown",
    "space": "Space", "iso_left_tab": "Tab", "print": "PrintScreen", "caps_lock": "CapsLock",
    "num_lock": "NumLock", "scroll_lock": "ScrollLock", "menu": "ContextMenu",
    "control_l": "ControlLeft", "control_r": "ControlRight", "shift_l": "ShiftLeft",
    "shift_r": "ShiftRight", "alt_l": "AltLeft", "alt_r": "AltRight", "meta_l": "MetaLeft",
    "meta_r": "MetaRight", "super_l": "MetaLeft", "super_r": "MetaRight", "hyper_l": "MetaLeft",
    "minus": "-", "equal": "=", "comma": ",", "period": ".", "slash": "/", "backslash": "\\",
    "semicolon": ";", "colon": ":", "apostrophe": "'", "quoteright": "'", "grave": "`",
    "quoteleft": "`", "bracketleft": "[", "bracketright": "]", "braceleft": "{",
    "braceright": "}", "parenleft": "(", "parenright": ")", "exclam": "!", "at": "@",
    "numbersign": "#", "dollar": "$", "percent": "%", "asciicircum": "^", "ampersand": "&",
    "asterisk": "*", "underscore": "_", "plus": "+", "less": "<", "greater": ">",
    "question": "?", "quotedbl": '"', "bar": "|", "asciitilde": "~",
    "kp_add": "NumpadAdd", "kp_subtract": "NumpadSubtract", "kp_multiply": "NumpadMultiply",
    "kp_divide": "NumpadDivide", "kp_decimal": "NumpadDecimal", "kp_equal": "NumpadEqual",
    "kp_home": "Home", "kp_end": "End", "kp_prior": "PageUp", "kp_next": "PageDown",
    "kp_page_up": "PageUp", "kp_page_down": "PageDown", "kp_up": "ArrowUp", "kp_down": "ArrowDown",
    "kp_left": "ArrowLeft", "kp_right": "ArrowRight", "kp_insert": "Insert",
    "kp_delete": "Delete", "arrow_up": "ArrowUp", "arrow_down": "ArrowDown",
    "arrow_left": "ArrowLeft", "arrow_right": "ArrowRight", "enter": "Enter",
}  # fmt: skip
"""viewmark's key names, keyed by those lower-case names of `keysymdef.h` that differ from them."""

_MODIFIERS = {
    "ctrl": "Control", "control": "Control", "controlleft": "Control", "controlright": "Control",
    "shift": "Shift", "shiftleft": "Shift", "shiftright": "Shift", "alt": "Alt", "altleft": "Alt",
    "altright": "Alt", "option": "Alt", "meta": "Meta", "metaleft": "Meta", "metaright": "Meta",
    "cmd": "Meta", "command": "Meta", "super": "Meta", "win": "Meta", "windows": "Meta",
}  # fmt: skip


def _name(word: str) -> str:
    low = word.lower()
    if low.startswith("kp_") and low[3:].isdigit() and len(low) == 4:
        return f"Numpad{low[3:]}"
    return _X_NAMES.get(low, word)


def combination(keys: str | list[str] | tuple[str, ...]) -> str:
    """Return a combination in viewmark's names, given for example `ctrl+a` or `["CTRL", "A"]`.

    Raises:
        InvalidOption: no key was given.
    """
    parts = [_name(each) for each in _split(keys)]
    if not parts:
        raise InvalidOption("No key was named.", hint="Give one, such as Return or ctrl+a.")
    *before, last = parts
    # In a combination, left and right modifiers are equivalent; alone, a modifier is an ordinary
    # key.
    return "+".join([*(_MODIFIERS.get(each.lower(), each) for each in before), last])


def held(keys: str | list[str] | tuple[str, ...] | None) -> list[str]:
    """Return the modifiers held during an action: Control and Shift for `ctrl+shift`.

    Raises:
        InvalidOption: one of the keys is not a modifier.
    """
    out = []
    for each in _split(keys or ""):
        modifier = _MODIFIERS.get(_name(each).lower())
        if modifier is None:
            raise InvalidOption(f"{each!r:.40} cannot be held during an action.")
        out.append(modifier)
    return out


def _split(keys: object) -> list[str]:
    if isinstance(keys, (list, tuple)):
        if not all(isinstance(each, str) for each in keys):
            raise InvalidOption(f"Keys are texts, not {keys!r:.60}.")
        return [part for each in keys for part in _split(each)]
    if not isinstance(keys, str):
        raise InvalidOption(f"A key is a text, not {keys!r:.40}.")
    if keys in ("+", " "):
        return [keys]
    last = ["+"] if keys.endswith("++") else []
    parts = (keys[:-2] if last else keys).split("+")
    return [*(part.strip() for part in parts if part.strip()), *last]
