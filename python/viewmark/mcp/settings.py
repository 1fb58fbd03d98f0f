"""Settings of the user who starts the server; a model cannot change them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from viewmark.defaults import MAX_BASE64
from viewmark.session.settings import SessionSettings

Images = Literal["auto", "allow", "omit", "path"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(SessionSettings):
    """Options of `viewmark mcp`."""

    allow_script: bool = False
    """Let `interact run_script` run scripts in pages."""
    draw: bool = False
    """Listen for Ctrl/Cmd+Shift+D on every tab, so that a human can start draw mode."""
    images: Images = "auto"
    """allow: image blocks; omit: none; path: files and their paths; auto: by the client's name."""
    structured: Literal["off", "auto", "on"] = "off"
    """structuredContent in addition to the text: never, if there is no picture, or always. Several
    clients drop the picture of an answer that has it.
    """
    answers: Literal["lines", "json"] = "lines"
    """Format of the answers of actions that do not set `answer`."""
    max_base64: int | None = None
    """Budget of one picture in base64 characters; None: by the client's name."""
    max_tokens: int | None = None
    """Budget of one picture in tokens of the Claude family; None: unlimited."""

    def budget_for(self, client: str) -> int:
        """Base64 characters that one picture may take for a client of that name."""
        return self.max_base64 or preset_for(client).max_base64

    def images_for(self, client: str) -> Literal["allow", "omit"]:
        """Whether a client of that name gets image blocks."""
        if self.images == "auto":
            return preset_for(client).images
        return "omit" if self.images == "omit" else "allow"


@dataclass(frozen=True, slots=True)
class Preset:
    """Known limits of a client."""

    max_base64: int = MAX_BASE64
    images: Literal["allow", "omit"] = "allow"


PRESETS_AS_OF = "2026-11"
PRESETS: dict[str, Preset] = {
    # These clients limit tool results to 1 MB; 700 KB leaves space for the text.
    "claude-desktop": Preset(max_base64=700_000),
    "claude-ai": Preset(max_base64=700_000),
    "claude-code": Preset(),
    "cursor": Preset(),
    "visual studio code": Preset(),
    "codex": Preset(),
}
"""Presets by the start of the client's name, lower case."""


def preset_for(client: str) -> Preset:
    """The preset of a client; a conservative one for unknown clients."""
    name = client.strip().lower()
    return next((p for key, p in PRESETS.items() if name.startswith(key)), Preset())
