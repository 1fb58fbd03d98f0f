"""Settings of a session that only the user can choose, for all front ends. No side effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from viewmark.api.contexts import ContextOptions
from viewmark.errors import InvalidOption

_OF_A_START = ("profile", "proxy", "block_private", "debugging_port")
"""Options that apply only to a browser that viewmark starts."""


def check_profile(profile: str | None, origins: Sequence[str]) -> None:
    """Raise an error if a list of origins is used together with a persistent profile.

    Raises:
        InvalidOption: both are set.
    """
    if profile is not None and origins:
        raise InvalidOption(
            "origins cannot be enforced in a profile that is kept: its own settings let pages "
            "prerender what nobody checks.",
            hint="Leave out profile; storage_state brings a log-in along.",
            param="profile",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserOptions(ContextOptions):
    """The browser to use, and the initial settings of its tabs; models cannot change them."""

    attach: str | None = field(default=None, repr=False)
    """CDP address of a running browser; None to start one."""
    attach_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers sent when connecting to `attach`."""
    headed: bool = False
    viewport: tuple[int, int] = (1280, 720)
    """Viewport size in CSS px; if there is a window, the screen limits it."""
    profile: str | None = None
    """Profile of a browser that viewmark starts: a name or a folder."""
    proxy: str | None = None
    debugging_port: int | None = None
    """Port for other clients of a browser that viewmark starts; None for no port."""
    args: tuple[str, ...] = ()
    """Additional command-line flags of Chromium."""
    output: Path | None = Path("viewmark-output")
    """Folder for downloads, and the only folder to which `save_to` writes; created on first use.
    None for a private folder that is removed at the end."""
    origins: tuple[str, ...] = ()
    """Allowed origins (`https://example.com`), enforced in the browser; empty to allow all."""
    block_private: bool = False
    """True to block connections to loopback, private and link-local addresses."""

    def check(self) -> None:
        """Raise an error for invalid or contradictory options, before a browser is started.

        Raises:
            InvalidOption: an option is invalid; the message says which option to omit.
        """
        ContextOptions.check(self)
        check_profile(self.profile, self.origins)
        chosen = [name for name in _OF_A_START if getattr(self, name) not in (None, False)]
        if self.attach is not None and chosen:
            raise InvalidOption(
                f"{chosen[0]} (--{chosen[0].replace('_', '-')}) cannot be enforced on a browser "
                "that runs already (--attach).",
                hint="Leave one of the two out.",
                param=chosen[0],
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings(BrowserOptions):
    """Options of a session: its browser and tabs."""

    output: Path = Path("viewmark-output")
    allow_local: bool = False
    """True to allow file:, view-source: and internal browser pages as typed URLs."""
    upload_folders: tuple[Path, ...] = ()
    """Folders whose files may be uploaded and dropped, in addition to the output folder."""
    block: tuple[str, ...] = ()
    """Patterns (`*://ads.example/*`) of URLs to block."""
    own_context: bool = False
    """True to separate cookies and tabs from those of the browser and of other sessions."""
    state: Path | None = None
    """File that keeps the refs of the first tab between processes."""

    @property
    def upload_from(self) -> tuple[Path, ...]:
        """All folders whose files may be uploaded."""
        return (*self.upload_folders, self.output)
