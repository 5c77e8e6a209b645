"""What is said of a value that is too small, too large or too long, in the words of the site.

Django's own sentences ("Ensure this value is greater than or equal to 1.") speak of values. Each of
its validators takes the sentence of its class, so one line here changes every form.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.core.validators import (
    BaseValidator,
    MaxLengthValidator,
    MaxValueValidator,
    MinLengthValidator,
    MinValueValidator,
)
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

SENTENCES: Mapping[type[BaseValidator], Promise] = {
    MinValueValidator: gettext_lazy("%(limit_value)s or more."),
    MaxValueValidator: gettext_lazy("%(limit_value)s or less."),
    MinLengthValidator: ngettext_lazy(
        "At least %(limit_value)d letter; now there are %(show_value)d.",
        "At least %(limit_value)d letters; now there are %(show_value)d.",
        "limit_value",
    ),
    MaxLengthValidator: ngettext_lazy(
        "At most %(limit_value)d letter; now there are %(show_value)d.",
        "At most %(limit_value)d letters; now there are %(show_value)d.",
        "limit_value",
    ),
}


def take_our_sentences() -> None:
    """Let the validators of Django say these, once the site has started."""
    for validator, sentence in SENTENCES.items():
        validator.message = sentence
