"""A guide that is written once, as a document, is read as pages of the help."""

import re

from tournaments.domain.guide import Page, Part, as_html, opening_of, page_of, pages_of, title_of

GUIDE = """\
[Po polsku](day.pl.md)

# The day

For whom it is.

<a id="door"></a>
## At the door

Say hello.

<a id="late"></a>
### Who is late

Wait.

<a id="end"></a>
## The end

Go home.
"""


def test_a_long_guide_is_a_page_for_each_chapter():
    late = Part("late", "Who is late", "Wait.")

    assert pages_of(GUIDE) == (
        Page("door", "At the door", "Say hello.", (late,)),
        Page("end", "The end", "Go home.", ()),
    )


def test_a_short_guide_is_one_page_with_its_chapters_as_parts():
    page = page_of(GUIDE, key="day")

    assert (page.key, page.title, page.opening) == ("day", "The day", "For whom it is.")
    assert [part.key for part in page.parts] == ["door", "end"]


def test_what_leads_to_the_other_languages_is_no_part_of_the_text():
    assert (title_of(GUIDE), opening_of(GUIDE)) == ("The day", "For whom it is.")


def test_a_link_leads_to_what_has_an_address_by_its_anchor_or_its_document():
    addresses = {"#end": "/help/end/", "#games": "/help/games/", "games": "/games/validate/"}

    html = as_html("[Home](#end), [there](day.pl.md#end), [write](games.cs.md)", addresses)

    assert re.findall('href="([^"]+)"', html) == ["/help/end/", "/help/end/", "/games/validate/"]


def test_a_link_to_what_the_site_does_not_have_leaves_its_words():
    assert as_html("See [it](end.md).", {"#end": "/help/end/"}) == "<p>See it.</p>\n"


def test_a_table_lies_in_a_box_that_can_be_scrolled():
    html = as_html("|a|b|\n|-|-|\n|1|2|\n", {})

    assert html.startswith('<div class="scroll" tabindex="0"><table>')
    assert html.rstrip().endswith("</table></div>")


def test_no_line_ends_within_the_number_of_a_rule():
    html = as_html("Refused (T-012).", {})

    assert html == '<p>Refused (<span class="whole-word">T-012</span>).</p>\n'
