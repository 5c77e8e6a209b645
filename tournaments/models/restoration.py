"""When the site was put back to a backup."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _


def new_key() -> str:
    return secrets.token_hex(8)


class Restoration(models.Model):
    """A restore. What is worked out from the database belongs to the `key` of the last one."""

    key = models.CharField(max_length=16, default=new_key, editable=False)
    at = models.DateTimeField(_("restored"))
    file = models.CharField(_("file"), max_length=255)

    class Meta:
        verbose_name = _("restore of a backup")
        verbose_name_plural = _("restores of backups")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.file
