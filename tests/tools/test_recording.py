"""Recorded steps become words and code; secrets become neither."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from viewmark.tools.recording import Step, playwright_test, reproduction, without_query

STEPS = (
    Step(what="navigate", url="http://localhost/login"),
    Step(what="type", selector="#user", hit='textbox "User"', text="mara"),
    Step(what="type", selector="#pass", hit='textbox "Password"', secret=True),
    Step(
        what="click",
        selector='role=button[name="Sign in"]',
        hit='button "Sign in"',
        navigated_to="http://localhost/home",
    ),
    Step(what="keypress", text="Control+A"),
    Step(what="click", point=(10, 20.5), button="right"),
    Step(what="scroll", delta=(0, 300)),
)


def test_steps_are_numbered_words_with_selectors_and_what_was_hit() -> None:
    lines = reproduction(STEPS).splitlines()
    assert lines[0] == "1. Open http://localhost/login"
    assert lines[1] == "2. Type 'mara' into textbox \"User\"  [#user]"
    assert lines[2] == '3. Type (secret) into textbox "Password"  [#pass]'
    assert lines[3].endswith("-> http://localhost/home")
    assert lines[5] == "6. Click the point 10,20.5 (right button)"
    assert reproduction(()) == "No action was recorded yet."


def test_the_test_is_valid_python_and_reads_secrets_from_the_environment() -> None:
    code = playwright_test(STEPS, name="Log in!")
    ast.parse(code)
    assert "def test_log_in(page: Page) -> None:" in code
    assert 'press_sequentially(os.environ["VIEWMARK_SECRET"])' in code
    assert "expect(page).to_have_url('http://localhost/home')" in code


def test_an_address_may_carry_what_was_typed_so_its_query_is_left_out() -> None:
    went = without_query("http://localhost/home?pw=s3cret")
    assert went == "http://localhost/home?…"
    assert without_query("http://localhost/home#a") == "http://localhost/home#a"
    code = playwright_test([Step(what="click", selector="#a", navigated_to=went)])
    assert "to_have_url(re.compile('http://localhost/home'))" in code
    assert code.startswith("import re\n")


@given(st.text(), st.text(), st.text(), st.text())
def test_words_from_the_page_never_break_out_of_the_code(
    selector: str, text: str, name: str, url: str
) -> None:
    steps = (
        Step(what="type", selector=selector or "#a", text=text, hit=name),
        Step(what="navigate", url=url, navigated_to=url),
        Step(what="select", text=text, hit=name),
    )
    tree = ast.parse(playwright_test(steps, name=name, start_url=url))
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
    assert len(functions) == 1
    assert functions[0].name.startswith("test_")
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    allowed = {"compile", "goto", "locator", "press_sequentially", "expect", "to_have_url"}
    names = {getattr(c.func, "attr", getattr(c.func, "id", "")) for c in calls}
    assert names <= allowed
