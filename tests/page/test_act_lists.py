"""Choosing options from lists."""

from __future__ import annotations

from typing import Any

import pytest
from entering import choose
from own_world import ask
from page_over import PageOf, page_over

from viewmark.errors import InvalidOption, NotSelectable
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import PointTarget

LIST = """<label id=l>Fruit <select id=t><option value=a>Apple</option><option value=b>Pear
</option><option value=c disabled>Plum</option><optgroup label=G disabled><option>Fig</optgroup>
</select></label><script>window.log=[];for (const n of ['input','change'])
t.addEventListener(n,(e)=>log.push(n+t.value))</script>"""


@pytest.mark.parametrize("option", [{"value": "b"}, {"label": "Pear"}, {"index": 1}])
async def test_an_option_is_chosen_by_value_label_or_index(
    option: dict[str, Any], page_of: PageOf
) -> None:
    page = await page_of(LIST)
    done = await choose(page, option)
    assert await ask(page, "[t.value, ...log]") == ["b", "inputb", "changeb"]
    assert done.to_json()["selected"] == [{"value": "b", "label": "Pear"}]
    assert done.focused.tag == "select"
    await choose(page, option)
    assert await ask(page, "log.length") == 2


async def test_a_label_an_option_and_a_point_lead_to_the_list(page_of: PageOf) -> None:
    page = await page_of(f"<body style='margin:0'>{LIST}")
    await choose(page, {"value": "b"}, selector="#l")
    await choose(page, {"value": "a"}, selector="option[value=a]")
    box = await ask(page, "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
                          "(t.getBoundingClientRect())")  # fmt: skip
    target = PointTarget(x=box[0], y=box[1])
    await page_over(PageContext(page)).select(target=target, options=[{"value": "b"}])
    assert await ask(page, "t.value") == "b"


async def test_several_options_and_none(page_of: PageOf) -> None:
    page = await page_of("<select id=t multiple><option>a<option selected>b<option>c</select>")
    await choose(page, {"label": "a"}, {"label": "c"})
    chosen = "[...t.selectedOptions].map((o) => o.value).join()"
    assert await ask(page, chosen) == "a,c"
    await choose(page)
    assert await ask(page, chosen) == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([{"value": "z"}], "no such option"),
        ([{"label": "Plum"}], "disabled"),
        ([{"label": "Fig"}], "disabled"),
        ([{"index": 99}], "no such option"),
        ([{"value": "a", "label": "Pear"}], "no such option"),
        ([{"value": "a"}, {"value": "b"}], "one option only"),
    ],
)
async def test_an_option_that_cannot_be_chosen_changes_nothing_and_lists_what_can(
    options: list[dict[str, Any]], words: str, page_of: PageOf
) -> None:
    page = await page_of(LIST)
    with pytest.raises(NotSelectable, match=words) as caught:
        await choose(page, *options)
    assert {"value": "a", "label": "Apple"} in caught.value.data["candidates"]
    assert await ask(page, "[t.value, log.length]") == ["a", 0]


async def test_what_is_no_list_is_refused(page_of: PageOf) -> None:
    page = await page_of("<div id=t role=listbox>x</div><select id=d disabled><option>a</select>")
    with pytest.raises(NotSelectable, match="not a list of options"):
        await choose(page, {"index": 0})
    with pytest.raises(NotSelectable, match="disabled"):
        await choose(page, {"index": 0}, selector="#d")


@pytest.mark.parametrize(
    "option", [{}, {"text": "a"}, {"value": 5}, {"index": "0"}, {"index": True}, None]
)
async def test_an_option_of_a_wrong_shape_is_refused(option: Any, page_of: PageOf) -> None:
    page = await page_of(LIST)
    with pytest.raises(InvalidOption):
        await choose(page, option)
