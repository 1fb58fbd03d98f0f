"""Runs a caller's script in the page or in an isolated world; redacts secrets in the result."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from viewmark.browser import scripts, wire
from viewmark.browser.capture.screenshot import refuse_restricted
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import script
from viewmark.defaults import (
    FRAMES,
    SCRIPT_TIMEOUT,
    TIMEOUTS,
)
from viewmark.errors import (
    CommandTimeout,
    EvaluationFailed,
    EvaluationTimeout,
    InvalidOption,
    ProtocolError,
    ViewmarkError,
)
from viewmark.page.context import PageContext
from viewmark.text import one_line
from viewmark.unknown_options import checked
from viewmark.wire_record import as_text, to_record

ScriptWorld = Literal["page", "isolated"]
LONGEST_SCRIPT, LONGEST_RESULT = 1_000_000, 1_000_000
_RUN = script("single/run")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The result of a script."""

    value: Any = field(repr=False)
    """JSON value; values that JSON does not have (NaN, 10n) are strings."""
    redactions: int = 0
    """Number of values of secret fields that were redacted."""

    def __str__(self) -> str:
        return as_text(self.value)

    def to_json(self) -> dict[str, Any]:
        """Return the data as a JSON-serializable dictionary."""
        return to_record(self)


class Scripting:
    """Runs scripts of the caller in the page; a mixin of `Page`."""

    context: PageContext

    @checked
    async def evaluate(
        self,
        script: str,
        *args: object,
        world: ScriptWorld = "page",
        timeout: Annotated[float, TIMEOUTS] = SCRIPT_TIMEOUT,
    ) -> Evaluation:
        """Run a script in the main frame; return its result as JSON, in `value`.

        Contents of secret fields are redacted in the result, including inside longer texts.

        Args:
            script: an expression, a function (called with `args`, a promise is awaited), or
                statements with `return`.
            *args: JSON values.
            world: `page`, with the page's own variables; `isolated`, invisible to the page: the
                same document, separate variables.
            timeout: seconds, at most 300; a script that still blocks the page then is stopped.

        Raises:
            EvaluationFailed: the script is not JavaScript or threw, or its result is not JSON or
                too long.
            EvaluationTimeout: the script did not end in time.
            InvalidOption: an option is invalid, or an argument is not a JSON value.
        """
        _check(script, args)
        page = self.context.page
        refuse_restricted(page)
        try:
            made = await _parse(page, script, world, timeout)
            answer = await page.main_frame.session.send(
                "Runtime.callFunctionOn",
                {
                    "functionDeclaration": _RUN,
                    "objectId": made,
                    "arguments": [{"value": each} for each in args],
                    "returnByValue": True,
                    "awaitPromise": True,
                    "silent": True,
                },
                timeout=timeout,
            )
        except CommandTimeout as error:
            with contextlib.suppress(ViewmarkError):
                await page.main_frame.session.send("Runtime.terminateExecution", timeout=2.0)
            raise EvaluationTimeout(
                f"The script did not end within {timeout:g} s.", timeout_s=timeout
            ) from error
        except ProtocolError as error:
            words = one_line(error.data.get("cdp_message", error.message))
            raise EvaluationFailed(
                f"The script's result is not JSON: {words}.", hint="Return plain data."
            ) from error
        if "exceptionDetails" in answer:
            thrown, _ = await without_secrets(page, _thrown_text(answer))
            raise EvaluationFailed(f"The script threw: {thrown}")
        value = _value(wire.record(answer.get("result")))
        size = len(json.dumps(value, ensure_ascii=False))
        if size > LONGEST_RESULT:
            raise EvaluationFailed(
                f"The script's result has {size} characters as JSON; "
                f"{LONGEST_RESULT} are the most.",
                hint="Return less, or a part.",
            )
        value, count = await without_secrets(page, value)
        return Evaluation(value=value, redactions=count)


def _check(source: object, args: Sequence[object]) -> None:
    if not isinstance(source, str) or not source.strip() or len(source) > LONGEST_SCRIPT:
        raise InvalidOption(
            f"script must be a text of 1 to {LONGEST_SCRIPT} characters.", param="script"
        )
    try:
        json.dumps(list(args), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidOption(f"args must be JSON: {one_line(error)}.", param="args") from None


async def _parse(page: PageTarget, source: str, world: ScriptWorld, timeout: float) -> str:
    """Compile the script as an expression, or else as a function body, without running it."""
    session = page.main_frame.session
    where: dict[str, Any] = {}
    if world == "isolated":
        beside = await session.send(
            "Page.createIsolatedWorld",
            {"frameId": page.main_frame.id, "worldName": f"{page.world_name}.scripts"},
        )
        where["contextId"] = beside.get("executionContextId")
    source = source.strip().rstrip(";")
    answer: dict[str, Any] = {}
    for form in ("single/expression", "single/statements"):
        answer = await session.send(
            "Runtime.evaluate",
            {"expression": script(form, CODE=source), "silent": True} | where,
            timeout=timeout,
        )
        found = wire.record(answer.get("result"))
        if "exceptionDetails" not in answer and isinstance(found.get("objectId"), str):
            return str(found["objectId"])
    raise EvaluationFailed(f"The script is not JavaScript: {_thrown_text(answer)}")


def _thrown_text(answer: dict[str, Any]) -> str:
    details = wire.record(answer.get("exceptionDetails"))
    thrown = wire.record(details.get("exception"))
    words = thrown.get("description") or thrown.get("value") or details.get("text")
    return one_line(str(words or "no reason given").split("\n    at ")[0], 500)


def _value(result: dict[str, Any]) -> Any:
    unusual = result.get("unserializableValue")
    if unusual is not None:
        return 0 if unusual == "-0" else str(unusual)
    return result.get("value")


async def without_secrets(page: PageTarget, value: Any) -> tuple[Any, int]:
    """Redact the contents of the page's secret fields in a value; return it and their count."""
    count = 0
    for frame in [*page.frames][:FRAMES]:
        try:
            reply = wire.record(await scripts.call(page, frame, "scrub", value))
        except ViewmarkError:
            if frame is page.main_frame:
                raise
            # the frame is unresponsive or gone, so the caller's script cannot have read its fields
            continue
        value, found = reply.get("data"), wire.whole(reply.get("count"))
        count += found
    return value, count
