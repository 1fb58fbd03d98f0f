"""The report lists every mark in order, and no text of page or user becomes markup."""

from __future__ import annotations

from dataclasses import replace

from test_intake import MARK, take

from viewmark.drawmode.model import Anchor, AnchorState, DrawnAnnotation
from viewmark.drawmode.report import ReportSection, markdown
from viewmark.drawmode.session import DrawnSession, SessionStatus


def report(*marks: DrawnAnnotation, **changes: object) -> str:
    session = DrawnSession("dm_1", 0.0, prompt="What should change?", overall="Nice page")
    session.end(SessionStatus.SUCCESS, 42.0)
    for name, value in changes.items():
        setattr(session, name, value)
    return markdown(
        session, [ReportSection(m, (f"crop{i}.jpg",)) for i, m in enumerate(marks)], ["a.jpg"]
    )


def test_a_report_reads_like_a_ticket() -> None:
    text = report(take(MARK))
    assert text == (
        "# 1 annotation\n\n"
        "Asked: What should change?\n\n"
        "- Page: `https://example.com/checkout`\n"
        "- Session: `dm_1`, success, 42 s\n\n"
        "## Overall\n\n> Nice page\n\n"
        "![The page with its marks, picture 1](a.jpg)\n\n"
        "## 1. Change\n\n> darker\n\n![Mark 1](crop0.jpg)\n\n"
        "- Shape: rectangle, 40 x 20 at 5, 15 (CSS px of the viewport)\n\n"
        "| Element | Ref | Selector | Covered |\n|---|---|---|---|\n"
        "| `button 'Go'` |  | `#go` | 90 % |\n"
    )


def test_words_cannot_become_markup() -> None:
    evil = "# head\n- item\n1. one\n<img src=x onerror=y> ![a](b) `code` | cell\n---"
    mark = take(MARK | {"text": evil})
    hits = tuple(replace(h, summary="a`b``c | d", selector="`x`") for h in mark.elements)
    text = report(replace(mark, elements=hits))
    quoted = [line for line in text.splitlines() if line.startswith("> ")]
    assert quoted[1:] == [
        "> \\# head",
        "> \\- item",
        "> \\1. one",
        "> \\<img src=x onerror=y\\> \\!\\[a\\]\\(b) \\`code\\` \\| cell".replace("\\(", "("),
        "> \\---",
    ]
    assert "| ```a`b``c \\| d``` |  | `` `x` `` | 90 % |" in text


def test_what_became_of_an_element_is_said() -> None:
    mark = take(MARK)
    text = report(replace(mark, anchor=Anchor(AnchorState.GONE), interrupted=True))
    assert "**gone**" in text
    assert "went away while this was being typed" in text


def test_pages_are_named_per_mark_when_there_are_several() -> None:
    other = replace(take(MARK), page_url="https://example.com/cart")
    text = report(take(MARK), other)
    assert text.count("- Page: `https://example.com/cart`") == 2


def test_an_empty_session_has_a_report() -> None:
    assert report(overall="", prompt="").startswith("# 0 annotations\n")
