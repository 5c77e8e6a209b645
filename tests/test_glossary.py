"""The glossary says what the site says."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

ROW = re.compile(r"^\| (?!English|---)(.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
GLOSSARY = (Path(settings.BASE_DIR) / "docs" / "glossary.md").read_text(encoding="utf-8")
POLISH = Path(settings.BASE_DIR) / "locale" / "pl" / "LC_MESSAGES" / "django.po"


@pytest.mark.parametrize(("english", "czech", "polish"), ROW.findall(GLOSSARY))
def test_a_word_of_the_glossary_is_the_word_of_the_site(english, czech, polish):
    with override("cs"):
        assert gettext(english) == czech
    with override("pl"):
        assert gettext(english) == polish


def test_the_words_that_the_glossary_rules_out_stand_nowhere_in_polish():
    texts = POLISH.read_text(encoding="utf-8").lower()

    assert re.findall(r"\w*(?:kostk|kostek|odnośnik|pulpit|objaśnieni)\w*", texts) == []
