"""Accessible names that the standards define unambiguously (accname 1.2, HTML-AAM), by tables."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from asking import ask, of_marked, of_rows
from case_files import rows_of

NAMES = rows_of(__file__)


async def test_the_standard_s_answer(page_of):
    page = await page_of("<p>x</p>")
    names = await of_rows(page, [html for html, _ in NAMES], "vm.name(el)")
    wrong = [(*row, got) for row, got in zip(NAMES, names, strict=True) if got != row[1]]
    assert wrong == []


async def test_a_name_is_one_clean_line_and_is_cut_with_a_sign(page_of):
    long = "word " * 100
    page = await page_of(
        f'<button id="long">{long}</button>'
        '<button id="evil" aria-label="a&#x202e;b&#x200b;c&#27;[31m&#10;d"></button>'
        '<button id="emoji">👩&zwj;🚀 go</button>'
        f'<button id="pair">{"x" * 198}😀😀</button>'
    )
    names = await of_marked(page, "vm.name(el)")
    assert len(names["long"]) <= 200
    assert names["long"].endswith("…")
    assert names["evil"] == "abc[31m d"
    assert names["emoji"] == "👩\u200d🚀 go"
    assert names["pair"] == "x" * 198 + "…"


async def test_text_is_what_is_visible_cut_at_a_hundred_characters(page_of):
    page = await page_of(
        '<div id="a">one <b>two</b><p>three</p><i hidden>no</i><script>no()</script></div>'
        '<div id="b" style="visibility:hidden">no<b style="visibility:visible">yes</b></div>'
        f'<div id="c">{"word " * 50}</div><input id="d" value="typed"><input id="e" type="submit">'
        '<select id="f"><option>one<option selected>two</select><button id="g"><slot>s</slot></button>'
        '<details id="h">no<summary>sum</summary></details>'
        '<details id="i" open>in<summary>sum</summary></details>'
        '<div id="j" style="content-visibility:hidden">no</div>'
    )
    text = await of_marked(page, "vm.text(el)")
    assert text["a"] == "one two three"
    assert text["b"] == "yes"
    assert len(text["c"]) <= 100
    assert text["c"].endswith("…")
    assert [text[key] for key in "defg"] == ["typed", "Submit", "two", "s"]
    assert [text[key] for key in "hij"] == ["sum", "sum in", ""]


async def test_names_follow_the_page_after_the_end_of_a_look(page_of):
    page = await page_of('<button id="t">before</button>')
    assert (await of_marked(page, "vm.name(el)"))["t"] == "before"
    await page.call(None, "() => { document.getElementById('t').textContent = 'after'; }")
    kept = "const [el] = all.filter((e) => e.id === 't');"
    assert await ask(page, f"{kept} vm.forget(); return vm.name(el);") == "after"


async def test_a_thousand_nested_elements_and_cyclic_references_end(page_of):
    page = await page_of(
        '<i id="a" role="button" aria-labelledby="b">A</i><i id="b" role="button" aria-labelledby="a">B</i>'
        f'<button id="deep">{"<span>" * 900}deep{"</span>" * 900}</button>'
        '<label id="own">x<input id="in" aria-labelledby="own in"></label>'
    )
    names = await of_marked(page, "vm.name(el)")
    assert (names["a"], names["b"]) == ("B", "A")
    assert names["deep"] == "deep"
    assert names["in"] == "x"


async def test_endless_attributes_and_bottomless_nesting_are_answered(page_of):
    page = await page_of('<button id="a"></button><textarea id="v"></textarea><div id="d"></div>')
    await page.call(
        None,
        """() => {
          const long = "word ".repeat(200000);
          document.getElementById("a").setAttribute("aria-label", long);
          document.getElementById("v").value = long;
          let at = document.getElementById("d");
          at.setAttribute("role", "button");
          at.hidden = true;
          for (let i = 0; i < 3000; i += 1) at = at.appendChild(document.createElement("b"));
          at.textContent = "bottom";
          at.id = "bottom";
        }""",
    )
    reply = await ask(
        page,
        """const of = (id) => document.getElementById(id);
        return [vm.name(of("a")), vm.stateOf(of("v"), "textbox").value, vm.isUnrendered(of("bottom"))];""",
    )
    assert [len(reply[0]), len(reply[1]), reply[2]] == [200, 100, True]
    assert reply[0].endswith("…")
