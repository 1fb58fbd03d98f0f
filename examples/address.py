"""viewmark on a browser by its address: `python examples/address.py http://127.0.0.1:9222`."""

import asyncio
import sys

import viewmark


async def main(address):
    # Of a browser with one tab, or of a tab (ws://.../devtools/page/ID); else tab_id= says which.
    # headers={"Authorization": "Bearer ..."} goes along where a rented browser asks for it.
    async with viewmark.wrap(address) as page:
        seen = await page.observe(annotate=True)
        print(seen.lines())
        if len(seen):
            print(await page.click(1))  # by number
        seen = await page.observe()  # it may be another page now
        if len(seen):
            print(await page.click(seen.annotations[-1].ref))  # by ref, which stays


asyncio.run(main(sys.argv[1]))
