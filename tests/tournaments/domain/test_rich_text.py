"""Markdown of strangers: what it becomes, and what is refused before it takes long."""

import re

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.texts import PILES
from tournaments.domain import rich_text
from tournaments.domain.rich_text import DEEPEST, LONGEST_TEXT, TAGS, rendered, shown
from tournaments.domain.values import Refused

DEMO = "Hrajeme **čtyři kola** podle pravidel Catan Tour. Občerstvení na místě."

EVERYTHING = """\
# Come

text
line\x20\x20
break <br> x

* a
    * b
* c

3. x
4. y

| a | b |
|---|---|
| 1 | 2 |

> q

    code

`c` <http://a.cz> [l](http://b.cz "t") ![i](x.png)

---

A & B < C
"""

MADE = (
    "<h3>Come</h3> <p>text line<br> break <br> x</p> <ul> <li>a <ul> <li>b</li> </ul> </li> "
    "<li>c</li> </ul> <ol> <li>x</li> <li>y</li> </ol> "
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody> <tr><td>1</td><td>2</td></tr> "
    "</tbody></table> <blockquote> <p>q</p> </blockquote> <pre><code>code </code></pre> "
    '<p><code>c</code> <a href="http://a.cz" rel="noopener noreferrer">http://a.cz</a> '
    '<a href="http://b.cz" title="t" rel="noopener noreferrer">l</a> </p> <hr> '
    "<p>A &amp; B &lt; C</p> "
)


def test_the_text_of_the_demo_looks_as_it_should():
    assert rendered(DEMO) == (
        "<p>Hrajeme <strong>čtyři kola</strong> podle pravidel Catan Tour. "
        "Občerstvení na místě.</p>\n"
    )


def test_everything_that_a_text_may_hold_becomes_its_element():
    assert re.sub(r"\s+", " ", rendered(EVERYTHING)) == MADE


def test_headings_begin_below_those_of_the_page():
    html = rendered("\n".join(f"{'#' * level} a" for level in range(1, 7)))

    assert re.findall(r"<h(\d)>", html) == ["3", "4", "5", "6", "6", "6"]


def test_nothing_dangerous_comes_through():
    html = rendered(
        "# Come\n\n**All** of you\n\n- a\n\n<script>alert(1)</script>\n\n"
        "[x](javascript:alert(1)) <a href='https://a.example' onclick='x()'>y</a>"
        "<img src=x onerror=alert(1)><style>p{}</style>"
    )

    assert 'href="https://a.example"' in html
    for danger in ("script", "onclick", "onerror", "<img", "<style", "alert"):
        assert danger not in html


@pytest.mark.parametrize("name", PILES)
def test_a_pile_of_signs_has_a_verdict_after_few_elements(name, monkeypatch):
    """The work is counted, not timed: elements that were read, and letters that were cleaned."""
    text = PILES[name][:LONGEST_TEXT]
    events, cleaned = [], []

    def counted(text):
        for event in rich_text.pyromark.events(
            text, options=rich_text.pyromark.Options.ENABLE_TABLES
        ):
            events.append(event)
            yield event

    class Parser:
        events = staticmethod(counted)
        html = staticmethod(rich_text.PARSER.html)

    def clean(html, *, really=nh3.clean, **options):
        cleaned.append(len(html))
        return really(html, **options)

    monkeypatch.setattr(rich_text, "PARSER", Parser)
    monkeypatch.setattr(rich_text.nh3, "clean", clean)

    try:
        html = rendered(text)
    except Refused:
        html = ""

    assert len(events) <= 20_000
    assert sum(cleaned) <= 200_000
    assert len(html) <= 200_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x" * (LONGEST_TEXT + 1), "at most; this one has 10001"),
        ("> " * (DEEPEST + 1) + "x", "too deep"),
        ("\n".join(" " * 2 * deep + "- a" for deep in range(11)), "too deep"),
        ("<ul><li>" * 11, "too deep"),
        ("<b a>" * 201, "too many"),
        ("|".join("a" * 50) + "\n" + "|".join("-" * 50) + "\n" + "a\n" * 100, "too many"),
    ],
    ids=["long", "quotations", "lists", "tags in tags", "tags", "table"],
)
def test_what_would_take_long_is_refused(text, words):
    with pytest.raises(Refused) as refusal:
        rendered(text)

    assert words in str(refusal.value)


def test_a_text_from_before_the_bounds_is_shown_as_it_was_typed():
    old = "[" * 20_000 + "<script>\n\nEnd"

    assert shown(old) == f"<p>{'[' * 20_000}&lt;script&gt;</p><p>End</p>"


@given(
    text=st.one_of(st.text(), st.text(alphabet="[]()<>!*_`#>-+|\\&;:\"'=~ \t\na1/", max_size=400))
)
def test_any_text_becomes_clean_html_or_is_refused(text):
    try:
        html = rendered(text)
    except Refused:
        return

    assert nh3.clean(html, tags=TAGS, attributes={"a": {"href"}}) == html
    assert rich_text._depth(html) <= DEEPEST
