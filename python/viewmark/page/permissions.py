"""Permissions of an origin: granted, denied, or asked for again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from viewmark.browser.emulation.interception import origin_of
from viewmark.errors import InvalidOption
from viewmark.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viewmark.page.context import PageContext

__all__ = ["PERMISSIONS", "PermissionSetting", "reset_permissions", "set_permissions"]

PermissionSetting = Literal["granted", "denied", "prompt"]
PERMISSIONS = (
    *("accelerometer", "ambient-light-sensor", "background-sync", "camera", "clipboard-read"),
    *("clipboard-write", "display-capture", "geolocation", "gyroscope", "idle-detection"),
    *("local-fonts", "magnetometer", "microphone", "midi", "nfc", "notifications"),
    *("payment-handler", "persistent-storage", "screen-wake-lock", "storage-access"),
    "window-management",
)
"""Names of the Permissions API that Chromium knows."""


async def set_permissions(
    context: PageContext,
    names: Sequence[str],
    *,
    setting: PermissionSetting = "granted",
    origin: str | None = None,
) -> None:
    """Decide what an origin may, in all tabs that share the page's cookies."""
    if isinstance(names, str):
        raise InvalidOption("names must be a list of permissions.", param="names")
    for name in names:
        if name not in PERMISSIONS:
            listed = f"There are {', '.join(PERMISSIONS)}."
            hint = did_you_mean(name, PERMISSIONS, cutoff=0.5) or listed
            raise InvalidOption(f"There is no permission {name!r:.60}.", hint=hint, param="names")
    if setting not in ("granted", "denied", "prompt"):
        message = f"setting must be granted, denied or prompt, not {setting!r:.40}."
        raise InvalidOption(message, param="setting")
    where = origin_of(context.page.url if origin is None else str(origin))
    if not where:
        shown = context.page.redactor(context.page.url) if origin is None else origin
        raise InvalidOption(f"{shown!r:.80} has no origin.", param="origin")
    for name in names:
        asked = {"permission": {"name": name}, "setting": setting, "origin": where}
        await context.page.session.root.send("Browser.setPermission", asked | _where(context))


async def reset_permissions(context: PageContext) -> None:
    """Forget all such decisions, of all origins."""
    await context.page.session.root.send("Browser.resetPermissions", _where(context))


def _where(context: PageContext) -> dict[str, Any]:
    known = context.page.session.target.get("browserContextId")
    return {"browserContextId": known} if known else {}
