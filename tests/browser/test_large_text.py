"""A page fits a phone on which it is twice as large, and one on which its letters alone are."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.browser.chromium import PHONE
from tests.browser.test_recorder import started, user_of
from tournaments.models.entry import EntryState
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HALF = {"width": PHONE["width"] // 2, "height": PHONE["height"] // 2}

# What is wider than the screen or than the card it is in, and words that are broken where one looks
# first. Longer ones may be: browsers that know the language do so with a hyphen.
AMISS = """() => {
  const { scrollWidth } = document.documentElement;
  const amiss = scrollWidth > innerWidth ? [`${scrollWidth} wide`] : [];
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
  const all = (kinds) => [...document.querySelectorAll(`main :is(${kinds})`)].filter(shown);
  for (const card of all(".card, .rows, .cautions, .button, .badge")) {
    const { right } = card.getBoundingClientRect();
    for (const one of card.querySelectorAll("*:not(.scroll *, svg *, .visually-hidden)")) {
      if (shown(one) && one.getBoundingClientRect().right > right + 1)
        amiss.push(`${one.tagName} out of ${card.className}: ${one.textContent.trim()}`);
    }
  }
  const summary = "summary:not(.standings *)";
  for (const said of all(`h1, h2, h3, .button, .badge, dt, dd, label, ${summary}, .breadcrumb a`)) {
    const texts = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      for (const { 0: word, index } of text.data.matchAll(/(?<!\\p{L})\\p{L}{1,12}(?!\\p{L})/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const parts = [...range.getClientRects()].filter((part) => part.width > 1);
        if (new Set(parts.map((part) => part.top)).size > 1) amiss.push(`broken: ${word}`);
      }
    }
  }
  return amiss;
}"""


@pytest.fixture
def looked_at(visit):
    """What is amiss on a page: twice as large as a whole, and in its letters alone."""

    def look(address, as_user=None):
        amiss = []
        for viewport, size in ((HALF, "100%"), (PHONE, "200%")):
            page = visit(viewport, as_user=as_user)
            for language in ("pl", "de"):
                page.goto(f"/{language}/{address}")
                page.wait_for_load_state()
                page.evaluate(
                    """(size) => {
                        document.documentElement.style.fontSize = size;
                        for (const one of document.querySelectorAll("details")) one.open = true;
                    }""",
                    size,
                )
                amiss += [(size, language, *page.evaluate(AMISS))]
        return [one for one in amiss if len(one) > 2]

    return look


@pytest.mark.parametrize(
    "address",
    [
        "",
        "season/",
        "games/dice/",
        "games/dice/sheet/",
        "games/position/",
        "games/validate/?sample=kept",
    ],
)
def test_a_page_of_everybody_fits_a_phone_at_200_percent(looked_at, address):
    make.played_out(8, rounds=1)

    assert looked_at(address) == []


@pytest.mark.parametrize(
    "page", ["", "standings/", "rounds/1/", "players/1/", "rules/", "my/{}/", "my/{}/result/2/"]
)
def test_a_page_of_an_event_fits_a_phone_at_200_percent(looked_at, page):
    tournament = make.ready_to_draw(8, from_the_table="agreed")
    make.play(tournament)
    make.publish(tournament, 2)
    entry = tournament.entries.get(number=1)

    assert looked_at(f"t/{tournament.slug}/{page.format(entry.token)}") == []


@pytest.mark.parametrize("page", ["", "register/", "my/{}/", "sign-off/{}/"])
def test_a_page_of_signing_up_fits_a_phone_at_200_percent(looked_at, page):
    tournament = make.make_tournament(capacity=40)
    entry = make.make_entry(tournament, "Eva Malá", state=EntryState.CONFIRMED)

    assert looked_at(f"t/{tournament.slug}/{page.format(entry.token)}") == []


@pytest.mark.parametrize("page", ["", "2/", "2/result/"])
def test_a_page_at_a_table_fits_a_phone_at_200_percent(looked_at, page):
    tournament = make.ready_to_draw(8, from_the_table="agreed")
    table = make.publish(tournament).tables.get(number=1)
    with translation.override("en"):
        address = reverse("table_page", args=[tournament.slug, 1, 1, code_of(table)])

    assert looked_at(address.removeprefix("/en/") + page) == []


def test_the_recorder_fits_a_phone_at_200_percent(looked_at, table):
    started(table)
    slug = table.draw.round.tournament.slug

    assert looked_at(f"t/{slug}/desk/rounds/1/tables/{table.number}/record/", user_of(table)) == []
