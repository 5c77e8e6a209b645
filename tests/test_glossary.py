"""The glossary says what the site says."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import gettext, override

from tournaments.management.catalogues import path_of

ROW = re.compile(r"^\| (?!English|---)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
GLOSSARY = (Path(settings.BASE_DIR) / "docs" / "glossary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("english", "czech", "polish", "german"), ROW.findall(GLOSSARY))
def test_a_word_of_the_glossary_is_the_word_of_the_site(english, czech, polish, german):
    for language, word in [("cs", czech), ("pl", polish), ("de", german)]:
        with override(language):
            assert gettext(english) == word


def catalogue(language):
    return path_of(language).read_text(encoding="utf-8")


def test_the_words_that_the_glossary_rules_out_stand_nowhere_in_polish():
    texts = catalogue("pl").lower()

    assert (
        re.findall(r"\w*(?:kostk|kostek|odnośnik|odkaz|witryn|pulpit|objaśnieni)\w*", texts) == []
    )


def test_rounds_and_tables_have_one_word_each_in_czech():
    texts = catalogue("cs").lower()

    drawn = r"kol[oa] (?:bylo )?vylosov\w*|vylosov\w* (?:\S+ )?kol[oa]|stůl byl vylosov\w*"
    of_a_size = r"stol\w* (?:pro (?:tři|čtyři)\b|po (?:třech|čtyřech))"
    assert re.findall(rf"{drawn}|vylosujte \S+ kolo|{of_a_size}", texts) == []


def test_a_win_has_one_word_in_polish():
    said = re.findall(r"(?<!punkt )(?<!punktów )(?<!punkty )zwycięstw\w*", catalogue("pl").lower())

    assert said == []


def test_in_german_sentences_fit_women_and_men_and_speak_to_friends():
    said = [
        text
        for message in read_po(BytesIO(path_of("de").read_bytes()))
        if message.id
        for text in ([message.string] if isinstance(message.string, str) else message.string)
    ]

    by_one_sex = re.compile(
        r"\b(?:\w*spieler|\w*gegner|sieger|gewinner|verlierer|teilnehmer|schiedsrichter|zuschauer"
        r"|organisator|administrator|veranstalter)(?:s|n|in|innen)?\b|\w[:*_/]in(?:nen)?\b",
        re.IGNORECASE,
    )
    formal = re.compile(r"\bIhnen\b|\b(?:[Kk]önnen|[Mm]öchten|[Hh]aben|[Bb]itte \w+en) Sie\b")
    assert [text for text in said if by_one_sex.search(text) or formal.search(text)] == []
