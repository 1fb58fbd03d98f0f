"""viewmark with a browser's URL: `python examples/address.py http://127.0.0.1:9222`."""

import asyncio
import sys

import viewmark


async def main(address):
    # The URL of a browser with one tab, or of a tab (ws://.../devtools/page/ID). For a browser with
    # several tabs, pass tab_id=. headers={"Authorization": "Bearer ..."} is sent to a hosted
    # browser that requires it.
    async with viewmark.wrap(address) as page:
        seen = await page.observe(annotate=True)
        print(seen.lines())
        if len(seen):
            print(await page.click(1))  # by number
        seen = await page.observe()  # the click may have opened another page
        if len(seen):
            print(await page.click(seen.annotations[-1].ref))  # by ref, which stays valid


asyncio.run(main(sys.argv[1]))
