"""Rules for passwords, in words that stand behind the name of the field and are translated here."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.names import search_key

SHORTEST_PART = 3
"""Letters of a part of a name that is looked for in a password."""


class MinimumLengthValidator(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return ngettext(
            "It is too short: it needs at least %(count)s character.",
            "It is too short: it needs at least %(count)s characters.",
            self.min_length,
        ) % {"count": self.min_length}


class CommonPasswordValidator(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("It is too common: many have the same one.")


class NumericPasswordValidator(password_validation.NumericPasswordValidator):
    def get_error_message(self) -> str:
        return _("It is made of digits alone.")


class UserAttributeSimilarityValidator(password_validation.UserAttributeSimilarityValidator):
    """Takes no password either of which a name makes up half or more, with or without its accents:
    a short one with figures behind it is not similar enough to Django."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        typed = search_key(password)
        for attribute in self.user_attributes if user else ():
            for part in re.split(r"\W+", search_key(str(getattr(user, attribute, "") or ""))):
                if len(part) >= SHORTEST_PART and part in typed and len(part) * 2 >= len(typed):
                    raise ValidationError(self.get_error_message(), code="password_too_similar")

    def get_error_message(self) -> str:
        return _("It is too similar to the name or the e-mail.")
