"""Pages as a browser lays them out: what is seen counts, how a template is broken does not."""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import path

from tests.markup import inner_values, ragged_links, repeated_ids, seen
from tournaments.views.public.player import Neighbour

ODD = "<ul>\n  <li>\n    Anna\n  </li>\n</ul>\n"
urlpatterns = [
    path("page/", lambda _request: HttpResponse(ODD)),
    path("ragged/", lambda _request: HttpResponse("<p><a href='/'>Anna </a>, Petr</p>")),
    path("text/", lambda _request: HttpResponse(ODD, content_type="text/plain")),
]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("<ul>\n <li>\n a </li> <li>b</li></ul>", "<ul><li>a</li><li>b</li></ul>"),
        pytest.param(
            "<td>\n <span>\n 3 </span>\n</td>", "<td><span>3</span></td>", id="inner edge"
        ),
        pytest.param("a  <b>b</b>\nc", "a <b>b</b> c", id="between words"),
        pytest.param("a<b>b</b>c", "a<b>b</b>c", id="none between words"),
        pytest.param("<p>a <b> c</b></p>", "<p>a <b>c</b></p>", id="two are one"),
        pytest.param("<b>a </b>c", "<b>a</b> c", id="at the end of a phrase"),
        pytest.param('<a\n  class="button  {}"\n>\n b </a> c', '<a class="button {}">b</a> c'),
        pytest.param("a <button> b </button> c", "a <button>b</button> c", id="a box in a line"),
        pytest.param('<input value="a  b"  >', '<input value="a  b">', id="what is typed stays"),
        pytest.param('<td>\n<input type="hidden">\na</td>', '<td><input type="hidden">a</td>'),
        pytest.param("<pre>\n a\n  b</pre> c", "<pre>\n a\n  b</pre>c", id="as it is"),
        pytest.param("a&nbsp; b\xa0c", "a&nbsp; b\xa0c", id="hard spaces"),
    ],
)
def test_whitespace_that_no_browser_shows_is_gone(written, shown):
    assert seen(written) == shown
    assert seen(shown) == shown


@pytest.mark.urls("tests.test_markup")
def test_clients_hand_over_what_is_seen_and_keep_what_was_sent():
    page, text = Client().get("/page/"), Client().get("/text/")

    assert page.content.decode() == "<ul><li>Anna</li></ul>"
    assert page.sent.decode() == ODD
    assert text.content.decode() == ODD


@pytest.mark.parametrize(
    ("written", "ragged"),
    [
        ('<a href="/"> Anna</a>', True),
        ('<a\n href="/">Anna\n</a>', True),
        ('<a\n href="/"\n>Anna <b>Nová</b></a> ', False),
        ("<abbr> Anna </abbr>", False),
    ],
)
def test_a_link_is_ragged_if_whitespace_would_be_underlined(written, ragged):
    assert bool(ragged_links(written)) is ragged


@pytest.mark.urls("tests.test_markup")
def test_a_page_with_a_ragged_link_fails_the_test_that_reads_it():
    with pytest.raises(AssertionError, match="Anna "):
        Client().get("/ragged/")


class Plain:
    pass


@pytest.mark.parametrize(
    "value", [Neighbour(None, 2, "success"), Plain(), ["Anna"], {"Anna": 1}, User(username="anna")]
)
def test_a_value_of_the_program_on_a_page_is_seen(value):
    assert inner_values(Template("<li>{{ value }}</li>").render(Context({"value": [value]})))
    assert not inner_values("<li>Anna (brick=2), &lt;script&gt; and R1 (BBLWGA)</li>")


def test_an_id_that_stands_twice_is_seen():
    assert repeated_ids('<p id="why"></p><label for="why"></label><textarea id="why">') == ["why"]
    assert repeated_ids('<p id="why" data-id="why"></p><b data-list-id="why">id="why"</b>') == []
