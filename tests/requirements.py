"""Every requirement of the five specifications: what it asks, and which tests show it.

`docs/requirements.md` is made from this by `make pages`; `test_requirements.py` proves that every
named test exists, that no id is missing, and that every id cited in the sources is here.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NEEDS_NAME", "REQUIREMENTS", "Requirement"]

NEEDS_NAME = ("annotated-screenshots", "auto-attached-screenshots")
"""Both number their requirements R1, R2, ...: a citation names the specification too."""


@dataclass(frozen=True)
class Requirement:
    """One row: what is asked, and tests (`file::name` below tests/) or why there are none."""

    asks: str
    tests: tuple[str, ...] = ()
    untested: str = ""


def tested(asks: str, *tests: str) -> Requirement:
    return Requirement(asks, tests)


def untested(asks: str, reason: str) -> Requirement:
    return Requirement(asks, untested=reason)


OBSERVE = "page/test_observe.py::"
DISCOVER = "browser/discovery/test_discover.py::"
SERVER = "mcp/test_server.py::"
ANSWER = "mcp/test_page_answer.py::"
PICTURES = "mcp/test_attached_pictures.py::"
POLICY = "test_attach_policy.py::"
DOMVIEW = "browser/discovery/test_dom_view.py::"
INTERACT = "page/test_act.py::"
SHOT = "page/test_screenshot.py::"
VISION = "vision/"
SLOT = "test_screenshot_slot.py::"

ANNOTATED = {
    "R1": tested(
        "The screenshot is that of the visible viewport, and pictures are rate-limited.",
        f"{OBSERVE}test_a_picture_and_its_map_belong_together",
        f"{SERVER}test_asked_pictures_have_a_budget_of_their_own",
    ),
    "R2": tested(
        "Everything in the viewport that one can act on is found: native controls, links, roles, "
        "listeners, focusable elements.",
        f"{DISCOVER}test_each_wanted_element_gets_one_mark_and_nothing_else_does",
    ),
    "R3": tested(
        "Labels count from 1 in reading order: rows from top to bottom, each from left to right.",
        f"{DISCOVER}test_marks_come_in_reading_order_and_right_to_left_in_such_pages",
        "elements/test_order.py::test_rows_go_from_top_to_bottom_and_from_left_to_right",
    ),
    "R4": tested(
        "Each annotated element has its number and its box in the picture.",
        f"{OBSERVE}test_badges_are_drawn_where_the_map_says",
    ),
    "R5": tested(
        "Each element has the best selector that there is, by a fixed order of kinds.",
        "js/test_selectors.py::test_the_best_kind_wins_and_is_escaped",
        "js/test_selectors.py::test_every_selector_of_every_element_of_every_page_comes_back",
    ),
    "R6": tested(
        "The annotated picture is a base64 JPEG in an image block of MCP.",
        f"{ANSWER}test_the_picture_is_a_jpeg_in_an_image_block",
    ),
    "R7": tested(
        "The map from label to element is in a text block beside the picture: as lines, or as JSON "
        "on request and as structured content: selector, tag, role, name, text (at most 100 "
        "characters), bounds.",
        f"{ANSWER}test_the_map_is_lines_in_the_text_block_beside_it",
        f"{ANSWER}test_the_map_is_json_where_that_is_asked",
        f"{ANSWER}test_programs_get_the_map_as_an_object_beside_the_lines",
        "js/test_names.py::test_text_is_what_is_visible_cut_at_a_hundred_characters",
    ),
    "R8": tested(
        "`max_annotations` (`auto`, not 50; up to 500) bounds the list; the total is told.",
        f"{OBSERVE}test_the_cap_applies_after_the_order_and_tells_the_total",
        f"{OBSERVE}test_an_impossible_option_is_named",
    ),
    "R9": tested(
        "Target `interactive`, the default, marks only what one can act on.",
        f"{DISCOVER}test_each_wanted_element_gets_one_mark_and_nothing_else_does",
    ),
    "R10": tested(
        "Target `all_visible` adds visible text, pictures and roles.",
        f"{DISCOVER}test_all_visible_adds_text_and_pictures_that_one_cannot_act_on",
    ),
    "R11": tested(
        "Target `custom` marks what a selector of the caller matches; an invalid one is an error "
        "that repeats it.",
        f"{DISCOVER}test_custom_finds_what_a_selector_matches_also_in_shadow_roots",
        f"{OBSERVE}test_an_invalid_selector_is_repeated",
    ),
    "R12": tested(
        "Each element has a hint: clickable, editable, selectable, toggleable or navigable.",
        f"{ANSWER}test_each_element_says_how_it_can_be_used",
        "js/test_roles.py::test_every_role_and_every_tag_has_a_hint",
    ),
    "R13": tested(
        "Accessible names come from aria-labelledby, aria-label, a label element or a placeholder.",
        f"{ANSWER}test_names_come_from_labels_references_attributes_and_placeholders",
        "js/test_agreement.py::test_role_and_name_are_those_of_the_accessibility_tree",
    ),
    "R14": tested(
        "An element that others cover wholly is left out.",
        f"{DISCOVER}test_covered_elements_are_kept_and_flagged_on_request",
        f"{DISCOVER}test_a_partly_covered_element_stays_and_says_how_much_is_visible",
    ),
    "R15": tested(
        "Without `annotate_screenshot` the answer has the facts of the page and no picture.",
        f"{ANSWER}test_without_the_option_there_is_neither_picture_nor_map",
        f"{OBSERVE}test_without_a_picture_only_the_map_comes",
    ),
}

ATTACHED = {
    "R1": tested(
        "`configure(action=capture)` has `screenshot_mode`: off, on or errors_only.",
        f"{POLICY}test_an_unknown_mode_is_named_and_the_valid_ones_are_listed",
        f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",
    ),
    "R2": tested(
        "In mode `on` every answer of observe and generate ends in a base64 JPEG.",
        f"{PICTURES}test_in_mode_on_each_answer_of_observe_and_generate_ends_in_a_jpeg",
    ),
    "R3": tested(
        "In mode `errors_only` the list of errors has a picture; here also each call that failed.",
        f"{PICTURES}test_in_mode_errors_only_the_list_of_errors_and_failed_calls_have_one",
        f"{POLICY}test_each_mode_attaches_to_its_answers",
    ),
    "R4": tested(
        "The picture comes from the browser's own capture of the viewport.",
        f"{PICTURES}test_each_picture_is_taken_for_its_answer",
        "page/test_attach.py::test_quality_sixty_is_asked_of_the_browser",
    ),
    "R5": tested(
        "It is taken when the answer is made, never from a store.",
        f"{PICTURES}test_each_picture_is_taken_for_its_answer",
        "page/test_attach.py::test_it_shows_the_page_as_it_is_and_says_if_that_still_changes",
    ),
    "R6": tested(
        "A cooldown (5 s) and a limit per session (10) bound the pictures.",
        f"{POLICY}test_the_cooldown_says_when_the_next_picture_is_allowed",
        f"{POLICY}test_the_session_limit_is_final",
    ),
    "R7": tested(
        "Where a picture is missing, a text block says why.",
        f"{PICTURES}test_where_a_picture_is_missing_a_text_says_why",
        "page/test_attach.py::test_every_failure_is_a_note_in_the_words_of_the_specification",
    ),
    "R8": tested(
        "A picture is an image block of MCP with type, data and mimeType.",
        "mcp/test_content.py::test_an_asked_picture_comes_first_and_an_attached_one_last",
    ),
    "R9": tested(
        "Attached pictures have JPEG quality 60.",
        "page/test_attach.py::test_quality_sixty_is_asked_of_the_browser",
    ),
    "R10": tested(
        "The log warns of a picture above 500 KB.",
        "page/test_attach.py::test_a_large_picture_is_warned_about_in_the_log",
    ),
    "R11": tested(
        "The mode is that of the session: a new process begins with `off`.",
        f"{POLICY}test_a_new_process_attaches_nothing",
    ),
    "R12": tested(
        "The default is `off`, so that nobody pays for pictures unasked.",
        f"{POLICY}test_a_new_process_attaches_nothing",
    ),
}

COORDINATES = {
    "FR-001": tested(
        "Tools take screenshots, and click, type, scroll and press keys by coordinates.",
        f"{SERVER}test_the_tool_list_is_constant_and_its_hints_are_true",
    ),
    "FR-002": tested(
        "A screenshot shows the viewport; PNG is possible.",
        f"{SHOT}test_a_png_shows_the_viewport_pixel_for_pixel",
        f"{SERVER}test_coordinates_of_a_picture_hit_what_it_shows",
    ),
    "FR-003": tested(
        "It can scroll first, and reports the offset that it shows.",
        f"{SHOT}test_a_scroll_offset_comes_before_the_picture_and_is_reported_as_measured",
        "browser/actions/test_scroll.py::test_the_offset_asked_for_is_the_offset_at_once",
    ),
    "FR-004": tested(
        "A click takes x and y.",
        f"{INTERACT}test_a_point_is_clicked_as_it_is_and_says_what_is_there",
        f"{INTERACT}test_a_click_is_one_trusted_cycle_and_says_what_was_hit",
    ),
    "FR-005": tested(
        "Typing takes x, y and a text: the element there gets the focus first.",
        "page/test_act_fields.py::test_a_point_types_where_the_press_put_the_caret",
    ),
    "FR-006": tested(
        "Scrolling takes a point and brings the region into view.",
        "browser/actions/test_scroll.py::test_at_a_point_the_panel_there_scrolls_and_is_named",
    ),
    "FR-007": tested(
        "Keys are sent to what has the focus.",
        "page/test_act_outcomes.py::test_keys_go_to_what_has_the_focus_and_are_told",
    ),
    "FR-008": untested(
        "The code for screenshots has a folder of its own, behind a thin interface.",
        "it describes the folders of another program; ours are in docs/architecture.md.",
    ),
    "FR-009": tested(
        "Each node of the DOM view says whether it is in the viewport (`inViewport`).",
        f"{DOMVIEW}test_it_agrees_with_the_intersection_observer_on_the_pages_of_discovery",
        f"{DOMVIEW}test_a_node_counts_as_seen_above_one_half_of_its_area",
    ),
    "FR-010": tested(
        "The last screenshot is kept under one key.",
        f"{SLOT}test_a_picture_is_kept_under_an_id_with_hash_and_generation",
    ),
    "FR-011": tested(
        "A new one replaces it in one step.",
        f"{SLOT}test_an_old_id_answers_superseded_and_never_another_picture",
    ),
    "FR-012": tested(
        "Pictures can be sent to a vision model.",
        f"{VISION}test_vision_session.py::test_a_conversation_sends_each_picture_once",
        f"{VISION}test_vision_blocks.py::test_a_look_becomes_a_picture_and_its_words",
    ),
    "FR-013": tested(
        "The picture is deleted when the request to the model ends, well or not.",
        f"{SLOT}test_the_picture_is_deleted_when_the_request_ends_well",
        f"{SLOT}test_the_picture_is_deleted_when_the_request_fails",
        f"{VISION}test_vision_session.py"
        "::test_no_picture_file_is_left_whatever_comes_of_the_request",
    ),
    "FR-014": tested(
        "Captures and actions use the Chrome DevTools Protocol alone.",
        "browser/cdp/test_cdp_errors.py::test_every_error_of_browser_and_page_is_raised_somewhere",
    ),
    "FR-015": tested(
        "The instructions for the model say when a picture helps and when the map is enough.",
        "mcp/test_content.py::test_instructions_are_short_and_name_what_a_model_must_know",
    ),
    "SC-001": tested(
        "A canvas, which the DOM says nothing of, can be seen and clicked by coordinates.",
        f"{SHOT}test_a_point_read_from_the_picture_of_a_canvas_is_where_the_click_lands",
    ),
    "SC-002": tested(
        "`inViewport` is right for more than 95 % of the elements; here for all of the test pages.",
        f"{DOMVIEW}test_it_agrees_with_the_intersection_observer_on_the_pages_of_discovery",
    ),
    "SC-003": tested(
        "Clicks by coordinates hit what they mean in more than 90 % of cases on pages at rest.",
        "browser/actions/test_click_point.py::test_image_px_hit_at_an_emulated_scale",
        "browser/actions/test_click_point.py::test_image_px_hit_at_the_scale_of_the_platform",
        "browser/actions/test_click_point.py::test_image_px_hit_on_a_zoomed_page",
    ),
    "SC-004": tested(
        "No picture file is left when the session ends.",
        "test_private_dir.py::test_nothing_is_left_when_the_process_ends",
        "test_private_dir.py::test_the_next_start_deletes_what_a_crash_left_and_spares_the_living",
        f"{VISION}test_vision_session.py"
        "::test_no_picture_file_is_left_whatever_comes_of_the_request",
    ),
    "SC-005": untested(
        "The agent takes pictures only when the DOM is not enough.",
        "the model decides; the instructions that tell it are tested (FR-015).",
    ),
    "SC-006": untested(
        "Capture and upload take less than 3 s.",
        "a time is not a test here; benches/end_to_end.py measures the capture.",
    ),
    "SC-007": tested(
        "A capture that fails ends in an error that says what to do; the next call works.",
        f"{SERVER}test_a_browser_killed_in_mid_call_is_told_and_replaced",
        "browser/discovery/test_situations.py::test_a_tab_closed_in_mid_capture_ends_the_capture",
    ),
}

# These two have no ids of their own: the first is cited by its success criteria and sections, the
# second by its numbered edge cases and sections.
MUTATIONS = "browser/test_refs_mutations.py::"
LIFECYCLE = "refs/test_refs_lifecycle.py::"
SURVIVAL = "refs/test_refs_survival.py::"
REFS = {
    "criterion 1": tested(
        "Refs are the same over five looks at a page that does not change.",
        f"{SURVIVAL}test_five_looks_without_change_give_the_same_refs_and_stable",
    ),
    "criterion 2": tested(
        "Over 90 % of the refs survive small changes of the DOM; none leads to another element.",
        f"{MUTATIONS}test_refs_survive_every_change_and_never_lead_to_another_element",
    ),
    "criterion 3": untested(
        "An annotated screenshot takes less than 200 ms.",
        "a time is not a test here; benches/end_to_end.py and benches/imaging.py measure it.",
    ),
    "criterion 4": untested(
        "Callers of earlier versions are not broken.", "there are no earlier callers."
    ),
    "criterion 5": tested(
        "An agent can name elements over MCP: observe, read a label, click it.",
        f"{SERVER}test_the_whole_job_over_stdio",
    ),
    "1.1 refs": tested(
        "A ref is the author's name (test id, id, label) or a hash of the identity, not an index.",
        "refs/test_refs_naming.py::test_a_ref_is_the_authors_name_as_written",
        "refs/test_refs_naming.py::test_without_a_usable_name_the_hash_names_it",
        "refs/test_refs_naming.py::test_another_process_gives_the_same_refs",
    ),
    "1.3 lifecycle": tested(
        "A ref is kept, becomes stale when its element is gone, and is forgotten later.",
        f"{LIFECYCLE}test_the_ref_of_what_is_gone_is_stale_and_lists_what_is_like_it",
        f"{LIFECYCLE}test_five_thousand_churned_elements_stay_within_the_capacity",
    ),
    "1.4 answer": tested(
        "An element says whether its ref is stable, new or moved; refs can be made anew on "
        "request, and say what they were before.",
        f"{LIFECYCLE}test_a_delta_says_what_was_added_changed_moved_and_gone",
        f"{LIFECYCLE}test_refresh_makes_refs_anew_and_the_former_ones_still_lead_there",
    ),
    "2.1 badges": tested(
        "Badges are numbered, may have a box, and do not overlap.",
        "imaging/test_imaging.py::test_badges_neither_overlap_nor_leave_the_picture",
    ),
    "2.2 options": tested(
        "Labels are numbers, refs or both; colours, sizes, borders and opacity can be chosen.",
        f"{OBSERVE}test_labels_say_number_ref_or_both",
        "imaging/test_imaging.py::test_styles_change_the_picture",
    ),
    "2.3 map": tested(
        "The map gives for each label the ref and where its badge lies in the picture.",
        "imaging/test_imaging.py::test_badges_are_where_the_answer_says_and_show_their_number",
        f"{OBSERVE}test_badges_are_drawn_where_the_map_says",
    ),
}

DRAWN = "drawmode/test_controller.py::"
ELEMENTS = "drawmode/test_hit_elements.py::"
STATE = "drawmode/test_draw_state.py::"
WAITING = "drawmode/test_draw_read.py::"
DRAW = {
    "edge case 1": tested(
        "Going to another page loses no annotation; a waiting call gets what there is.",
        f"{DRAWN}test_1_navigation_loses_nothing_and_the_overlay_comes_back",
        f"{DRAWN}test_1_navigation_in_mid_comment_keeps_the_words",
    ),
    "edge case 2": tested(
        "Starting twice changes nothing and says how many annotations there are.",
        f"{DRAWN}test_2_starting_twice_changes_nothing",
    ),
    "edge case 3": tested(
        "Ending without annotations is a success with a picture and count 0.",
        f"{DRAWN}test_3_done_without_marks_is_a_success_with_a_picture",
    ),
    "edge case 4": tested(
        "Annotations stay where they belong when the window changes its size.",
        f"{DRAWN}test_4_marks_stay_on_their_elements_when_the_window_changes",
    ),
    "edge case 5": tested(
        "A rectangle below 5 px in either direction is taken for a slip and ignored.",
        f"{DRAWN}test_5_a_rectangle_counts_from_five_px_in_both_directions",
    ),
    "edge case 6": tested(
        "Leaving the text field keeps the words; without words the rectangle goes.",
        f"{DRAWN}test_6_leaving_the_box_keeps_words_and_removes_an_empty_mark",
    ),
    "edge case 7": tested(
        "It works under a strict Content Security Policy.",
        "drawmode/test_overlay_hostile.py::test_one_can_draw_and_type_on_a_page_with",
    ),
    "edge case 8": tested(
        "When the element changed since, the detail shows it as it is now; when it is gone, it "
        "says so and keeps the summary.",
        f"{ELEMENTS}test_8_what_became_of_an_element",
        f"{ELEMENTS}test_8_an_element_that_is_rendered_again_is_the_same",
    ),
    "edge case 9": tested(
        "Reading annotations without a session gives count 0 and says how to start one.",
        f"{DRAWN}test_9_without_a_session_the_answer_says_what_to_do",
    ),
    "edge case 10": tested(
        "Details expire after 10 minutes, with an error of their own.",
        f"{WAITING}test_10_ids_expire_after_ten_minutes",
    ),
    "edge case 11": tested(
        "A second session replaces the first; details of the first live on until they expire.",
        f"{DRAWN}test_11_a_second_session_answers_and_the_first_can_be_read",
    ),
    "annotation": tested(
        "An annotation has id, rectangle, text, time, address, summary of the element and the id "
        "of its detail.",
        "drawmode/test_intake.py::test_the_object_of_the_specification_has_all_its_fields",
    ),
    "annotation detail": tested(
        "The detail has selector, tag, text, classes, id, computed styles, parent and bounds.",
        f"{ELEMENTS}test_the_detail_is_that_of_the_specification_and_of_this_moment",
    ),
    "state machine": tested(
        "Inactive, drawing, text input, finishing: only the listed transitions exist.",
        f"{STATE}test_a_legal_trigger_leads_on",
        f"{STATE}test_every_other_trigger_is_refused",
        f"{STATE}test_the_forbidden_moves_of_the_specification_do_not_exist",
    ),
    "waiting": tested(
        "A waiting call ends with the session, or after 5 minutes with what there is.",
        f"{WAITING}test_five_idle_minutes_are_a_timeout_that_keeps_the_marks",
        f"{WAITING}test_the_end_of_a_slice_brings_what_is_there_and_the_next_step",
    ),
    "privacy": tested(
        "Nothing of a password field but tag and selector is taken.",
        f"{ELEMENTS}test_nothing_of_a_password_field_is_told",
        "drawmode/test_intake.py::test_nothing_of_a_secret_field_but_tag_and_selector_is_taken",
    ),
}

REQUIREMENTS = {
    "annotated-screenshots": ANNOTATED,
    "auto-attached-screenshots": ATTACHED,
    "coordinate-screenshot-tool": COORDINATES,
    "element-refs-and-set-of-marks": REFS,
    "draw-mode": DRAW,
}
