"""What is too long is refused by its length alone, before anything reads it letter by letter."""

import pytest
from django.core.exceptions import ValidationError
from django.test import RequestFactory

from tournaments.forms.entering import NameField
from tournaments.forms.fields import Address, Text
from tournaments.views.personal.accounts import Login

pytestmark = pytest.mark.usefixtures("in_english")

PILE = "A" + "\u0315" * 3000 + "\u0300" * 3000


def refusals(field, value) -> list[str]:
    with pytest.raises(ValidationError) as refusal:
        field.clean(value)
    return refusal.value.messages


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        (Text(max_length=200), PILE, "At most 200 letters; now there are 6001."),
        (Address(), f"a@{PILE}.org", "At most 254 letters; now there are 6007."),
        (Address(), f"{PILE}@example.org", "At most 254 letters; now there are 6013."),
        (NameField(), PILE, "120 letters at most; this one has 6001"),
    ],
)
def test_a_value_that_is_too_long_is_told_that_and_nothing_else(field, value, told):
    [said] = refusals(field, value)

    assert told in said


def test_of_a_user_name_no_more_is_counted_than_any_account_has():
    request = RequestFactory().post("/", {"username": PILE})

    assert all(len(counted) < 400 for counted in Login().rates(request))


def test_a_user_name_is_counted_alike_in_every_spelling():
    spellings = ("žofie", "z\u030cofie", " ŽOFIE ")
    posted = [RequestFactory().post("/", {"username": name}) for name in spellings]
    counted = [set(Login().rates(request)) for request in posted]

    assert counted[0] == counted[1] == counted[2]
