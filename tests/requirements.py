"""Every requirement of the five specifications: who tests it, or why nobody does.

`test_requirements.py` proves that each named test exists and that no id is missing. A value is a
tuple of "file::test", or a sentence that begins with "Not tested:".
"""

from __future__ import annotations

__all__ = ["REQUIREMENTS"]

OBSERVE = "page/test_observe.py::"
DISCOVER = "browser/discovery/test_discover.py::"
SERVER = "mcp/test_server.py::"
POLICY = "test_attach_policy.py::"
DOMVIEW = "browser/discovery/test_dom_view.py::"
INTERACT = "page/test_act.py::"

ANNOTATED: dict[str, tuple[str, ...] | str] = {
    "R1": (
        f"{OBSERVE}test_a_picture_and_its_map_belong_together",
        f"{SERVER}test_asked_pictures_have_a_budget_of_their_own",
    ),
    "R2": (f"{DISCOVER}test_each_wanted_element_gets_one_mark_and_nothing_else_does",),
    "R3": (f"{DISCOVER}test_marks_come_in_reading_order_and_right_to_left_in_such_pages",),
    "R4": (f"{OBSERVE}test_badges_are_drawn_where_the_map_says",),
    "R5": (f"{OBSERVE}test_labels_say_number_ref_or_both",),
    "R6": (f"{SERVER}test_the_whole_job_over_stdio",),
    "R7": (f"{SERVER}test_the_whole_job_over_stdio",),
    "R8": (
        f"{OBSERVE}test_the_cap_applies_after_the_order_and_tells_the_total",
        f"{OBSERVE}test_an_impossible_option_is_named",
    ),
    "R9": (f"{DISCOVER}test_each_wanted_element_gets_one_mark_and_nothing_else_does",),
    "R10": (f"{DISCOVER}test_all_visible_adds_text_and_pictures_that_one_cannot_act_on",),
    "R11": (
        f"{DISCOVER}test_custom_finds_what_a_selector_matches_also_in_shadow_roots",
        f"{OBSERVE}test_an_invalid_selector_is_repeated",
    ),
    "R12": (f"{SERVER}test_the_whole_job_over_stdio",),
    "R13": (f"{SERVER}test_the_whole_job_over_stdio",),
    "R14": (
        f"{DISCOVER}test_covered_elements_are_kept_and_flagged_on_request",
        f"{DISCOVER}test_a_partly_covered_element_stays_and_says_how_much_is_visible",
    ),
    "R15": (
        f"{SERVER}test_the_whole_job_over_stdio",
        f"{OBSERVE}test_without_a_picture_only_the_map_comes",
    ),
}

ATTACHED: dict[str, tuple[str, ...] | str] = {
    "R1": (
        f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",
        f"{POLICY}test_an_unknown_mode_is_named_and_the_valid_ones_are_listed",
    ),
    "R2": (f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",),
    "R3": (
        f"{POLICY}test_each_mode_attaches_to_its_answers",
        f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",
    ),
    "R4": (f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",),
    "R5": (f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",),
    "R6": (
        f"{POLICY}test_the_cooldown_says_when_the_next_picture_is_allowed",
        f"{POLICY}test_the_session_limit_is_final",
    ),
    "R7": (f"{SERVER}test_attached_pictures_follow_the_mode_and_the_limits",),
    "R8": ("mcp/test_content.py::test_an_asked_picture_comes_first_and_an_attached_one_last",),
    "R9": ("page/test_attach.py::test_quality_sixty_is_asked_of_the_browser",),
    "R10": ("page/test_attach.py::test_a_large_picture_is_warned_about_in_the_log",),
    "R11": (f"{POLICY}test_a_new_process_attaches_nothing",),
    "R12": (f"{POLICY}test_a_new_process_attaches_nothing",),
}

COORDINATES: dict[str, tuple[str, ...] | str] = {
    "FR-001": (f"{SERVER}test_the_tool_list_is_constant_and_its_hints_are_true",),
    "FR-002": (f"{SERVER}test_coordinates_of_a_picture_hit_what_it_shows",),
    "FR-003": (
        f"{SERVER}test_coordinates_of_a_picture_hit_what_it_shows",
        "browser/actions/test_scroll.py::test_the_offset_asked_for_is_the_offset_at_once",
    ),
    "FR-004": (f"{INTERACT}test_a_click_is_one_trusted_cycle_and_says_what_was_hit",),
    "FR-005": ("page/test_act_fields.py::test_a_point_types_where_the_press_put_the_caret",),
    "FR-006": (
        "browser/actions/test_scroll.py::test_at_a_point_the_panel_there_scrolls_and_is_named",
    ),
    "FR-007": ("page/test_act_outcomes.py::test_keys_go_to_what_has_the_focus_and_are_told",),
    "FR-008": "Not tested: a layout of the specification's host; ours is docs/architecture.md.",
    "FR-009": (
        f"{DOMVIEW}test_it_agrees_with_the_intersection_observer_on_the_pages_of_discovery",
    ),
    "FR-010": (
        "test_screenshot_slot.py::test_a_picture_is_kept_under_an_id_with_hash_and_generation",
    ),
    "FR-011": (
        "test_screenshot_slot.py::test_an_old_id_answers_superseded_and_never_another_picture",
    ),
    "FR-012": "Not tested: sending pictures to a model is on the roadmap; the slot is ready.",
    "FR-013": (
        "test_screenshot_slot.py::test_the_picture_is_deleted_when_the_request_ends_well",
        "test_screenshot_slot.py::test_the_picture_is_deleted_when_the_request_fails",
    ),
    "FR-014": (
        "browser/cdp/test_cdp_errors.py::"
        "test_every_error_of_browser_and_page_is_raised_somewhere_in_the_browser_half",
    ),
    "FR-015": ("mcp/test_content.py::test_instructions_are_short_and_name_what_a_model_must_know",),
    "SC-001": (f"{SERVER}test_coordinates_of_a_picture_hit_what_it_shows",),
    "SC-002": (
        f"{DOMVIEW}test_it_agrees_with_the_intersection_observer_on_the_pages_of_discovery",
    ),
    "SC-003": ("browser/actions/test_click_point.py::test_image_px_hit_at_an_emulated_scale",),
    "SC-004": (
        "test_private_dir.py::test_nothing_is_left_when_the_process_ends",
        "test_private_dir.py::test_the_next_start_deletes_what_a_crash_left_and_spares_the_living",
    ),
    "SC-005": "Not tested: what a model chooses; the instructions that tell it are (FR-015).",
    "SC-006": "Not tested: a time; benches/end_to_end.py measures it.",
    "SC-007": (f"{SERVER}test_a_browser_killed_in_mid_call_is_told_and_replaced",),
}

# These two have no ids of their own: the first by its success criteria and its lifecycle, the
# second by its numbered edge cases and its error codes.
MUTATIONS = "browser/test_refs_mutations.py::"
REFS: dict[str, tuple[str, ...] | str] = {
    "criterion 1": (
        "refs/test_refs_survival.py::test_five_looks_without_change_give_the_same_refs_and_stable",
    ),
    "criterion 2": (
        f"{MUTATIONS}test_refs_survive_every_change_and_never_lead_to_another_element",
    ),
    "criterion 3": "Not tested: a time; benches/end_to_end.py and benches/imaging.py measure it.",
    "criterion 4": "Not tested: there are no earlier consumers.",
    "criterion 5": (f"{SERVER}test_the_whole_job_over_stdio",),
    "2.2 options": (f"{OBSERVE}test_labels_say_number_ref_or_both",),
}

DRAWN = "drawmode/test_controller.py::"
ELEMENTS = "drawmode/test_draw_elements.py::"
DRAW: dict[str, tuple[str, ...] | str] = {
    "edge case 1": (f"{DRAWN}test_1_navigation_loses_nothing_and_the_overlay_comes_back",),
    "edge case 2": (f"{DRAWN}test_2_starting_twice_changes_nothing",),
    "edge case 3": (f"{DRAWN}test_3_done_without_marks_is_a_success_with_a_picture",),
    "edge case 4": (f"{DRAWN}test_4_marks_stay_on_their_elements_when_the_window_changes",),
    "edge case 5": (f"{DRAWN}test_5_a_rectangle_counts_from_five_px_in_both_directions",),
    "edge case 6": (f"{DRAWN}test_6_leaving_the_box_keeps_words_and_removes_an_empty_mark",),
    "edge case 7": ("drawmode/test_overlay_hostile.py::test_one_can_draw_and_type_on_a_page_with",),
    "edge case 8": (f"{ELEMENTS}test_8_what_became_of_an_element",),
    "edge case 9": (f"{DRAWN}test_9_without_a_session_the_answer_says_what_to_do",),
    "edge case 10": ("drawmode/test_draw_waiting.py::test_10_ids_expire_after_ten_minutes",),
    "edge case 11": (f"{DRAWN}test_11_a_second_session_answers_and_the_first_can_be_read",),
}

REQUIREMENTS = {
    "annotated-screenshots": ANNOTATED,
    "auto-attached-screenshots": ATTACHED,
    "coordinate-screenshot-tool": COORDINATES,
    "element-refs-and-set-of-marks": REFS,
    "draw-mode": DRAW,
}
