"""docs/: the guides of the site's help say the same in every language, in the words of the site."""

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from tournaments.management.catalogues import SOURCE_LANGUAGE

DOCS = settings.BASE_DIR / "docs"
NAMES = ("organiser", "referee", "player", "audience")
LANGUAGES = [code for code, _ in settings.LANGUAGES]

ANCHORED = re.compile(r'^<a id="([a-z-]+)"></a>\n(##+) ', re.MULTILINE)
HEADING = re.compile(r"^##+ ", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
BOLD = re.compile(r"\*\*(.+?)\*\*")
LEAD_IN = re.compile(r"^(?:[ ]*(?:-|[0-9]+\.) )?\*\*([^*]+[.:,?])\*\*", re.MULTILINE)
"""What an item or a paragraph begins with and is about: a sentence in bold, with its full stop."""

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")


def name_of(guide, language):
    return f"{guide}.md" if language == settings.LANGUAGE_CODE else f"{guide}.{language}.md"


def guide(name, language):
    return (DOCS / name_of(name, language)).read_text()


def anchors(text):
    return [(key, level) for key, level in ANCHORED.findall(text)]


def flat(texts):
    return (texts,) if isinstance(texts, str) else tuple(texts)


@cache
def meanings(language):
    """What each text of the site in this language may stand for, a number in it written as N."""
    source = language if language != SOURCE_LANGUAGE else "cs"
    with (settings.LOCALE_PATHS[0] / source / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    found = {}
    for message in messages:
        english = flat(message.id)
        for text in english if language == SOURCE_LANGUAGE else flat(message.string):
            found.setdefault(PLACEHOLDER.sub("N", text), set()).add(
                PLACEHOLDER.sub("N", english[0])
            )
    return found


def buttons(text):
    """What stands in bold in each chapter and is no lead-in."""
    led_in = set(LEAD_IN.findall(text))
    chapters = HEADING.split(text)
    return [[words for words in BOLD.findall(part) if words not in led_in] for part in chapters]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_guide_says_in_bold_is_a_text_of_the_site(name, language):
    named = {words for part in buttons(guide(name, language)) for words in part}

    assert named
    assert sorted(named - set(meanings(language))) == []


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != SOURCE_LANGUAGE])
@pytest.mark.parametrize("name", NAMES)
def test_a_chapter_names_the_same_buttons_in_every_language(name, language):
    """In whichever order the sentence wants them."""
    english = buttons(guide(name, SOURCE_LANGUAGE))
    others = buttons(guide(name, language))

    for here, there in zip(english, others, strict=True):
        meant = [meanings(language)[words] for words in there]
        assert len(here) == len(there), (here, there)
        for words in set(here):
            known = meanings(SOURCE_LANGUAGE)[words]
            assert any(known & each for each in meant), (words, there)


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_has_the_same_chapters_in_the_same_order_in_every_language(name):
    first, *others = [anchors(guide(name, language)) for language in LANGUAGES]

    assert others == [first] * len(others)


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_is_as_long_in_every_language(name):
    """As many items, rows of tables and paragraphs; a part that one lacks is found by that."""
    lines = {
        language: [
            [line[:2] for line in part.splitlines() if line.strip()]
            for part in HEADING.split(guide(name, language))
        ]
        for language in LANGUAGES
    }
    shapes = [
        [[mark if mark in ("- ", "| ", "|-") else "" for mark in part] for part in parts]
        for parts in lines.values()
    ]

    assert shapes[1:] == [shapes[0]] * (len(shapes) - 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_heading_has_its_anchor_and_no_anchor_is_there_twice(name, language):
    text = guide(name, language)

    assert len(anchors(text)) == len(HEADING.findall(text)) > 0
    everywhere = [key for each in NAMES for key, _ in anchors(guide(each, language))]
    assert len(set(everywhere)) == len(everywhere)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_link_of_a_guide_leads_to_a_document_and_a_chapter_that_are_there(name, language):
    for target in LINK.findall(guide(name, language)):
        document, _, anchor = target.partition("#")
        read = (DOCS / (document or name_of(name, language))).read_text()

        assert not anchor or anchor in [key for key, _ in anchors(read)], target


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_guide_leads_to_itself_in_every_other_language(name, language):
    first_line = guide(name, language).partition("\n")[0]

    others = {name_of(name, code) for code in LANGUAGES if code != language}
    assert set(LINK.findall(first_line)) == others


def test_the_guides_are_in_the_image_that_is_served():
    left_out = (settings.BASE_DIR / "deploy" / "Dockerfile.dockerignore").read_text().split()

    for document in DOCS.glob("*.md"):
        path = document.relative_to(settings.BASE_DIR)
        assert not any(path.match(pattern) for pattern in left_out), path
        assert not {str(parent) for parent in path.parents} & set(left_out), path
