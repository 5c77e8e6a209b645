"""Rules for passwords, in words that are translated here."""

from __future__ import annotations

from django.contrib.auth import password_validation
from django.utils.translation import ngettext


class MinimumLengthValidator(password_validation.MinimumLengthValidator):
    """Django changed its sentence without the Czech one, which would appear in English."""

    def get_error_message(self) -> str:
        return ngettext(
            "The password is too short. It needs at least %(count)s character.",
            "The password is too short. It needs at least %(count)s characters.",
            self.min_length,
        ) % {"count": self.min_length}
