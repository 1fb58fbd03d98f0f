"""What is one thing with a control around it or beside it, and what such a thing is called."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from viewmark.browser.discovery.discover import discover

HEAR = """<script>for (const el of document.querySelectorAll('.l'))
  el.addEventListener('click', () => {})</script>"""


TABS = "<ul role=tablist>{}</ul>"
TAB = "<li><a role=tab tabindex=0 aria-expanded={}>{}</a></li>"


async def test_of_tabs_that_say_it_as_folds_the_open_one_is_chosen(page_of) -> None:
    tabs = TAB.format("false", "Plan") + TAB.format("true", "Mills")
    page = await page_of("<!doctype html>" + TABS.format(tabs))
    states = [dict(one.state) for one in (await discover(page)).elements]
    assert [state.get("selected") for state in states] == [False, True]
    assert not any("expanded" in state for state in states)


async def test_a_heading_of_a_message_is_none_of_what_stands_behind_it(page_of) -> None:
    page = await page_of(
        "<!doctype html><div><section style='background:#fed;border-radius:6px'><h2>Late</h2><p>Look soon.</p></section></div>"
        "<div><button></button></div><div><button></button></div>"
    )
    contexts = [one.identity.context for one in (await discover(page)).elements]
    assert all("Late" not in " ".join(each) for each in contexts)


async def test_a_class_of_all_icons_of_a_kit_is_no_word(page_of) -> None:
    switch = "<button class=my-switch style='width:40px;height:20px'><i class='icon-scale {}' style='display:inline-block;width:9px;height:9px;background:#36a'><svg width=9 height=9><path d='{}'></path></svg></i></button>"
    page = await page_of(
        "<!doctype html>" + switch.format("", "M0 0L9 9") + switch.format("", "M0 9L9 0")
    )
    hints = [one.label_hint for one in (await discover(page)).elements]
    assert not any("scale" in hint for hint in hints)


NODE_OF = "<div class='node {}'><span></span><div class='content l' style='cursor:pointer;height:24px'>{}{}</div></div>"


async def test_a_class_that_all_items_have_says_nothing_of_a_fold(page_of) -> None:
    sign = "<svg width=9 height=9><path d='M0 0L9 9' stroke=red></path></svg>"
    nodes = "".join(NODE_OF.format("open-sans", sign, word) for word in ("North", "South"))
    page = await page_of(f"<!doctype html>{nodes}{HEAR}")
    assert not any("expanded" in one.state for one in (await discover(page)).elements)
