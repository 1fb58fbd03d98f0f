"""Running a task concurrently with a block."""

from __future__ import annotations

import asyncio
import gc
import warnings

import pytest

from viewmark.background import run_concurrently
from viewmark.drawmode.tasks import BackgroundTasks


async def _fail() -> int:
    raise KeyError("theirs")


async def _hang() -> int:
    await asyncio.Event().wait()
    return 1


async def test_the_block_gets_the_result() -> None:
    async def work() -> int:
        return 7

    async with run_concurrently(work()) as task:
        assert await task == 7


async def test_a_block_that_fails_ends_the_work_and_keeps_its_own_error() -> None:
    tasks = []

    async def block() -> None:
        async with run_concurrently(_hang()) as task:
            tasks.append(task)
            raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        await block()
    assert tasks[0].cancelled()


async def test_work_that_failed_meanwhile_is_not_reported() -> None:
    heard: list[str] = []
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: heard.append(str(context["message"])))

    async def block() -> None:
        async with run_concurrently(_fail()) as task:
            await asyncio.wait({task})
            raise ValueError("ours")

    try:
        with pytest.raises(ValueError, match="ours"):
            await block()
        gc.collect()
        await asyncio.sleep(0)
    finally:
        loop.set_exception_handler(before)
    assert heard == []


async def test_work_that_is_cancelled_before_it_begins_warns_of_nothing() -> None:
    tasks, begun = BackgroundTasks(), []

    async def work() -> None:
        begun.append(True)

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        tasks.start(work())
        tasks.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()
    assert begun == heard == []
