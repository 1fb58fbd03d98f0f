"""Settings of the person who starts the server; a model cannot change them. Pure."""

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
    """structuredContent besides the text: never, where no picture is, or always. Several clients
    drop the picture of an answer that has it."""
    answers: Literal["lines", "json"] = "lines"
    """Form of the answers of actions without `answer`."""
    max_base64: int | None = None
    """Budget of one picture in base64 characters; None: by the client's name."""
    max_tokens: int | None = None
    """Budget of one picture in tokens of the Claude family; None: none."""

    def budget_for(self, client: str) -> int:
        """Base64 characters that one picture may take for a client of that name."""
        return self.max_base64 or preset_for(client).max_base64

    def images_for(self, client: str) -> Literal["allow", "omit"]:
        """Whether a client of that name is sent image blocks."""
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
    # Tool results of at most 1 MB in all; 700 KB leaves room for the text.
    "claude-desktop": Preset(max_base64=700_000),
    "claude-ai": Preset(max_base64=700_000),
    "claude-code": Preset(),
    "cursor": Preset(),
    "visual studio code": Preset(),
    "codex": Preset(),
}
"""Presets by the beginning of the client's own name, lower case."""


def preset_for(client: str) -> Preset:
    """The preset of a client; a careful one for unknown clients."""
    name = client.strip().lower()
    return next((p for key, p in PRESETS.items() if name.startswith(key)), Preset())
