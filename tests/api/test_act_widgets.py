"""Lines of `act` on widgets as libraries build them: editors, boards, components, canvases."""

import pytest

import viewmark
from viewmark.errors import ActIncomplete

MANY = "<ul hidden>" + "<li>x" * 700 + "</ul>"
"""Elements that make a document so large that only the viewport is read."""


async def _act(page_of, html, *lines):
    page = viewmark.Page(await page_of(html))
    page.changes = "auto"
    return (await page.act(list(lines))).lines()


async def test_a_removed_element_of_a_large_document_is_reported(page_of):
    removal = "<button onclick='gone.remove()'>Remove</button><button id=gone>Step 2</button>"
    done = await _act(page_of, MANY + removal, 'click "Remove"')
    assert '- button "Step 2"' in done


async def test_an_element_moved_out_of_view_was_not_replaced(page_of):
    pan = "<div id=pan><button>One</button><p style='margin-top:2000px'><button>Two</button></div>"
    move = '<button onclick="pan.style.marginTop=`-2000px`" style="position:fixed">Pan</button>'
    done = await _act(page_of, MANY + move + pan, 'click "Pan"')
    assert '+ button "Two"' in done
    assert "One" not in done


async def test_a_drag_behind_a_threshold_goes_the_whole_way(page_of):
    html = """<div id=box style="position:absolute;left:20px;top:20px;width:60px;height:40px;
      background:teal;cursor:move">Bar</div><script>
      let at = null, on = false
      box.onmousedown = (e) => { at = e.clientX; on = false }
      onmouseup = () => { at = null }
      onmousemove = (e) => {
        if (at === null) return
        if (!on && Math.abs(e.clientX - at) > 8) { on = true; at = e.clientX }
        if (on) { box.style.left = box.offsetLeft + e.clientX - at + 'px'; at = e.clientX }
      }</script>"""
    page = viewmark.Page(await page_of(html))
    await page.act(['drag "Bar" by 300 0'])
    assert 300 < (await page.evaluate("box.offsetLeft")).value <= 320


HOST = """<x-tab style="display:inline-block;%s"></x-tab><script>
  const root = document.querySelector('x-tab').attachShadow({mode: 'open'})
  root.innerHTML = '<button role=tab style="pointer-events:none">Tour</button>'
  root.host.onclick = () => document.body.append('toured')</script>"""


async def test_a_component_takes_the_press_for_its_inert_control(page_of):
    assert "toured" in await _act(page_of, HOST % "", 'click "Tour"')
    with pytest.raises(ActIncomplete, match="lets the pointer through"):  # the host is a whole page
        await _act(page_of, HOST % "padding:90px", 'click "Tour"')


async def test_a_point_of_a_picture_from_before_a_dialog_is_refused(page_of):
    html = """<button onclick="ask.showModal()">Delete</button>
      <dialog id=ask>Sure?<button>Yes</button></dialog>"""
    with pytest.raises(ActIncomplete, match="from before the dialog"):
        await _act(page_of, html, 'click "Delete"', "? ok", "click 5,5")
    await _act(page_of, html, 'click "Delete"', "key Escape", "click 5,5")


@pytest.mark.usefixtures("settles")
async def test_a_hover_waits_for_a_tooltip(page_of):
    html = """<b style='margin-left:300px'
      onmouseenter="setTimeout(() => document.body.append('13:00 to 15:30'), 500)">
      Light curtain</b>"""
    assert "13:00 to 15:30" in await _act(page_of, html, 'hover "Light curtain"')


async def test_an_editor_is_read_line_by_line(page_of):
    lines = "".join(f"<div>{row}</div>" for row in ("routes:", "  - port: 7001", "  - port: 7002"))
    numbers = "".join(f"<div>{n}</div>" for n in range(254, 260))
    html = f"""{numbers}<div role=textbox contenteditable style="white-space:pre">{lines}</div>
      <button onclick="document.querySelectorAll('[role] div')[2].firstChild.data = '  - port: 1'">
      Edit</button>"""
    done = await _act(page_of, html, "read", 'click "Edit"')
    assert "254 to 259" in done
    assert "  routes:\n    - port: 7001\n" in done
    assert "~ text: - port: 1 (in @" in done
    assert "7777" in await _act(page_of, "<p>" + "7" * 5000, "read")


async def test_a_role_in_a_container_is_a_target(page_of):
    rows = "".join(
        f"<li>Hall {n} <button onclick='this.textContent=\"x\"'></button>" for n in "123"
    )
    done = await _act(page_of, f"<ul>{rows}</ul>", 'click button in "Hall 2"', "read")
    assert 'Hall 2 [button "x"' in done


@pytest.mark.parametrize("place", ['columnheader "Supplier"', '"Supplier"'])
async def test_a_button_of_a_column_header_is_found_by_the_header(page_of, place):
    button = (
        "<button aria-label=Filter onclick='document.body.append(this.value)' value=%s>F</button>"
    )
    heads = "".join(f"<th tabindex=0>{n} {button % f'f-{n}'}" for n in ("Supplier", "Reference"))
    done = await _act(page_of, f"<table><tr>{heads}</table>", f'click "Filter" in {place}')
    assert "f-Supplier" in done


async def test_a_guessed_name_is_a_target(page_of):
    style = "<style>.delete{width:20px;height:20px;background:red;cursor:pointer}</style>"
    html = f"{style}<div class=delete onclick=\"this.after('gone')\"></div><p>Something else"
    assert "gone" in await _act(page_of, html, 'click "delete"')
