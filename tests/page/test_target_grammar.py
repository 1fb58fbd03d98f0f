"""The grammar of targets: the meaning of texts, numbers, points and separate parameters."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

import viewmark
from viewmark import sync
from viewmark.errors import InvalidOption
from viewmark.page.target import At, MarkOf, Written, at, mark, read, target_of
from viewmark.unknown_options import OTHER_NAMES

READ = {
    "@save": Written(ref="@save"),
    " @save: ": Written(ref="@save"),
    "ref=@save": Written(ref="@save"),
    "3": Written(number=3),
    "[3]": Written(number=3),
    '[3] @save button "Save"': Written(ref="@save"),
    '[3] button "Save"': Written(number=3),
    '- button "Save" @save clickable': Written(ref="@save"),
    'button "Save"': Written(selector='role=button[name="Save"]', line=("button", "Save")),
    "7[3,4]": Written(number=7, cell=(3, 4)),
    "@runs[3,4]": Written(ref="@runs", cell=(3, 4)),
    "#runs [3, 4]": Written(selector="#runs", cell=(3, 4)),
    "120,45": Written(point=At(120, 45)),
    "css:120,45.5": Written(point=At(120, 45.5, css=True)),
    "#save": Written(selector="#save"),
    "css=#save": Written(selector="css=#save"),
    "td >> nth=3": Written(selector="td >> nth=3"),
    "@": Written(ref="@"),
    "": Written(selector=""),
}


def test_a_text_means_one_thing() -> None:
    assert {text: read(text) for text in READ} == READ
    for text in ("7[0,4]", "@runs[3,-1]"):
        with pytest.raises(InvalidOption, match="count from 1"):
            read(text)


def test_points_and_old_numbers_quote_what_they_were_read_from() -> None:
    seen = SimpleNamespace(frame_id="f_1")
    assert at(1, 2) == At(1, 2)
    assert at(1, 2, picture=seen) == at(1, 2, picture="f_1") == At(1, 2, "f_1")
    assert mark(3, of=seen) == mark(3, of="f_1") == MarkOf(3, "f_1")
    unseen: Any = SimpleNamespace(frame_id=None)
    for wrong in (lambda: at(1, 2, picture=unseen), lambda: mark(3, of=unseen)):
        with pytest.raises(InvalidOption, match="frame_id"):
            wrong()


def test_separate_parameters_are_read_by_the_same_grammar() -> None:
    meant: list[tuple[dict[str, Any], Any]] = [
        ({}, None),
        ({"ref": "@save:"}, "@save:"),
        ({"ref": 'button "Save"'}, 'button "Save"'),
        ({"ref": "@save", "selector": "@save:"}, "@save"),
        ({"label": 3}, 3),
        ({"label": "7[3,4]", "frame_id": "f"}, MarkOf("7[3,4]", "f")),
        ({"selector": "3", "frame_id": "f"}, MarkOf("3", "f")),
        ({"selector": "#a", "frame_id": "f"}, "#a"),
        ({"x": 1, "y": 2, "frame_id": "f"}, At(1, 2, "f")),
        ({"x": 1, "y": 2, "coordinates": "css"}, At(1, 2, css=True)),
    ]
    assert [target_of(**named) for named, _ in meant] == [target for _, target in meant]
    wrong: list[dict[str, Any]] = [
        {"ref": "save"},
        {"ref": 3},
        {"label": "#a"},
        {"ref": "@a", "label": 3},
        {"selector": "#a", "x": 1, "y": 2},
        {"x": 1, "y": 2, "coordinates": "percent"},
    ]
    for named in wrong:
        with pytest.raises(InvalidOption):
            target_of(**named)


async def test_separate_options_of_a_call_are_an_error_that_shows_the_target() -> None:
    old: list[tuple[Any, dict[str, Any], str]] = [
        (viewmark.Page.click, {"selector": "#save"}, "click('#save')"),
        (viewmark.Page.hover, {"x": 10, "y": 20}, "hover(viewmark.at(10, 20))"),
        (viewmark.Page.check, {"x": 1, "y": 2, "coordinates": "css"}, "at(1, 2, css=True)"),
        (viewmark.Page.fill, {"frame_id": "f"}, "fill(viewmark.mark(3, of=frame_id))"),
        (viewmark.Page.screenshot, {"ref": "@card"}, "screenshot(area='@card')"),
    ]
    old += [
        (viewmark.Page.observe, {"full_page": True}, 'area="page"'),
        (viewmark.Page.screenshot, {"padding": 8}, "viewmark.around(target, padding)"),
        (viewmark.Page.observe, {"include_occluded": True}, 'include=["occluded"]'),
        (viewmark.Page.observe, {"refresh_refs": True}, 'refs="fresh"'),
        (viewmark.Page.screenshot, {"scroll_y": 9}, "page.scroll(to_y="),
        (viewmark.Page.compare, {"ignore_words": []}, 'ignore={"words"'),
        (viewmark.Page.mock, {"content_type": "a/b"}, '"Content-Type"'),
        (viewmark.Page.text, {"cursor": "f:3"}, "page.read_on(cursor)"),
    ]
    for call, options, shown in old:
        with pytest.raises(InvalidOption) as caught:
            await call(None, **options)
        assert shown in caught.value.hint
    with pytest.raises(InvalidOption, match="no option 'selector'"):
        getattr(sync.Page, "click")(None, selector="#save")  # noqa: B009  mypy would refuse it


def test_names_of_other_libraries_are_errors_that_say_ours() -> None:
    for cls, name, ours in (
        (viewmark.Browser, "new_page", "page(url)"),
        (viewmark.Browser, "newPage", "page(url)"),
        (viewmark.Page, "navigate", "goto(url)"),
        (viewmark.Page, "waitForSelector", "wait_for(selector=...)"),
        (viewmark.Page, "querySelector", "find()"),
        (viewmark.Page, "screnshot", "screenshot"),
        (sync.Page, "go_back", "back()"),
        (sync.Browser, "new_context", "context()"),
    ):
        with pytest.raises(AttributeError, match=re.escape(ours)):
            getattr(cls.__new__(cls), name)
    with pytest.raises(AttributeError, match="context"):
        _ = viewmark.Page.__new__(viewmark.Page).url  # the error of a property is not masked


def test_every_call_that_is_named_for_another_exists() -> None:
    for of, names in OTHER_NAMES.items():
        for theirs, ours in names.items():
            cls = getattr(viewmark, of)
            assert callable(getattr(cls, ours.partition("(")[0]))
            assert theirs not in dir(cls)
