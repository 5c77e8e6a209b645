"""The catalogues of translations: gathered, merged, checked and compiled."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext, ngettext

from tournaments.management import catalogues

CODE = """
from django.utils.translation import gettext as _, ngettext_lazy

def greet():
    return _("Good morning, %(name)s!")

PLAYERS = ngettext_lazy("%(count)d player", "%(count)d players", "count")
REFUSAL = marked("{count} players cannot be seated.")
NOT_A_TEXT = _(CODE)
"""
TEMPLATE = """
{% load i18n %}
  <h1>{% translate "Draw" context "of a round" %}</h1>
{% if tables %}
      {% blocktranslate count n=tables|length trimmed %}
        One table, 100 %
      {% plural %}
        {{ n }} tables, 100 %
      {% endblocktranslate %}
{% endif %}
"""


@pytest.fixture(autouse=True)
def _small_site(tmp_path, settings):
    """A site of one file and one template, with its own catalogues."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    (tmp_path / "templates").mkdir()
    (tmp_path / "tournaments").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    (tmp_path / "tournaments" / "views.py").write_text(CODE)


def czech() -> str:
    return catalogues.path_of("cs").read_text()


def translate_into_czech(text: str, translated: str) -> None:
    path = catalogues.path_of("cs")
    entry = f'msgid "{text}"\nmsgstr ""'
    assert entry in path.read_text()
    path.write_text(path.read_text().replace(entry, f'msgid "{text}"\nmsgstr "{translated}"'))


def mistakes_in_czech() -> list[str]:
    return list(catalogues.mistakes("cs", catalogues.gather()))


def test_texts_of_code_and_templates_are_gathered():
    found = {(message.id, message.context) for message in catalogues.gather() if message.id}

    assert found == {
        ("Good morning, %(name)s!", None),
        (("%(count)d player", "%(count)d players"), None),
        ("{count} players cannot be seated.", None),
        ("Draw", "of a round"),
        (("One table, 100 %%", "%(n)s tables, 100 %%"), None),
    }


def test_what_an_action_of_a_game_is_called_is_gathered(tmp_path):
    acts = 'Act("smith", "Sm", "plays Smith", leads="roll"), Act("city", "C", "builds", "City")'
    (tmp_path / "tournaments" / "acts.py").write_text(acts)

    gathered = catalogues.gather()

    texts = {"plays Smith", "builds", "City"}
    assert texts <= {message.id for message in gathered}
    assert not gathered.get("roll")


def test_gathering_again_keeps_translations_and_changes_nothing():
    call_command("messages")
    translate_into_czech("Draw", "Los")
    before = czech()

    call_command("messages")

    assert 'msgctxt "of a round"\nmsgid "Draw"\nmsgstr "Los"' in czech()
    assert czech() == before


def test_a_catalogue_names_no_places_and_no_dates():
    call_command("messages")

    assert "#:" not in czech()
    assert "Date" not in czech()


def test_a_text_that_is_no_longer_used_is_dropped(tmp_path):
    call_command("messages")
    translate_into_czech("Draw", "Los")
    (tmp_path / "templates" / "page.html").write_text("")

    assert "no longer used: 'Draw'" in mistakes_in_czech()
    call_command("messages")

    assert "Draw" not in czech()


def test_a_missing_translation_fails_the_check():
    call_command("messages")

    with pytest.raises(CommandError, match="15 translations to mend"):
        call_command("messages", check=True)


def test_a_fuzzy_translation_is_as_bad_as_none():
    call_command("messages")
    translate_into_czech("Draw", "Los")
    catalogues.path_of("cs").write_text(czech().replace("msgctxt", "#, fuzzy\nmsgctxt"))

    assert "fuzzy: 'Draw'" in mistakes_in_czech()


@pytest.mark.parametrize(
    ("text", "translated", "complaint"),
    [
        ("Good morning, %(name)s!", "Dobré ráno, %(name)s!", False),
        ("Good morning, %(name)s!", "Dobré ráno, %(jmeno)s!", True),
        ("Good morning, %(name)s!", "Dobré ráno!", True),
        ("{count} players cannot be seated.", "{count} hráčů nelze usadit.", False),
        ("{count} players cannot be seated.", "{počet} hráčů nelze usadit.", True),
    ],
)
def test_a_translation_fills_in_the_same_facts(text, translated, complaint):
    call_command("messages")
    translate_into_czech(text, translated)

    complaints = [mistake for mistake in mistakes_in_czech() if "placeholders" in mistake]

    assert complaints == [f"other placeholders than the text: {text!r}"] * complaint


def test_one_form_of_a_plural_may_leave_the_number_out():
    call_command("messages")
    forms = ["Jeden stůl, 100 %%", "%(n)s stoly, 100 %%", "%(n)s stolů, 100 %%"]
    path = catalogues.path_of("cs")
    for index, form in enumerate(forms):
        after = f"msgstr[{index}] "
        head, tail = czech().rsplit(f'{after}""', 1)
        path.write_text(f'{head}{after}"{form}"{tail}')

    assert not [mistake for mistake in mistakes_in_czech() if "One table" in mistake]


def test_compiling_writes_only_what_is_out_of_date():
    call_command("messages")

    first, second = catalogues.compile_all(), catalogues.compile_all()

    assert [path.parts[-3] for path in first] == catalogues.languages()
    assert second == []


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("cs", ("hráč", "hráči", "hráčů"), "hráčů hráč hráči hráči hráčů hráčů hráčů hráčů"),
        (
            "pl",
            ("gracz", "gracze", "graczy"),
            "graczy gracz gracze gracze graczy graczy gracze graczy",
        ),
        ("de", ("Person", "Personen"), f"Personen Person{' Personen' * 6}"),
        ("en", (), "players player players players players players players players"),
    ],
)
def test_plurals_of_every_language(language, forms, expected, tmp_path):
    (tmp_path / "templates" / "page.html").unlink()
    (tmp_path / "tournaments" / "views.py").write_text('ngettext("player", "players", 2)')
    call_command("messages")
    if forms:
        path = catalogues.path_of(language)
        text = path.read_text()
        for index, form in enumerate(forms):
            text = text.replace(f'msgstr[{index}] ""', f'msgstr[{index}] "{form}"', 1)
        path.write_text(text)
        catalogues.compile_all()

    with translation.override(language):
        words = [ngettext("player", "players", number) for number in (0, 1, 2, 4, 5, 12, 22, 25)]

    assert " ".join(words) == expected


def test_english_needs_no_catalogue():
    with translation.override("en"):
        assert gettext("Tournaments") == "Tournaments"
