"""What the person who starts a session decides of its browser; a model cannot change it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """Options of a session's browser and its tabs."""

    attach: str | None = field(default=None, repr=False)
    """CDP address of a running browser; None: start one at the first call that needs it."""
    headed: bool = False
    debugging_port: int | None = None
    """Where other clients can join the browser that is started; None: nowhere."""
    viewport: tuple[int, int] = (1280, 720)
    output: Path = Path("viewmark-output")
    """The only folder that `save_to` writes into; made when it is first needed."""
    origins: tuple[str, ...] = ()
    """Allowed origins (`https://example.com`), enforced in the browser; empty: all."""
    block_private: bool = False
    """Keep the browser away from loopback, private and link-local addresses."""
    allow_local: bool = False
    """Allow file:, view-source: and the browser's own pages as addresses."""
    upload_folders: tuple[Path, ...] = ()
    """Folders whose files may be uploaded and dropped, besides the output folder."""
    block: tuple[str, ...] = ()
    """Addresses (`*://ads.example/*`) that pages get nothing from."""
    show_secrets: bool = False
    """Do not cover filled secret fields in pictures."""
    state: Path | None = None
    """Where the refs of the first tab are kept between two processes."""

    @property
    def upload_from(self) -> tuple[Path, ...]:
        """All folders whose files may be uploaded."""
        return (*self.upload_folders, self.output)
