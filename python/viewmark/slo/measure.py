"""Measures one page: loads, observations, plain screenshots as their baseline, clicks, sizes.

Each observation is paired with a plain screenshot of the same page, so that ratios are valid even
on shared machines. Both start on an idle page, at varying points of a display frame. This matters
because a screenshot waits for the next frame, and back-to-back calls would always include a full
wait (see benches/end_to_end.py).
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from viewmark import Browser, Observation, Page
from viewmark.errors import NavigationFailed
from viewmark.slo.noise import NoiseMeter
from viewmark.slo.objectives import PEAK_RESET
from viewmark.slo.plan import PageUnderTest, Plan
from viewmark.support import rules_of

REST = 0.02
"""Seconds to wait, without load, before each call that is measured."""
FRAME = 1 / 60
_PARTS = (files("viewmark.slo") / "navigation_parts.js").read_text("utf-8")


@dataclass(slots=True)
class Samples:
    """The measurements of one page."""

    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Values keyed by metric, in the order taken. Observations and plain screenshots form pairs."""
    picture: str = field(default="", repr=False)
    """The marked screenshot of the last observation, as a base64 JPEG."""
    elements: int = 0


async def measure(
    browser: Browser,
    about: PageUnderTest,
    plan: Plan,
    url: str,
    *,
    noise: NoiseMeter,
    progress: Callable[[str, int, int], None],
) -> Samples:
    """Measure one page in its own tab.

    Args:
        browser: an open browser.
        about: the page, and how it is shown.
        plan: number of samples.
        url: URL of the page (for `demo`: the URL at which it is served).
        noise: meter whose `spin` is called between the samples.
        progress: callback that gets the name of a step, the number of completed samples, and their
            total number.

    Raises:
        NavigationFailed: the page cannot be opened, or its server responds with an error.
        ViewmarkError: the page cannot be observed or clicked.
    """
    samples = Samples()
    page = await browser.page()
    try:
        width, height = about.viewport
        await page.set_viewport(
            width=width, height=height, device_scale_factor=about.device_scale_factor
        )
        if about.cpu_throttle > 1:
            await _send(page, "Emulation.setCPUThrottlingRate", {"rate": about.cpu_throttle})
        if about.storage_state is not None:
            await page.load_storage_state(about.storage_state)
        await _loads(page, about, plan, url, samples, noise, progress)
        observation = await _observations(page, plan, samples, noise, progress)
        if about.click_selector is not None:
            await _clicks(page, about.click_selector, plan, samples, progress)
        await _sizes(observation, samples, plan.model)
    finally:
        await page.close()
    return samples


async def _send(page: Page, method: str, params: dict[str, Any]) -> dict[str, Any]:
    return await page.browser_page.session.send(method, params)


async def _loads(
    page: Page,
    about: PageUnderTest,
    plan: Plan,
    url: str,
    samples: Samples,
    noise: NoiseMeter,
    progress: Callable[[str, int, int], None],
) -> None:
    for done in range(plan.loads):
        progress("loads", done, plan.loads)
        noise.spin()
        arrived = await page.goto(url)
        samples.values["navigate"].append(arrived.timings["load"])
        parts = await page.evaluate(_PARTS)
        if isinstance(parts.value, list):
            # fail: an error page is fast, but it is not the page under test
            if parts.value[3] >= 400:
                raise NavigationFailed(f"{url} answered with HTTP status {parts.value[3]}.")
            for name, ms in zip(("server", "receive", "load"), parts.value, strict=False):
                samples.values[name].append(float(ms))
        # the last load is skipped here, because the warm-up makes its first observation
        if done + 1 < plan.loads:
            observation = await page.observe(annotate=True)
            samples.values["first_look"].append(observation.timings["total"])


async def _observations(
    page: Page,
    plan: Plan,
    samples: Samples,
    noise: NoiseMeter,
    progress: Callable[[str, int, int], None],
) -> Observation:
    bare = {"format": "jpeg", "quality": 80}
    observation = await page.observe(annotate=True)
    for _ in range(plan.warmup):
        await _send(page, "Page.captureScreenshot", bare)
        observation = await page.observe(annotate=True)
    for done in range(plan.samples):
        progress("looks", done, plan.samples)
        noise.spin()
        phase = REST + FRAME * (done % 4) / 4
        # alternate which comes first, screenshot or observation
        for turn in (0, 1) if done % 2 else (1, 0):
            await asyncio.sleep(phase)
            if turn:
                started = time.perf_counter()
                await _send(page, "Page.captureScreenshot", bare)
                samples.values["screenshot"].append((time.perf_counter() - started) * 1000)
            else:
                observation = await page.observe(annotate=True)
                if observation.picture_error is not None:
                    raise observation.picture_error
                for name, ms in observation.timings.items():
                    samples.values["observe" if name == "total" else name].append(ms)
    samples.picture, samples.elements = observation.base64 or "", observation.total_found
    return observation


async def _clicks(
    page: Page,
    selector: str,
    plan: Plan,
    samples: Samples,
    progress: Callable[[str, int, int], None],
) -> None:
    for done in range(plan.samples):
        progress("clicks", done, plan.samples)
        acted = await page.click(selector)
        for name, ms in acted.timings.items():
            if name in ("aim", "input", "effect"):
                samples.values[name].append(ms)
        samples.values["click"].append(acted.timings["total"] - acted.timings["waiting"])


async def _sizes(observation: Observation, samples: Samples, model: str) -> None:
    info = observation.image_info
    if info is None or observation.clean_base64 is None:
        return
    samples.values["base64"].append(float(info.base64_size))
    samples.values["tokens"].append(float(rules_of(model).tokens((info.width, info.height))))
    used = await _memory(
        observation.clean_base64, [a.element.bounds.to_image_px(info.scale) for a in observation]
    )
    if used is not None:
        samples.values["memory"].append(used)


_ANNOTATE_ONCE = """
import json, sys
from viewmark.imaging import Mark, annotate, from_base64
image, boxes = json.load(sys.stdin)
image, marks = from_base64(image), [Mark(str(n), *box) for n, box in enumerate(boxes, 1)]
def peak():
    with open("/proc/self/status") as file:
        return int(next(r for r in file if r.startswith("VmHWM")).split()[1]) * 1024
with open(sys.argv[1], "w") as file:
    file.write("5")  # proc(5): the peak begins again
before = peak()
done = annotate(image, marks)
print(peak() - before - len(done.image))
"""


async def _memory(picture: str, boxes: list[tuple[float, float, float, float]]) -> float | None:
    """Return the growth of the peak RSS in MB while annotating an image; None except on Linux.

    The size of the output file is subtracted. The image is annotated in a new process, which has no
    freed memory of earlier images to reuse.
    """
    if not PEAK_RESET.exists():
        return None
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _ANNOTATE_ONCE,
        str(PEAK_RESET),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    out, _ = await process.communicate(json.dumps([picture, boxes]).encode())
    return max(0, int(out)) / 1e6 if process.returncode == 0 else None
