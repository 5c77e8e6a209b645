"""Where a rule of a game can be read: `{% game_rule_address "CK-012" as address %}`."""

from __future__ import annotations

from django import template
from django.urls import reverse

from games.wording.rulebooks import book_of

register = template.Library()


@register.simple_tag
def game_rule_address(rule_id: str) -> str:
    """The page and the place on it; "" for a rule that no page of the games tells."""
    letters = book_of(rule_id)
    return f"{reverse('game_rules', args=[letters])}#{rule_id}" if letters else ""
