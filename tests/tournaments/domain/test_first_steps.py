"""Which of the first five steps is offered next."""

import pytest

from tournaments.domain.first_steps import Step, first_steps


@pytest.mark.parametrize(
    ("done", "now"),
    [
        ([], Step.ACCOUNT),
        ([Step.ACCOUNT], Step.SERIES),
        ([Step.ACCOUNT, Step.SERIES], Step.CLUB),
        ([Step.ACCOUNT, Step.CLUB], Step.SEASON),
        ([Step.ACCOUNT, Step.SEASON], Step.EVENT),
        ([Step.ACCOUNT, Step.EVENT], Step.SERIES),
        ([Step.ACCOUNT, Step.SERIES, Step.CLUB, Step.EVENT], Step.SEASON),
    ],
)
def test_the_step_after_the_last_one_done_is_offered_and_skipped_ones_at_the_end(done, now):
    steps = first_steps(done)

    assert [step.step for step in steps if step.now] == [now]
    assert [step.step for step in steps if step.done] == done


def test_nothing_is_offered_once_all_are_done():
    assert not any(step.now for step in first_steps(list(Step)))
