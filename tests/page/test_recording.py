"""Recorded steps are exported as text and code; secrets are in neither."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from viewmark.page.recording import Step, playwright_test, reproduction, without_query
from viewmark.secrets.redaction import Redactor

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
ODD = st.text(max_size=30) | st.sampled_from(
    [
        "http://h/done?token=",
        "http://h/done?token=abc&x=1#access_token=zz",
        "http://me:pw@h/?next=http%3A%2F%2Fi%2F%3Ftoken%3Dabc",
        "http://[",
        "javascript:'?pin=1'",
        "\"'?otp='\"",
        "a\\",
        "\ud800?sid=1\n#x",
        "[redacted]",
        "http://h/?…",
    ]
)
STEP = st.builds(
    Step,
    what=st.sampled_from(["click", "double_click", "hover", "type", "select", "keypress", "scroll"])
    | st.sampled_from(["navigate", "back", "forward", "reload", "accept_dialog"])
    | ODD,
    selector=st.none() | ODD,
    hit=ODD,
    text=st.none() | ODD | st.sampled_from(["Esc", "Ctrl+A", "é", "+", "NoSuchKey", "!"]),
    secret=st.booleans(),
    clear=st.booleans(),
    submit=st.booleans(),
    url=ODD,
    point=st.none() | st.just((1.5, 2.0)),
    delta=st.none() | st.just((0.0, 30.0)),
    button=st.sampled_from(["left", "right"]),
    modifiers=st.sampled_from([(), ("Alt", "Meta")]),
    navigated_to=ODD,
)


def test_steps_are_numbered_words_with_selectors_and_what_was_hit() -> None:
    lines = reproduction(STEPS).splitlines()
    assert lines[0] == "1. Open http://localhost/login"
    assert lines[1] == '2. Type "mara" into textbox "User"  [#user]'
    assert lines[2] == '3. Type (secret) into textbox "Password"  [#pass]'
    assert lines[3].endswith("-> http://localhost/home")
    assert lines[5] == "6. Click the point 10,20.5 (right button)"
    assert reproduction(()) == "No action was recorded yet."


def test_the_test_is_valid_python_and_reads_secrets_from_the_environment() -> None:
    code = playwright_test(STEPS, name="Log in!")
    ast.parse(code)
    assert "def test_log_in(page: Page) -> None:" in code
    assert "\n# VIEWMARK_SECRET: for #pass\n" in code
    assert 'press_sequentially(os.environ["VIEWMARK_SECRET"])' in code
    assert 'expect(page).to_have_url("http://localhost/home")' in code


def test_every_secret_field_has_a_variable_of_its_own() -> None:
    steps = [Step(what="type", selector=s, secret=True) for s in ("#pw", "#code", "#pw")]
    code = playwright_test(steps)
    assert code.count('os.environ["VIEWMARK_SECRET"]') == 2
    assert code.count('os.environ["VIEWMARK_SECRET_2"]') == 1
    assert "# VIEWMARK_SECRET_2: for #code\n" in code


def test_keys_into_a_secret_field_are_one_step_that_tells_not_even_how_many() -> None:
    keys = [Step(what="keypress", hit='textbox "Code"', secret=True)] * 6
    assert reproduction(keys) == '1. Press secret keys in textbox "Code"'
    assert playwright_test(keys).count("page.keyboard") == 1
    assert 'page.keyboard.type(os.environ["VIEWMARK_SECRET"])' in playwright_test(keys)


def test_what_was_redacted_in_an_address_is_read_from_the_environment() -> None:
    url = "http://h/done?token=abc&x=1"
    code = playwright_test([Step(what="navigate", url=url, navigated_to=url)])
    assert 'page.goto("http://h/done?token=" + os.environ["VIEWMARK_SECRET"] + "&x=1")' in code
    assert 'to_have_url(re.compile("^http://h/done"))' in code
    code = playwright_test([Step(what="navigate", navigated_to="http://me:pw@h/a?b=1")])
    assert 'to_have_url("http://h/a?b=1")' in code, "the browser keeps no user in an address"


def test_keys_have_the_names_that_the_runner_of_the_test_knows() -> None:
    steps = [Step(what="keypress", text=key) for key in ("Esc", "ctrl+a", "!", "é", "Nonsense")]
    code = playwright_test(steps)
    assert 'press("Escape")' in code
    assert 'press("Control+KeyA")' in code
    assert 'press("!")' in code
    assert 'insert_text("é")' in code
    assert "# Press Nonsense" in code


def test_keys_that_were_held_are_held_again() -> None:
    held = ("Control", "Shift")
    steps = [
        Step(what="click", selector="#a", hit="link 'A'", modifiers=held),
        Step(what="click", point=(1, 2), modifiers=("Shift",)),
    ]
    assert reproduction(steps).startswith("1. Click link 'A' with Control+Shift held")
    code = playwright_test(steps)
    assert 'page.locator("#a").click(modifiers=["Control", "Shift"])' in code
    order = [code.index(s) for s in ('down("Shift")', "mouse.click(1, 2)", 'up("Shift")')]
    assert order == sorted(order)


def test_replacing_and_sending_a_text_are_part_of_the_test() -> None:
    code = playwright_test([Step(what="type", selector="#q", text="x", clear=True, submit=True)])
    assert code.index('fill("")') < code.index('press_sequentially("x")') < code.index("Enter")


def test_an_address_may_carry_what_was_typed_so_its_query_is_left_out() -> None:
    went = without_query("http://localhost/home?pw=s3cret")
    assert went == "http://localhost/home?…"
    assert without_query("http://localhost/home#a") == "http://localhost/home#a"
    code = playwright_test([Step(what="click", selector="#a", navigated_to=went)])
    assert 'to_have_url(re.compile("^http://localhost/home"))' in code
    assert code.startswith("import re\n")


@given(st.lists(STEP, max_size=4), ODD, ODD)
def test_any_steps_give_code_that_compiles_and_that_redaction_leaves_alone(
    steps: list[Step], name: str, start: str
) -> None:
    redact = Redactor()
    redact.learn(["geheim"])
    code = playwright_test(steps, name=name, start_url=start, redact=redact)
    tree = compile(code, "test.py", "exec", flags=ast.PyCF_ONLY_AST)
    assert ast.dump(ast.parse(redact(code))) == ast.dump(tree), "comments aside"
    words = reproduction(steps, redact=redact)
    assert len(words.split("\n")) <= max(1, len(steps)), "one line for each step"


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
