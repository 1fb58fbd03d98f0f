"""Defines the keyboard: all keys, the names of keys and combinations, and their events.

The functions are pure and need no page. The terms are those of the W3C UI Events specification:
`code` is the physical key on a US keyboard (https://www.w3.org/TR/uievents-code/), `key` its value
with the pressed modifiers (https://www.w3.org/TR/uievents-key/), `key_code` the Windows virtual key
code that Chromium and old pages read. All three must be consistent: without the key code, Enter
does not submit and Backspace does not delete. With Alt, Control or Meta, `text` is omitted, because
the browser would insert it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntFlag
from typing import Any

from viewmark.errors import UnknownKey
from viewmark.text import near_words


class Modifier(IntFlag):
    """Modifier keys, with the bits of CDP's Input domain."""

    NONE = 0
    ALT = 1
    CONTROL = 2
    META = 4
    SHIFT = 8


@dataclass(frozen=True, slots=True)
class Key:
    """A physical key of a US keyboard."""

    code: str
    """`KeyboardEvent.code`, for example `KeyA`, `Digit1`, `NumpadEnter`."""
    key: str
    """`KeyboardEvent.key` without Shift."""
    key_code: int
    """The key's number as a Windows virtual key code, for `KeyboardEvent.keyCode`."""
    shifted: str = ""
    """`KeyboardEvent.key` with Shift, if different from `key`."""
    text: str = ""
    """Inserted text, if different from `key` (for Enter: a carriage return)."""
    location: int = 0
    """`KeyboardEvent.location`: 1 left, 2 right, 3 keypad."""
    modifier: Modifier = Modifier.NONE
    """The modifier that this key stands for, if it is a modifier key."""


# Code, key, key with Shift, and key code of the keys of a US keyboard that type characters, except
# letters.
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

# Windows virtual key codes of keys whose `code` and `key` are the same.
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

# Operator keys of the keypad; the digit keys are generated below.
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

# Common spellings used by people and other tools, compared in lower case.
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
"""All keys of a US keyboard, keyed by `KeyboardEvent.code`."""

# On macOS, Chromium leaves editing shortcuts to Cocoa, which does not receive CDP events, so the
# editing command is sent with the key event. On other platforms the renderer handles shortcuts.
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
"""Modifiers that turn a character key into a shortcut. The character is not sent as text, because
the browser would insert it.
"""

# Values of `KeyboardEvent.key` for which a US keyboard has no key: media, phone, television and
# input method keys. They have no `code`. For those that Windows defines, this table gives the
# virtual key code.
_KEY_VALUE_CODES = {
    "AltGraph": 225, "Clear": 12, "Cancel": 3, "Select": 41, "Print": 42, "Execute": 43,
    "KanjiMode": 25, "HanjaMode": 25, "JunjaMode": 23, "FinalMode": 24, "HangulMode": 21,
    "Accept": 30, "ModeChange": 31, "Standby": 95, "LaunchMediaPlayer": 181,
    "LaunchApplication1": 182, "LaunchApplication2": 183, "Process": 229, "Attn": 246,
    "CrSel": 247, "ExSel": 248, "EraseEof": 249, "Play": 250, "ZoomToggle": 251,
}  # fmt: skip

_KEY_VALUE_NAMES = """
AltGraph Fn FnLock Hyper Symbol SymbolLock
Clear Copy CrSel Cut EraseEof ExSel Paste Redo Undo
Accept Again Attn Cancel Execute Find Play Props Select ZoomIn ZoomOut
BrightnessDown BrightnessUp Eject LogOff Power PowerOff Hibernate Standby WakeUp
AllCandidates Alphanumeric CodeInput Compose Dead FinalMode GroupFirst GroupLast GroupNext
GroupPrevious ModeChange NextCandidate PreviousCandidate Process SingleCandidate
HangulMode HanjaMode JunjaMode Eisu Hankaku Hiragana HiraganaKatakana KanjiMode Katakana Romaji
Zenkaku ZenkakuHankaku
Soft1 Soft2 Soft3 Soft4
ChannelDown ChannelUp Close MailForward MailReply MailSend MediaClose MediaFastForward MediaPause
MediaPlay MediaRecord MediaRewind New Open Print Save SpellCheck Key11 Key12
AudioBalanceLeft AudioBalanceRight AudioBassBoostDown AudioBassBoostToggle AudioBassBoostUp
AudioFaderFront AudioFaderRear AudioSurroundModeNext AudioTrebleDown AudioTrebleUp
MicrophoneToggle MicrophoneVolumeDown MicrophoneVolumeUp MicrophoneVolumeMute
SpeechCorrectionList SpeechInputToggle
LaunchApplication1 LaunchApplication2 LaunchCalendar LaunchContacts LaunchMediaPlayer
LaunchMusicPlayer LaunchPhone LaunchScreenSaver LaunchSpreadsheet LaunchWebBrowser LaunchWebCam
LaunchWordProcessor
AppSwitch Call Camera CameraFocus EndCall GoBack GoHome HeadsetHook LastNumberRedial Notification
MannerMode VoiceDial
TV TV3DMode TVAntennaCable TVAudioDescription TVAudioDescriptionMixDown TVAudioDescriptionMixUp
TVContentsMenu TVDataService TVInput TVInputComponent1 TVInputComponent2 TVInputComposite1
TVInputComposite2 TVInputHDMI1 TVInputHDMI2 TVInputHDMI3 TVInputHDMI4 TVInputVGA1 TVMediaContext
TVNetwork TVNumberEntry TVPower TVRadioService TVSatellite TVSatelliteBS TVSatelliteCS
TVSatelliteToggle TVTerrestrialAnalog TVTerrestrialDigital TVTimer
AVRInput AVRPower ColorF0Red ColorF1Green ColorF2Yellow ColorF3Blue ColorF4Grey ColorF5Brown
ClosedCaptionToggle Dimmer DisplaySwap DVR Exit FavoriteClear0 FavoriteClear1 FavoriteClear2
FavoriteClear3 FavoriteRecall0 FavoriteRecall1 FavoriteRecall2 FavoriteRecall3 FavoriteStore0
FavoriteStore1 FavoriteStore2 FavoriteStore3 Guide GuideNextDay GuidePreviousDay Info
InstantReplay Link ListProgram LiveContent Lock MediaApps MediaAudioTrack MediaLast
MediaSkipBackward MediaSkipForward MediaStepBackward MediaStepForward MediaTopMenu NavigateIn
NavigateNext NavigateOut NavigatePrevious NextFavoriteChannel NextUserProfile OnDemand Pairing
PinPDown PinPMove PinPToggle PinPUp PlaySpeedDown PlaySpeedReset PlaySpeedUp RandomToggle
RcLowBattery RecordSpeedNext RfBypass ScanChannelsToggle ScreenModeNext Settings
SplitScreenToggle STBInput STBPower Subtitle Teletext VideoModeNext Wink ZoomToggle
"""

KEY_VALUES = {name: _KEY_VALUE_CODES.get(name, 0) for name in _KEY_VALUE_NAMES.split()}
"""Windows virtual key codes, keyed by `KeyboardEvent.key`; 0 if Windows defines none."""

# Names for the platform's shortcut modifier: Meta on macOS, Control elsewhere.
_PLATFORM = frozenset({"controlormeta", "commandorcontrol", "cmdorctrl", "mod"})


@dataclass(frozen=True, slots=True)
class Press:
    """A key, with the modifiers held while it is pressed."""

    key: Key
    modifiers: Modifier = Modifier.NONE


_BY_NAME = {name.lower(): Key("", name, code) for name, code in KEY_VALUES.items()}
_BY_NAME.update({code.lower(): key for code, key in KEYS.items()})
_BY_NAME.update({alias: KEYS[code] for alias, code in ALIASES.items()})
# If two keys type the same character, the key of the main block is used: keypad keys are added
# first, so that keys of the main block overwrite them.
_BY_CHAR: dict[str, Press] = {}
for _key in sorted(KEYS.values(), key=lambda key: -key.location):
    if len(_key.key) == 1:
        _BY_CHAR[_key.key] = Press(_key)
        if _key.shifted:
            _BY_CHAR[_key.shifted] = Press(_key, Modifier.SHIFT)
# When text is typed key by key, line breaks are sent as Enter and tabs as Tab.
_BY_CHAR.update({"\n": Press(KEYS["Enter"]), "\t": Press(KEYS["Tab"])})


def key_names() -> tuple[str, ...]:
    """Return all names that `parse_keys` accepts besides characters, in preferred spelling."""
    short = tuple(name for name, *_ in MODIFIERS)
    return (*KEYS, *short, *KEY_VALUES, "ControlOrMeta")


def parse_keys(keys: str, *, mac: bool = False, held: Modifier = Modifier.NONE) -> Press:
    """Parse a key or a key combination.

    Args:
        keys: a character (`a`, `!`), a key name of UI Events (`Enter`, `ArrowLeft`, `KeyA`,
            `Numpad5`) or a common short form (`Esc`, `Up`, `Ctrl`), preceded by modifiers:
            `Control+Shift+K`, `Control++`. Names are case-insensitive. Characters are
            case-sensitive except with Alt, Control and Meta, so that `Control+A` has its usual
            meaning. `ControlOrMeta` is the shortcut modifier of the browser's platform.
        mac: whether the browser runs on macOS.
        held: modifiers that are already pressed.

    Raises:
        UnknownKey: no key has this name; the hint suggests similar names.
    """
    if not isinstance(keys, str) or not keys:
        raise UnknownKey(f"A key is a name such as Enter or Control+A, not {keys!r:.40}.")
    *before, last = _split(keys)
    modifiers = modifier_bits(before, mac=mac)
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
    """Return the parameters of `Input.dispatchKeyEvent`: modifiers down, key, modifiers up.

    `held` modifiers are not pressed again; they affect the key as on a real keyboard.
    """
    down: list[dict[str, Any]] = []
    up: list[dict[str, Any]] = []
    now = held
    for name, _, _, modifier in MODIFIERS:
        if modifier & press.modifiers & ~held:
            key = KEYS[f"{name}Left"]
            # As on a real keyboard, a modifier's bit is set in its own keydown event, but not in
            # its keyup event.
            up.insert(0, _event("keyUp", key, now))
            now |= modifier
            down.append(_event("rawKeyDown", key, now))
    return [*down, *_stroke(press.key, now, mac=mac), *up]


def hold_events(
    press: Press, *, mac: bool = False, held: Modifier = Modifier.NONE
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the event that presses a key without releasing it, and the event that releases it.

    A key named by its character with Shift (`"`, `A`) types that character whether or not Shift is
    pressed.
    """
    key = press.key
    if press.modifiers & Modifier.SHIFT:
        key = replace(key, key=key.shifted, shifted="")
    return _stroke(key, held, mac=mac)


def _stroke(key: Key, held: Modifier, *, mac: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the keydown and keyup events of one key."""
    text = _text(key, held)
    stroke = _event("keyDown" if text else "rawKeyDown", key, held | key.modifier)
    if text:
        stroke |= {"text": text, "unmodifiedText": key.text or key.key}
    command = MAC_COMMANDS.get((held, key.code)) if mac else None
    if command:
        stroke["commands"] = [command]
    return stroke, _event("keyUp", key, held)


def modifier_bits(names: str | Iterable[str], *, mac: bool = False) -> Modifier:
    """Return the modifiers with these names (Alt, Control, Meta, Shift, ControlOrMeta; any case).

    Raises:
        UnknownKey: one of the names is not the name of a modifier.
    """
    bits = Modifier.NONE
    for name in [names] if isinstance(names, str) else map(str, names):
        key = _find_key(name, mac=mac)
        if key is None or not key.modifier:
            raise _unknown_key(name, wanted="a modifier (Alt, Control, Meta, Shift, ControlOrMeta)")
        bits |= key.modifier
    return bits


def modifier_names(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the canonical names of these modifiers, in the order Shift, Control, Alt, Meta."""
    held = modifier_bits(names)
    return tuple(name for name, _, _, modifier in MODIFIERS if modifier & held)


def types_text(keys: str) -> bool:
    """Return whether pressing these keys types a character into a field; Enter and Tab do not.

    Raises:
        UnknownKey: no key has this name.
    """
    return writes(key_events(parse_keys(keys)))


def writes(events: Sequence[dict[str, Any]]) -> bool:
    """Return whether these key events type a character into a field."""
    return any(str(each.get("text", "\r")).isprintable() for each in events)


def typed_events(text: str, *, held: Modifier = Modifier.NONE) -> list[dict[str, Any]]:
    """Return the key events that type a text; a line break becomes Enter, a tab becomes Tab.

    A character that is not on a US keyboard is sent as a key without `code`, as with another
    keyboard layout. `held` has the same meaning as in `key_events`.
    """
    events: list[dict[str, Any]] = []
    for char in text.replace("\r\n", "\n").replace("\r", "\n"):
        events += key_events(_BY_CHAR.get(char) or Press(_foreign(char)), held=held)
    return events


def _split(keys: str) -> Sequence[str]:
    """Split at plus signs; a plus that follows a plus or stands alone is a key itself."""
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
    return char if len(char) == 1 else ""  # names such as Tab or F5 are not text


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
