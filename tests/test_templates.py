"""Templates are written with indentation and sent without."""

import re

import pytest
from django.conf import settings
from django.template.loader import get_template

from catantour.templates import without_indentation


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        pytest.param(
            "<td>\n  {% if a %}\n    b\n  {% endif %}\n</td>\n",
            "<td>{% if a %}b\n{% endif %}</td>\n",
        ),
        pytest.param(
            "a\n{% with c %}\n  {% if b %}\n    b\n  {% endif %}\n{% endwith %}\nd",
            "a\n{% with c %}{% if b %}b\n{% endif %}\n{% endwith %}d",
            id="lines that say nothing",
        ),
        pytest.param(
            "{{ a }}\n{% if b %}b{% endif %}{% if c %}\nc\n{% endif %}d",
            "{{ a }}\n{% if b %}b{% endif %}{% if c %}\nc\n{% endif %}d",
            id="a line that says something",
        ),
        pytest.param(
            "{% if a %}\n  <b>a</b>{% else %}\n  <b>b</b>\n{% endif %}\nc",
            "{% if a %}\n<b>a</b>{% else %}\n<b>b</b>\n{% endif %}\nc",
            id="a branch without a break at its end",
        ),
        pytest.param(
            "a\n{% for b in c %}\n  b{% endfor %}\nd",
            "a\n{% for b in c %}\nb{% endfor %}\nd",
            id="a loop without a break at its end",
        ),
        pytest.param("a {% if b %}\nb\n{% endif %} c", "a {% if b %}\nb\n{% endif %} c"),
        pytest.param("<li>a</li>\n\n  <li>b</li>", "<li>a</li>\n<li>b</li>", id="between"),
        pytest.param("a  b\n   <b>\n  c\n</b>", "a  b\n<b>\nc\n</b>", id="in a line of words"),
        pytest.param(
            'a\n<a\n  href="/">\n  {% if b %}\n    b\n  {% endif %}\n</a>\nc',
            'a\n<a\nhref="/">{% if b %}b{% endif %}</a>\nc',
            id="a link",
        ),
        pytest.param('<p\n  title="{% if a > b %}"\n>\n  c', '<p\ntitle="{% if a > b %}"\n>c'),
        pytest.param("<pre>\n  a\n</pre>\n  b", "<pre>\n  a\n</pre>\nb", id="as it is"),
        pytest.param(
            "<b>a</b>{#-#}\n  <pre>b{#-#}\n  c</pre>", "<b>a</b><pre>bc</pre>", id="joined"
        ),
        pytest.param("<textarea>\n  a</textarea>", "<textarea>\n  a</textarea>"),
    ],
)
def test_a_break_stays_only_where_it_may_be_seen(written, sent):
    assert without_indentation(written) == sent


def test_pages_are_read_without_indentation():
    source = get_template("base.html").template.source

    assert source.startswith("{% load django_htmx i18n site static %}{% get_current_language")
    assert "<!doctype html>\n<html" in source
    assert not re.search(r"\n[ \t]", source)


def test_texts_that_go_out_are_left_as_they_stand():
    path = settings.BASE_DIR / "templates" / "mail" / "signed_up.txt"

    assert get_template("mail/signed_up.txt").template.source == path.read_text()


def test_a_comment_ends_in_its_line_for_else_everybody_reads_it():
    open_ones = [
        f"{path.relative_to(settings.BASE_DIR)}:{number}"
        for path in sorted((settings.BASE_DIR / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if line.count("{#") != line.count("#}")
    ]

    assert open_ones == []
