"""A conversation with at most n pictures; older ones are permanently replaced by their text.

Services cache prompts by their prefix, so a change far back makes everything after it expensive
again. Pictures can therefore be replaced several at a time (`step`), and the prefix stays unchanged
in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from viewmark.defaults import Range
from viewmark.errors import InvalidOption
from viewmark.vision.blocks import Api, Block, Look, blocks, check_api, message, text_block, words

SUPERSEDED = "[picture superseded]"
"""First line of the text that replaces a picture."""


@dataclass(frozen=True, slots=True)
class _Turn:
    role: Literal["user", "assistant"]
    text: str
    look: Look | None = None
    """The observation, as long as its picture is sent."""
    shown: str = ""
    """Text of the observation, once its picture is no longer sent."""


class History:
    """The turns of a conversation with a model.

    Args:
        keep: most pictures that a request carries, 1 to 100.
        step: how many of the oldest are replaced by words at once when a new one is too many, 1 to
            `keep`. With `keep=6, step=4` there are 3 to 6, and the beginning of the conversation
            changes with every fourth picture only.

    Raises:
        InvalidOption: a number outside its range.
    """

    def __init__(self, *, keep: int = 1, step: int = 1) -> None:
        for name, value, most in (("keep", keep, 100), ("step", step, keep)):
            Range(1, most, whole=True).check(name, value)
        self.keep, self.step = keep, step
        self._turns: list[_Turn] = []

    def __repr__(self) -> str:
        return f"History({len(self)} turns, {self.pictures} of {self.keep} pictures)"

    def __len__(self) -> int:
        return len(self._turns)

    @property
    def pictures(self) -> int:
        """How many pictures the next request would carry."""
        return sum(turn.look is not None for turn in self._turns)

    def user(self, text: str = "", look: Look | None = None) -> None:
        """Add a message with an observation.

        Args:
            text: the question, the goal, or what came of the last action.
            look: an observation, a screenshot, or what `prepare` made of one. One without a
                picture adds its words.

        Raises:
            InvalidOption: neither.
        """
        if not text and look is None:
            raise InvalidOption("A turn needs text or a look.")
        if look is not None and look.base64 is None:
            self._turns.append(_Turn("user", text, shown=words(look)))
            return
        self._turns.append(_Turn("user", text, look))
        if self.pictures > self.keep:
            self.supersede(self.step)

    def assistant(self, text: str) -> None:
        """Add the model's answer."""
        self._turns.append(_Turn("assistant", text or "(no words)"))

    def supersede(self, count: int | None = None) -> None:
        """Replace the oldest pictures by words now: `count` of them, or all."""
        for index, turn in enumerate(self._turns):
            if turn.look is not None and (count is None or count > 0):
                shown = f"{SUPERSEDED}\n{words(turn.look, picture=False)}"
                self._turns[index] = replace(turn, look=None, shown=shown)
                count = None if count is None else count - 1

    def messages(self, api: Api, *, cache: bool = False) -> list[Block]:
        """The conversation as messages; turns of one role after each other are one message.

        Args:
            api: the form, as for `blocks`.
            cache: of Anthropic's form: mark the end as the end of what shall be cached. OpenAI and
                Gemini cache beginnings unasked.

        Raises:
            InvalidOption: an unknown form.
        """
        check_api(api)
        made: list[tuple[Literal["user", "assistant"], list[Block]]] = []
        for turn in self._turns:
            content = blocks(turn.look, api) if turn.look is not None else []
            for text in (turn.shown, turn.text):
                if text:
                    content.append(text_block(api, turn.role, text))
            if made and made[-1][0] == turn.role:
                made[-1][1].extend(content)
            else:
                made.append((turn.role, content))
        if cache and api == "anthropic" and made:
            made[-1][1][-1]["cache_control"] = {"type": "ephemeral"}
        return [message(api, role, content) for role, content in made]

    def snapshot(self) -> tuple[_Turn, ...]:
        """The turns as they are, for `restore`."""
        return tuple(self._turns)

    def restore(self, turns: tuple[_Turn, ...]) -> None:
        """Go back to an earlier `snapshot`."""
        self._turns[:] = turns
