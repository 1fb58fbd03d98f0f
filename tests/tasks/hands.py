"""The interface through which tasks act on pages, implemented with library calls.

Targets are found in the lines of `snapshot`: `role "name" @ref`.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PIL import Image

import viewmark
from viewmark.page.target import at

__all__ = ["Hands", "LibraryHands", "library"]

LINE = re.compile(r'(?P<role>[a-z]+) "(?P<name>(?:[^"\\]|\\.)*)"[^@\n]*?(?P<ref>@[\w.:-]+)')


def refs_in(lines: str) -> list[tuple[str, str, str]]:
    """Return role, name and ref of everything listed in a snapshot."""
    return [(m["role"], m["name"], m["ref"]) for m in LINE.finditer(lines)]


class Hands(ABC):
    """The basic operations of tasks, on which all other operations are built."""

    @abstractmethod
    async def snapshot(self) -> str: ...
    @abstractmethod
    async def text(self) -> str: ...

    @abstractmethod
    async def found(self, role: str | None, name: str) -> str | None: ...

    async def seek(self, role: str | None, name: str) -> str | None:
        """Return the ref of the element with this role and name in the current page, or None.

        Elements that have no ref in the snapshot, such as drop targets, are searched for.
        """
        for its_role, its_name, ref in refs_in(await self.snapshot()):
            if role in (None, its_role) and its_name == name:
                return ref
        return await self.found(role, name)

    async def names(self) -> list[tuple[str, str]]:
        """Return name and ref of everything on the page, in any role."""
        return [(name, ref) for _, name, ref in refs_in(await self.snapshot())]

    async def ref(self, role: str | None, name: str) -> str:
        """Like `seek`, but wait for a few seconds until the element appears."""
        for _ in range(40):
            if found := await self.seek(role, name):
                return found
            await asyncio.sleep(0.1)
        raise AssertionError(f'no {role} "{name}" in:\n{await self.snapshot()}')


class LibraryHands(Hands):
    """Tasks through library calls."""

    def __init__(self, browser: viewmark.Browser, page: viewmark.Page, folder: Path) -> None:
        self.browser, self.page, self.folder = browser, page, folder

    async def snapshot(self) -> str:
        told = await self.page.snapshot(characters=1_000_000)
        return told.text

    async def text(self) -> str:
        return (await self.page.text(characters=1_000_000)).lines()

    async def found(self, role: str | None, name: str) -> str | None:
        if role is None:
            matches = (await self.page.find(text=name)).matches
        else:
            matches = (await self.page.find(role=role, name=name)).matches
            if not matches:  # identified by its text only
                matches = tuple(
                    each for each in (await self.page.find(role=role)).matches if name in each.text
                )
        return matches[0].ref if matches else None

    async def goto(self, url: str) -> None:
        await self.page.goto(url)

    async def click(self, ref: str) -> Any:
        return await self.page.click(ref)

    async def type(self, ref: str, text: str) -> None:
        await self.page.type(ref, text)

    async def fill_form(self, fields: Mapping[str, str]) -> None:
        done = await self.page.fill_form(
            [{"target": ref, "value": value} for ref, value in fields.items()]
        )
        assert len(done.fields) == len(fields)

    async def select(self, ref: str, options: Sequence[str]) -> None:
        await self.page.select(ref, list(options))

    async def check(self, ref: str) -> None:
        await self.page.check(ref)

    async def upload(self, ref: str, files: Sequence[Path]) -> None:
        self.page.upload_folders = [self.folder]
        await self.page.upload(ref, list(files))

    async def drop(self, ref: str, files: Sequence[Path]) -> None:
        self.page.upload_folders = [self.folder]
        await self.page.drop(ref, list(files))

    async def wait_for_dialog(self) -> None:
        await self.page.wait_for_dialog()

    async def answer_dialog(self, *, accept: bool, text: str | None = None) -> None:
        await self.page.answer_dialog(accept, text)

    async def current_tab(self) -> viewmark.Page:
        return self.page

    def opened_tab(self, answer: Any) -> str:
        (opened,) = answer.to_json()["tabs"]
        return str(opened["tab_id"])

    async def switch_tab(self, tab: Any) -> None:
        self.page = await self.browser.page(tab_id=tab) if isinstance(tab, str) else tab

    async def download(self, ref: str) -> Path:
        answer = await self.page.click(ref, expect="download")
        (got,) = answer.to_json()["downloads"]
        return Path(got["path"])

    async def scroll_until(self, role: str, name: str) -> str:
        for _ in range(30):
            if found := await self.seek(role, name):
                return found
            await self.page.scroll(dy=3000)
            await asyncio.sleep(0.15)
        raise AssertionError(f"{name} never came")

    async def hover_over(self, words: str) -> None:
        found = await self.page.find(text=words)
        await self.page.hover(found.matches[0].ref)

    async def drag(self, ref: str, *, to: str) -> None:
        await self.page.drag(ref, to)

    async def drag_by(self, ref: str, *, from_left: int, dx: int) -> None:
        box = (await self.page.get(ref, "box")).value
        start = {"x": box["x"] + from_left, "y": box["y"] + box["height"] / 2}
        await self.page.drag({**start, "coordinates": "css"}, dx=dx)

    async def keys(self, keys: str, ref: str | None = None) -> None:
        await self.page.keypress(keys, target=ref)

    async def paste(self, ref: str) -> None:
        await self.page.paste(ref)

    async def clipboard(self) -> str:
        return str(await self.page.clipboard())

    async def back(self) -> None:
        await self.page.back()

    async def forward(self) -> None:
        await self.page.forward()

    async def reload(self) -> None:
        await self.page.reload()

    async def wait(self, **condition: Any) -> None:
        await self.page.wait_for(**condition)

    async def wait_ms(self, milliseconds: int) -> None:
        await self.page.wait_for(seconds=milliseconds / 1000)

    async def get(self, ref: str, what: str, name: str) -> Any:
        return (await self.page.get(ref, what, name)).value

    async def evaluate(self, function: str) -> Any:
        return (await self.page.evaluate(function)).value

    async def cookies(self) -> str:
        return json.dumps([each.to_json() for each in await self.page.cookies()])

    async def save_state(self, name: str) -> None:
        await self.page.save_storage_state(self.folder / name)

    async def load_state(self, name: str) -> None:
        await self.page.load_storage_state(self.folder / name)

    async def clear_cookies(self) -> None:
        await self.page.clear_cookies()

    async def picture(self) -> int:
        return len((await self.page.screenshot()).image)

    async def allow(self, name: str, *, latitude: float, longitude: float) -> None:
        await self.page.set_permissions([name])
        await self.page.emulate(geolocation=(latitude, longitude))

    async def credentials(self, user: str, password: str, origin: str) -> None:
        await self.page.set_http_credentials(user, password, origin=origin)

    async def viewport(self, *, width: int, height: int) -> None:
        await self.page.set_viewport(width=width, height=height)

    async def reset_viewport(self) -> None:
        await self.page.reset_viewport()

    async def device(self, name: str) -> None:
        await self.page.emulate_device(name)

    async def dark(self) -> None:
        await self.page.emulate(color_scheme="dark")

    async def reset_emulation(self) -> None:
        await self.page.reset_emulation()

    async def click_in_picture_where_it_is_red(self) -> None:
        shot = await self.page.screenshot(format="png")
        x, y = red_spot(shot.image)
        await self.page.click(at(x, y, picture=shot.frame_id))

    async def console(self) -> str:
        return str((await self.page.console()).to_json())

    async def exceptions(self) -> str:
        return str((await self.page.exceptions()).to_json())

    async def network(self) -> str:
        return str((await self.page.network()).to_json())

    async def response_of(self, part: str) -> str:
        for each in (await self.page.network(contains=part)).entries:
            return str((await self.page.response_body(each.request_id)).text)
        raise AssertionError(part)

    async def in_two_tabs(self, one: str, other: str, button: str, *, times: int) -> None:
        pages = [await self.browser.page(one), await self.browser.page(other)]

        async def press(page: viewmark.Page) -> None:
            ref = next(r for _, n, r in refs_in((await page.snapshot()).text) if n == button)
            for _ in range(times):
                await page.click(ref)

        await asyncio.gather(*map(press, pages))


def red_spot(png: bytes) -> tuple[float, float]:
    """Return the centre of the red area in an image."""
    with Image.open(io.BytesIO(png)) as shot:
        small = shot.convert("RGB")
        width, height = small.size
        red = [
            (x, y)
            for y in range(0, height, 4)
            for x in range(0, width, 4)
            if (lambda p: p[0] > 150 and p[1] < 100 and p[2] < 100)(small.getpixel((x, y)))
        ]
    return sum(x for x, _ in red) / len(red), sum(y for _, y in red) / len(red)


@asynccontextmanager
async def library(folder: Path) -> AsyncIterator[LibraryHands]:
    """A browser launched by the library, with one page."""
    async with viewmark.launch() as browser:
        page = await browser.page()
        await page.record()
        yield LibraryHands(browser, page, folder)
