"""Finds Chrome or Chromium on this machine; prints its path when run as a module.

Checks VIEWMARK_BROWSER, then the usual names on the PATH, then the usual locations on Linux, macOS
and Windows. Uses only the standard library, so that the setup can run this module first.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from viewmark.errors import BrowserNotFound

NAMES = (
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "chrome",
    "chrome-headless-shell",
    "chromium-headless-shell",
    "microsoft-edge",
    "brave-browser",
)
"""Program names to find on the PATH, in order of preference."""

_INSTALL = {
    "darwin": "brew install --cask google-chrome",
    "win32": "winget install Google.Chrome",
}
_PACKAGES = {
    "apt-get": "install chromium fonts-liberation (on Ubuntu rather the .deb of google.com/chrome)",
    "dnf": "install chromium",
    "zypper": "install chromium",
    "pacman": "-S chromium",
    "apk": "add chromium ttf-liberation",
}
"""Install arguments, keyed by Linux package manager. Ubuntu's own chromium package is a snap."""

_LINUX = (
    "/opt/google/chrome/chrome",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/snap/bin/chromium",
    "/var/lib/flatpak/exports/bin/com.google.Chrome",
    "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
)
_MACOS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)
_WINDOWS = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
    r"BraveSoftware\Brave-Browser\Application\brave.exe",
)
_WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "LOCALAPPDATA")


def places() -> Iterator[str]:
    """Yield the usual full paths on this platform, in order of preference."""
    if sys.platform == "darwin":
        for root in ("/Applications", f"{os.environ.get('HOME', '')}/Applications"):
            yield from (f"{root}/{each}" for each in _MACOS)
    elif sys.platform == "win32":
        for root in filter(None, map(os.environ.get, _WINDOWS_ROOTS)):
            yield from (f"{root}\\{each}" for each in _WINDOWS)
    else:
        yield from _LINUX


def how_to_install() -> str | None:
    """Return the command that installs Chromium on this platform; None if there is none."""
    command = _INSTALL.get(sys.platform)
    if sys.platform.startswith("linux"):
        tools = [tool for tool in _PACKAGES if shutil.which(tool)]
        command = f"{tools[0]} {_PACKAGES[tools[0]]}" if tools else None
    if command is None:
        return None
    return f"Install one with: {command}. Or set VIEWMARK_BROWSER to the path of one."


def is_program(path: str) -> bool:
    """Return whether a path is a file that we may execute."""
    return Path(path).is_file() and os.access(path, os.X_OK)


def find_executable() -> str:
    """Return the path of Chrome or Chromium.

    Raises:
        BrowserNotFound: no browser was found; the message lists the places searched. If
            VIEWMARK_BROWSER is set but invalid, no other places are searched.
    """
    if chosen := os.environ.get("VIEWMARK_BROWSER"):
        path = chosen if is_program(chosen) else shutil.which(chosen)
        if path:
            return path
        raise BrowserNotFound(
            f"VIEWMARK_BROWSER is {chosen!r}, which is not an executable program.",
            hint="Set VIEWMARK_BROWSER to the full path of Chrome or Chromium, or unset it.",
            looked_for=[chosen],
        )
    usual = list(places())
    for path in (*map(shutil.which, NAMES), *filter(is_program, usual)):
        if path:
            return path
    raise BrowserNotFound(
        f"No Chrome or Chromium was found; looked at VIEWMARK_BROWSER (not set), on the PATH for "
        f"{', '.join(NAMES)}, and at {', '.join(usual)}.",
        hint=how_to_install(),
        looked_for=["VIEWMARK_BROWSER", *NAMES, *usual],
    )


def main() -> int:
    """Print the path; if there is none, print a message to stderr and return 1."""
    try:
        sys.stdout.write(f"{find_executable()}\n")
    except BrowserNotFound as error:
        sys.stderr.write(f"{error.message} {error.hint}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
