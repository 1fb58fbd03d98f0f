"""Devices that a page can be made to believe in: the table `devices.json`, and its date."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from viewmark.errors import InvalidOption
from viewmark.text import did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device by name. Safari's are emulated in Chromium: what they draw may differ."""

    name: str
    width: int
    """CSS px of the whole screen, upright."""
    height: int
    device_scale_factor: float
    """Image px per CSS px."""
    mobile: bool
    """Whether `<meta name=viewport>` counts; such a device is touched."""
    user_agent: str
    """Its `User-Agent`, `{chrome}` for the major version of the browser; empty: the browser's."""
    platform: str
    """Its `navigator.platform`; empty: the browser's."""

    def to_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(Path(__file__).with_name("devices.json").read_bytes())
    return table


def devices_as_of() -> str:
    """The month in which the table was made, `YYYY-MM`."""
    return str(_table()["as_of"])


@cache
def devices() -> tuple[Device, ...]:
    """All devices of the table."""
    table = _table()
    return tuple(
        Device(
            name=name,
            width=row["width"],
            height=row["height"],
            device_scale_factor=float(row["scale"]),
            **table["kinds"][row["kind"]],
        )
        for name, row in table["devices"].items()
    )


def device_named(name: str) -> Device:
    """The device of that name; case does not matter.

    Raises:
        InvalidOption: there is none; the hint has the nearest.
    """
    known = {each.name.lower(): each for each in devices()}
    found = known.get(str(name).strip().lower())
    if found is None:
        names = [each.name for each in devices()]
        hint = f"{did_you_mean(name, names, cutoff=0.4)} There are {', '.join(names)}.".strip()
        raise InvalidOption(f"There is no device {name!r:.60}.", hint=hint, param="device")
    return found
