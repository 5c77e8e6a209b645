"""Every rule of a game that a page names can be read."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.engine import rulesets
from games.wording.rulebooks import BOOKS

pytestmark = pytest.mark.django_db

RULES = {id_: rule for ruleset in rulesets.RULESETS for id_, rule in ruleset.rules.items()}


def link(rule_id: str) -> str:
    with translation.override("en"):
        return render_to_string("_rule.html", {"rule_id": rule_id})


def test_every_rule_of_a_game_leads_to_its_words(client):
    pages = {key: client.get(f"/en/games/rules/{key}/").content.decode() for key in BOOKS}
    told = {
        f"/en/games/rules/{key}/#{id_}": unescape(words)
        for key, page in pages.items()
        for id_, words in re.findall(
            r'(?s)<li id="([^"]+)"[^>]*>.*?class="grow">(.*?)</span>', page
        )
    }

    for id_, rule in RULES.items():
        if not id_.startswith("T-"):
            (address,) = re.findall(r'href="([^"]+)"', link(id_))
            assert told[address] == rule.text


def test_a_book_is_in_the_order_of_its_numbers(client):
    page = client.get("/en/games/rules/CK/").content.decode()

    ids = re.findall(r'<li id="([^"]+)"', page)
    assert ids == sorted(ids, key=lambda id_: (len(id_.split("-")[0]), id_))
    assert {id_.split("-")[0] for id_ in ids} == {"CK", "CKD", "CKS", "CKV"}


def test_a_book_is_in_the_language_of_the_reader(client):
    assert RULES["DG-043"].text not in client.get("/games/rules/DG/").content.decode()


@pytest.mark.rule("B-147", "B-148", "B-172", "B-173")
@pytest.mark.parametrize(
    ("language", "road", "army"),
    [
        ("en", "Longest Road", "Largest Army"),
        ("cs", "Nejdelší obchodní cest", "Největší vojsk"),
        ("pl", "Najdłuższa droga handlowa", "Najwyższa władza rycerska"),
    ],
)
def test_both_special_tiles_are_found_by_what_their_booklet_calls_them(
    client, language, road, army
):
    found = {
        id_: unescape(words)
        for id_, words in re.findall(
            r'(?s)<li id="([^"]+)"[^>]*>.*?class="grow">(.*?)</span>',
            client.get(f"/{language}/games/rules/B/".replace("/cs/", "/")).content.decode(),
        )
    }

    assert road in found["B-147"]
    assert road in found["B-148"]
    assert road in found["B-149"]
    assert army in found["B-172"]
    assert army in found["B-173"]
    assert army in found["B-174"]


def test_there_is_no_other_book(client):
    assert client.get("/en/games/rules/T/").status_code == 404


@pytest.mark.parametrize("rule_id", ["TG-22", "CK-999", "B", ""])
def test_what_no_page_tells_has_no_link(rule_id):
    assert "href" not in link(rule_id)


@pytest.mark.parametrize("rule_id", ["T-012", "D-122"])
def test_rules_of_the_tour_stay_on_their_page(rule_id):
    assert f'href="/en/rules/#{rule_id}"' in link(rule_id)


def test_a_finding_of_a_game_leads_to_the_rule(client):
    page = client.get("/en/games/validate/", {"sample": "broken"}).content.decode()

    assert 'href="/en/games/rules/B/#B-110"' in page
