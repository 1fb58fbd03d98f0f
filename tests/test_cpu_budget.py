"""CPU time of tests includes all processes they start; a test far above its budget fails."""

from __future__ import annotations

import subprocess
import sys

import cpu_budget
import pytest


def test_a_process_that_was_started_counts_while_it_runs_and_when_it_is_over() -> None:
    before = cpu_budget.times()
    code = "sum(range(10**7)); print('ready', flush=True); input()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as process:
        assert process.stdout is not None
        process.stdout.readline()
        running = cpu_budget.between(before, cpu_budget.times())
        middle = cpu_budget.times()
        process.communicate(b"\n")
    over = cpu_budget.between(before, cpu_budget.times())
    assert 0.05 < running <= over < running + 1
    assert cpu_budget.between(middle, cpu_budget.times()) < running + 1


@pytest.mark.parametrize(("times", "fails"), [(0.9, False), (1.1, True)])
def test_a_test_fails_far_above_its_budget(times: float, fails: bool) -> None:
    far = cpu_budget.NOISE * cpu_budget.EACH
    assert bool(cpu_budget.over(times * far, cpu_budget.EACH)) is fails
