"""What every page shares: fields, refusals and cautions in words, links to the other languages."""

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from tests import factories as make
from tests.markup import seen
from tournaments.domain.values import Caution, Refused, refuse
from tournaments.views.access import OFFICIAL_LINKS
from tournaments.wording import in_words


class NameForm(forms.Form):
    name = forms.CharField(help_text="As on the badge.")
    consent = forms.BooleanField(required=False)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_a_wrong_field_says_so_beside_itself_and_in_the_summary():
    html = seen(NameForm({}).as_div())

    assert '<a href="#id_name">Name</a>: This field is required.' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_error"' in html


def test_a_tick_stands_before_its_words():
    html = NameForm()["consent"].as_field_group()

    assert html.index("<input") < html.index("Consent")


def test_a_refusal_shows_its_words_and_its_rule():
    refusal = Refused("T-012", "{count} players cannot be seated.", count=5)

    html = render_to_string("_refusal.html", {"refusal": refusal})

    assert "5 players cannot be seated." in html
    assert "T-012" in html


def test_a_refusal_for_several_reasons_shows_each_with_its_rule():
    with pytest.raises(Refused) as refused:
        refuse([Refused("T-012", "Too few."), Refused("T-018", "Not this table.")])

    html = render_to_string("_refusal.html", {"refusal": refused.value})

    assert html.count('role="alert"') == 2
    assert html.index("Too few.") < html.index("T-012") < html.index("Not this table.")
    assert "T-018" in html


def test_confirming_a_caution_sends_again_what_was_typed():
    caution = Caution("T-013", "{name} sits at a table of three again.", (("name", "<b>Anna</b>"),))

    html = render_to_string("_cautions.html", {"cautions": [caution], "kept": [("seed", '"7"')]})

    assert '<input type="hidden" name="seed" value="&quot;7&quot;">' in html
    assert "&lt;b&gt;Anna&lt;/b&gt; sits at a table of three again." in html
    assert 'name="cautions" value="T-013: ' in html


def test_a_ruling_without_facts_may_hold_plain_words():
    assert in_words(Refused("", "The table was redrawn meanwhile.")) == (
        "The table was redrawn meanwhile."
    )


def test_every_language_is_linked_and_the_present_one_marked():
    request = RequestFactory().get("/en/?page=2")
    template = Template(
        "{% load site %}{% language_links as links %}"
        "{% for link in links %}{{ link.code }}{% if link.current %}*{% endif %} {% endfor %}"
    )

    assert template.render(Context({"request": request})) == "cs pl de en* "


@pytest.mark.parametrize("page", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_a_page_of_an_error_leads_back(page):
    html = render_to_string(page, request=RequestFactory().get("/nowhere/"))

    assert 'class="button primary" href="/' in html


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("/pl/nowhere/", ["/nowhere/", "/pl/nowhere/", "/de/nowhere/", "/en/nowhere/"]),
        ("/nowhere/?q=1", ["/nowhere/?q=1", "/pl/nowhere/?q=1", "/de/nowhere/?q=1"]),
    ],
)
def test_a_page_that_does_not_exist_has_its_languages_too(client, here, there):
    page = client.get(here).content.decode()

    for address in there:
        assert f'href="{address}"' in page


@pytest.mark.django_db
def test_what_is_typed_at_a_desk_is_kept_apart_for_each_account_and_each_link():
    """Else it would go under the name of whoever signs in next."""

    def kept(user=None, *links):
        request = RequestFactory().get("/")
        request.user, request.session = user or AnonymousUser(), {OFFICIAL_LINKS: list(links)}
        return Template("{% load site %}{% desk_outbox %}").render(Context({"request": request}))

    anna, ben = make.make_user(), make.make_user()
    keys = [kept(anna), kept(ben), kept(None, "link-of-cyril"), kept(None, "link-of-dana")]

    assert len(set(keys)) == 4
    assert kept(anna, "link-of-cyril") == kept(anna)
    assert kept(None, "link-of-cyril", "link-of-dana") == kept(None, "link-of-dana")
    assert not any("link-of" in key for key in keys)
