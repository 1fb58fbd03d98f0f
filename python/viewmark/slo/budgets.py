"""Latency budgets as assertions, for tests of agents.

    with viewmark.slo.budget(observe_ms=200, click_p95_ms=300):
        await agent.run(page)

Every call inside the block is compared with the limits, using the call's own timings.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import ExitStack
from types import TracebackType

from viewmark import Page
from viewmark.errors import InvalidOption
from viewmark.slo.objectives import METRICS, Objective, objectives_of
from viewmark.slo.statistics import median, quantile
from viewmark.support import StageTimes, watch_stages

BASELINES = 7
"""Number of plain screenshots taken as the baseline of a ratio if the block itself takes none."""
REST = 0.02
"""Seconds to wait, without load, before each plain screenshot of the baseline."""


class BudgetExceeded(AssertionError):
    """A limit was exceeded; the message names the statistic, the limit and the slowest stage."""


class Budget:
    """Timings of the calls in a block; created by `budget`.

    Args:
        objectives: the limits.
    """

    def __init__(self, objectives: tuple[Objective, ...]) -> None:
        self.objectives = objectives
        self.samples: dict[str, list[float]] = defaultdict(list)
        """Milliseconds keyed by metric: names of calls and of their stages."""
        self._page: Page | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watching = ExitStack()

    def add(self, call: StageTimes) -> None:
        """Record the timings of one call."""
        for name, ms in call.timings().items():
            self.samples[call.operation if name == "total" else name].append(ms)
        if (target := getattr(call.subject, "page", None)) is not None:
            self._page, self._loop = Page(target), asyncio.get_running_loop()

    def __enter__(self) -> Budget:
        self._watching.enter_context(watch_stages(self.add))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._watching:
            if error is not None:
                return  # an error raised in the block takes precedence
            if self._lacks_baseline():
                self._capture_from_outside()
        self.check()

    async def __aenter__(self) -> Budget:
        return self.__enter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._lacks_baseline() and self._page is not None:
            await self._capture(self._page)
        self.__exit__(kind, error, trace)

    def check(self) -> None:
        """Compare the recorded times with the limits.

        Raises:
            BudgetExceeded: a limit was exceeded; the message lists every such limit.
        """
        missed = [miss for each in self.objectives if (miss := self._miss_message(each))]
        if missed:
            raise BudgetExceeded("; ".join(missed))

    def medians(self) -> dict[str, float]:
        """Return the medians in ms of the recorded metrics that have a limit, keyed by metric."""
        names = dict.fromkeys(each.metric for each in self.objectives)
        return {name: median(taken) for name in names if (taken := self.samples.get(name))}

    def _lacks_baseline(self) -> bool:
        return not self.samples.get("screenshot") and any(
            each.kind == "ratio" and METRICS[each.metric].baseline == "screenshot"
            for each in self.objectives
        )

    async def _capture(self, page: Page) -> None:
        """Take the baseline's plain screenshots, of the page that the block used last."""
        for turn in range(BASELINES):
            # start at varying points of a display frame
            await asyncio.sleep(REST * (1 + turn % 4 / 4))
            await page.screenshot()

    def _capture_from_outside(self) -> None:
        """Run `_capture` for callers that cannot await; needs a reachable event loop."""
        if self._page is None or self._loop is None or self._loop.is_closed():
            return
        try:
            here = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        if here is None and not self._loop.is_running():
            self._loop.run_until_complete(self._capture(self._page))
        elif here is not self._loop:
            work = self._capture(self._page)
            asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _miss_message(self, objective: Objective) -> str:
        taken = self.samples.get(objective.metric)
        if not taken:
            return f"{objective.name}: the block did nothing of the kind"
        value = quantile(taken, objective.percent)
        if objective.kind == "ratio":
            base = self.samples.get(METRICS[objective.metric].baseline)
            if not base:
                return (
                    f"{objective.name}: nothing to compare with in the block "
                    "(`async with`, or a call of `screenshot` in it, gives it something)"
                )
            value /= median(base)
        if value <= objective.limit:
            return ""
        stages = [s for s in METRICS[objective.metric].stages if self.samples.get(s)]
        slowest = max(stages, key=lambda s: median(self.samples[s]), default="")
        message = f"{objective.name}: {value:.4g} {objective.unit} instead of {objective.limit:.4g}"
        message += f" ({len(taken)} call{'s' if len(taken) > 1 else ''})"
        return f"{message}, most in {slowest}" if slowest else message


def budget(*, ratio: float | None = None, **limits: float) -> Budget:
    """Check the calls in a block, `with` or `async with`, against latency limits.

    Calls in tasks that the block starts count too; calls in threads that it starts do not.

    Args:
        ratio: short for `observe_ratio`: maximum time of an observation as a multiple of the time
            of a plain screenshot. The baseline is the block's own calls of `screenshot`. If the
            block makes none, seven screenshots of the page that it used last are taken at its end;
            in a coroutine this requires `async with`.
        **limits: limits of medians or percentiles, named as in a configuration: `observe_ms`,
            `observe_p95_ms`, `click_ms`, `discover_ms` and others.

    Returns:
        The budget; `samples` contains the times that the calls took.

    Raises:
        InvalidOption: a name is not an objective, or the objective does not apply to a block, such
            as a size.
        BudgetExceeded: at the end of the block; an error raised in the block takes precedence.
    """
    if ratio is not None:
        limits["observe_ratio"] = ratio
    objectives = objectives_of(limits)
    for each in objectives:
        if each.kind == "max" or each.metric in ("first_look", "server", "receive"):
            raise InvalidOption(
                f"A budget is about the time of calls and their stages, not {each.name}.",
                hint="`viewmark slo` measures it.",
                param=each.name,
            )
    if not objectives:
        raise InvalidOption("A budget needs a limit.", hint="For example observe_ms=200.")
    return Budget(objectives)
