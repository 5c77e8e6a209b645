"""What a language of the site needs beside its catalogue, its guides and its records.

`CONTRIBUTING.md` lists it at *Texts and translations*; whoever adds a language to `LANGUAGES` reads
here what is still missing.
"""

import re

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from tournaments.domain.formats.presets import presets
from tournaments.domain.importing import COLUMNS, NO, YES, fields_of_header
from tournaments.domain.names import search_key
from tournaments.management.catalogues import PLURAL_FORMS, languages

CODES = [code for code, _name in settings.LANGUAGES]
FIELDS = set(COLUMNS["en"])

every_language = pytest.mark.parametrize("language", CODES)


def test_every_catalogue_has_its_plural_formula():
    assert sorted(PLURAL_FORMS) == sorted(languages())


def test_every_language_is_called_by_its_name_in_every_language():
    for language in CODES:
        with override(language):
            names = {gettext(str(name)) for _code, name in settings.LANGUAGES}
        assert len(names) == len(CODES)


@every_language
def test_the_columns_of_a_list_are_known_in_the_language(language):
    assert set(COLUMNS[language]) == FIELDS
    assert sorted(COLUMNS) == sorted(CODES)


@every_language
def test_the_columns_that_the_page_of_an_import_names_are_known(language):
    with override(language):
        whole = gettext("Name and surname")
        others = gettext("e-mail, club, note").split(", ")

    known = fields_of_header([whole, *others])

    assert list(known.values()) == ["name", "email", "club", "note"]


@every_language
def test_yes_and_no_are_read_in_a_list(language):
    with override(language):
        yes, no = search_key(gettext("yes")), search_key(gettext("no"))

    assert yes in YES
    assert no in NO


@every_language
def test_every_preset_of_a_format_has_its_name(language):
    assert [key for key, preset in presets().items() if language not in preset.names] == []


def test_the_readme_and_the_glossary_name_every_language():
    glossary = (settings.BASE_DIR / "docs" / "glossary.md").read_text()
    readme = (settings.BASE_DIR / "README.md").read_text()
    with override("en"):
        names = [gettext(str(name)) for _code, name in settings.LANGUAGES]

    head = re.search(r"^\| English .*$", glossary, re.MULTILINE).group()
    assert [name for name in names if name not in head] == []
    assert [name for name in names if name not in readme] == []
