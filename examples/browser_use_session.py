"""viewmark on the tab of a browser-use session: `python examples/browser_use_session.py URL`."""

import asyncio
import os
import sys

from browser_use import BrowserProfile, BrowserSession

import viewmark


async def main(url):
    profile = BrowserProfile(headless=True, executable_path=os.getenv("VIEWMARK_BROWSER"))
    session = BrowserSession(browser_profile=profile)
    await session.start()
    await session.navigate_to(url)

    async with viewmark.wrap(session) as page:  # its focused tab, or one of its pages
        # Also return browser-use's node ids.
        seen = await page.observe(annotate=True, include=["backend_node_ids"])
        print(seen.lines())
        if len(seen):
            print(await page.click(1))  # by number
        seen = await page.observe()  # the click may have opened another page
        if len(seen):
            print(await page.click(seen.annotations[-1].ref))  # by ref, which stays valid

    await session.kill()


asyncio.run(main(sys.argv[1]))
