"""Calls named as in other tools are done if they match a `what`, else the error names the call."""

from __future__ import annotations

import pytest

from viewmark.errors import InvalidOption
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import elsewhere, validate

BY_NAME = {tool.name: tool for tool in TOOLS}

# Names from Playwright MCP, Chrome DevTools MCP, browser-use, agent-browser and Stagehand.
MEANT = {
    "interact navigate": "browser_navigate navigate_page go_to_url open stagehand_navigate",
    "interact back": "browser_navigate_back browser_go_back back",
    "interact forward": "browser_navigate_forward forward",
    "interact click": "browser_click browser_mouse_click_xy click_element mouse_click",
    "interact double_click": "dblclick",
    "interact type": "browser_type type_text",
    "interact fill": "fill input_text",
    "interact fill_form": "browser_fill_form",
    "interact keypress": "browser_press_key press_key send_keys press",
    "interact key_down": "keydown",
    "interact key_up": "keyup",
    "interact hover": "browser_hover",
    "interact drag": "browser_drag browser_mouse_drag_xy",
    "interact select": "browser_select_option select_dropdown_option",
    "interact upload": "browser_file_upload upload_file",
    "interact scroll": "browser_scroll scrollintoview",
    "interact answer_dialog": "browser_handle_dialog",
    "interact wait_for": "browser_wait_for wait",
    "interact run_script": "browser_evaluate evaluate_script eval",
    "interact new_tab": "browser_tab_new new_page open_tab",
    "interact switch_tab": "browser_tab_select select_page browser_switch_tab",
    "interact close_tab": "browser_tab_close close_page browser_close",
    "observe tabs": "browser_tabs list_pages browser_list_tabs",
    "observe snapshot": "browser_snapshot take_snapshot get_dropdown_options",
    "observe screenshot": "browser_take_screenshot stagehand_screenshot",
    "observe text": "browser_extract_content stagehand_extract extract_content",
    "observe page": "browser_get_state stagehand_get_url title",
    "observe get": "browser_get_html",
    "observe logs": "browser_console_messages list_console_messages",
    "observe network": "browser_network_requests get_network_request",
    "configure viewport": "browser_resize resize_page",
    "act": "stagehand_act",
}


@pytest.mark.parametrize(
    ("name", "call"), [(name, call) for call, names in MEANT.items() for name in names.split()]
)
def test_a_call_of_another_tool_is_answered_by_the_call_to_make(name: str, call: str) -> None:
    assert f"Call {call}" in str(elsewhere(name, TOOLS))
    tool, _, what = call.partition(" ")
    if what in ("click", "back", "tabs", "snapshot", "page"):
        assert validate(BY_NAME[tool], {"what": name}, TOOLS)[0] == what


@pytest.mark.parametrize("name", ["browser_pdf_save", "performance_start_trace", "focus", "links"])
def test_what_nothing_here_does_is_not_steered_to_the_nearest_spelling(name: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        validate(BY_NAME["interact"], {"what": name}, TOOLS)
    assert "Did you mean" not in str(caught.value)
    with pytest.raises(InvalidOption, match="Did you mean navigate"):
        validate(BY_NAME["interact"], {"what": "navigat"}, TOOLS)


def test_a_list_of_tabs_and_a_key_by_its_text_are_taken_right() -> None:
    with pytest.raises(InvalidOption) as caught:
        validate(BY_NAME["interact"], {"what": "list_tabs"}, TOOLS)
    assert (caught.value.hint, "Did you mean" in caught.value.message) == (
        "Call observe tabs.",
        False,
    )
    what, options = validate(BY_NAME["interact"], {"what": "keypress", "text": "Enter"}, TOOLS)
    assert (what, options["keys"]) == ("keypress", "Enter")
