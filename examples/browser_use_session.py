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

    async with viewmark.wrap(session) as page:  # its tab in focus; or a Page of it
        seen = await page.observe(annotate=True, backend_node_ids=True)  # ids as browser-use's
        print(seen.lines())
        print(await page.click(1))  # by number
        print(await page.click(seen[2].ref))  # by ref, which stays

    await session.kill()


asyncio.run(main(sys.argv[1]))
