"""Accessible names where the standard has one answer: accname 1.2 and HTML-AAM, by tables."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

from asking import ask, of_marked, of_rows

NAMES = [
    # accname 2B, 2D: references and aria-label
    ('<button id="t" aria-labelledby="a b">x</button><i id="a">Save</i><i id="b">all</i>', "Save all"),
    ('<button id="t" aria-labelledby="t a" aria-label="Delete">x</button><i id="a">file</i>', "Delete file"),
    ('<button id="t" aria-labelledby="a">x</button><p id="a" hidden>Hidden <b>text</b></p>', "Hidden text"),
    ('<button id="t" aria-labelledby="gone" aria-label="L">x</button>', "L"),
    ('<button id="t" aria-label="  ">x</button>', "x"),
    # one reference deep: the label of a label does not count
    ('<i id="t" tabindex="0" role="button" aria-labelledby="a"></i><i id="a" aria-labelledby="b">A</i><i id="b">B</i>', "A"),
    # accname 2C: embedded controls give their value
    ('<input id="t" type="checkbox" aria-labelledby="l"><p id="l">Flash <input value="5"> times</p>', "Flash 5 times"),
    ('<label><input id="t" type="checkbox">Every <select><option>day<option selected>week</select></label>', "Every week"),
    ('<label><input id="t" type="checkbox">At <input type="range" value="40"> percent</label>', "At 40 percent"),
    ('<label><input id="t" type="checkbox">At <i role="slider" aria-valuenow="3" aria-valuetext="three">x</i></label>', "At three"),
    ('<label><input id="t" type="checkbox">In <i role="textbox">words</i> now</label>', "In words now"),
    # accname 2E: the element's own markup
    ('<label for="t">First</label><input id="t"><label for="t">second</label>', "First second"),
    ('<fieldset id="t"><legend>Address</legend><input></fieldset>', "Address"),
    ('<table id="t"><caption>Prices</caption><tr><th>a</table>', "Prices"),
    ('<img id="t" alt="Logo" src="data:,">', "Logo"),
    ('<input id="t" type="image" alt="Find" src="data:,">', "Find"),
    ('<input id="t" type="submit">', "Submit"),
    ('<input id="t" type="reset">', "Reset"),
    ('<input id="t" type="button" value="Go">', "Go"),
    ('<input id="t" placeholder="Your name">', "Your name"),
    ('<input id="t" placeholder="hint" title="Name">', "Name"),
    ('<svg id="t" width="9" height="9"><title>Chart</title><path d="M0 0h5v5z"/></svg>', "Chart"),
    ('<select><optgroup id="t" label="Fruit"><option>a</optgroup></select>', "Fruit"),
    ('<select><option id="t" label="Shown">text</option></select>', "Shown"),
    # accname 2F: contents, with spaces where boxes part the words
    ('<button id="t"><div>one</div><div>two</div></button>', "one two"),
    ('<button id="t"><span>on</span><span>ce</span></button>', "once"),
    ('<button id="t">one<br>two</button>', "one two"),
    ('<button id="t"><img alt="Star" src="data:,">five</button>', "Star five"),
    ('<button id="t" style="display:flex"><i>a</i><i>b</i></button>', "a b"),
    ('<a id="t" href="#"><i aria-hidden="true">no</i>yes</a>', "yes"),
    ('<a id="t" href="#"><i style="display:none">no</i>yes</a>', "yes"),
    ('<a id="t" href="#"><i style="visibility:hidden">no</i>yes</a>', "yes"),
    ('<h2 id="t">A <a href="#">linked</a> heading</h2>', "A linked heading"),
    ('<p id="t">a paragraph has no name</p>', ""),
    # css-content: generated text, and its alternative
    ('<style>#t::before{content:"New: "}</style><button id="t">mail</button>', "New: mail"),
    ('<style>#t::after{content:"★" / "starred"}</style><button id="t">mail</button>', "mail starred"),
    ('<style>#t::before{content:attr(data-n)}</style><button id="t" data-n="3 ">mails</button>', "3 mails"),
    ('<button id="t" style="text-transform:uppercase">save</button>', "SAVE"),
    # accname 2I: the tooltip, unless it repeats what is there
    ('<button id="t" title="Close"></button>', "Close"),
    ('<button id="t" title="Close">x</button>', "x"),
    ('<a id="t" href="#" title="Home"><img alt="" src="data:,"></a>', "Home"),
]  # fmt: skip


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
        return [vm.name(of("a")), vm.state(of("v"), "textbox").value, vm.isUnrendered(of("bottom"))];""",
    )
    assert [len(reply[0]), len(reply[1]), reply[2]] == [200, 100, True]
    assert reply[0].endswith("…")
