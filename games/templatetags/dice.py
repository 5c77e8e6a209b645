"""A face of a resource die on a page: `{% load dice %}{% face 3 %}`."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.drawing.sheets import face_svg

register = template.Library()


@register.simple_tag
def face(number: int) -> SafeString:
    return face_svg(number)
