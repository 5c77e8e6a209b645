"""Texts in the code that the translators would never see."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent


def test_no_text_hides_in_an_f_string_from_the_translators():
    with (ROOT / "locale/cs/LC_MESSAGES/django.po").open("rb") as catalogue:
        known = {message.id for message in read_po(catalogue)}

    hidden = {
        (path.name, text)
        for path in (ROOT / "tournaments").rglob("*.py")
        for text in texts_in_f_strings(path)
        if text not in known
    }

    assert hidden == set()


def test_czech_has_one_word_for_each_resource():
    """Hlína, dřevo, vlna, obilí, ruda: on no page the bricks and sheep of other editions."""
    others = re.compile(r"\b(cih(la|ly|el|lám|lami|lách|lu|lou)|ov(ce|cí|cím|cemi|cích))\b", re.I)
    texts = [ROOT / "locale/cs/LC_MESSAGES/django.po", *(ROOT / "docs").glob("*.md")]

    said = [word for path in texts for word in others.findall(path.read_text(encoding="utf-8"))]

    assert said == []


@pytest.mark.parametrize(("language", "short"), [("cs", "č."), ("pl", "nr")])
def test_no_line_breaks_between_the_word_for_a_number_and_the_number(language, short):
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.po").open("rb") as catalogue:
        texts = [message.string for message in read_po(catalogue) if message.string]

    breaking = re.compile(rf"\b{re.escape(short)} [%{{\d]")
    assert [text for text in texts if breaking.search(str(text))] == []


def texts_in_f_strings(path: Path) -> set[str]:
    """What `_("...")` translates inside the f-strings of a file, where gathering is blind."""
    return {
        call.args[0].value
        for f_string in ast.walk(ast.parse(path.read_text()))
        if isinstance(f_string, ast.JoinedStr)
        for call in ast.walk(f_string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "_"
        if isinstance(call.args[0], ast.Constant)
    }
