"""Rules for passwords, in words that stand behind the name of the field and are translated here."""

from __future__ import annotations

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


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
    def get_error_message(self) -> str:
        return _("It is too similar to the name or the e-mail.")
