"""Observations by browser-use: its page state, and the marks that it can draw on the screenshot.

browser-use's agent takes the state (elements and a plain PNG) and draws nothing:
`python_highlights` exists and works, but nothing in browser-use calls it. The times that
browser-use waits for a quiet page are set to zero.
"""

from __future__ import annotations

import asyncio
import os
import time

from lines import answer, questions

os.environ |= {"ANONYMIZED_TELEMETRY": "false", "BROWSER_USE_LOGGING_LEVEL": "error"}

from browser_use.browser import BrowserProfile, BrowserSession
from browser_use.browser.python_highlights import (
    create_highlighted_screenshot_async,
)


async def main() -> None:
    profile = BrowserProfile(
        executable_path=os.environ["RIVAL_BROWSER"],
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport={"width": 1280, "height": 720},
        user_data_dir=None,
        minimum_wait_page_load_time=0,
        wait_for_network_idle_page_load_time=0,
        highlight_elements=False,
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    try:
        for kind, what in questions():
            if kind == "open":
                await session.navigate_to(what)
                answer()
                continue
            started = time.perf_counter()
            state = await session.get_browser_state_summary(include_screenshot=True)
            seen = time.perf_counter()
            elements = state.dom_state.selector_map
            picture = await create_highlighted_screenshot_async(
                state.screenshot or "",
                elements,
                cdp_session=await session.get_or_create_cdp_session(),
                filter_highlight_ids=False,
            )
            done = time.perf_counter()
            answer(
                ms=(done - started) * 1e3,
                unmarked_ms=(seen - started) * 1e3,
                elements=len(elements),
                size=len(picture),
                picture=picture if what == "last" else "",
            )
    finally:
        await session.kill()


asyncio.run(main())
