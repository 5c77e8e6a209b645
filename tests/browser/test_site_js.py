"""The script of every page, in a browser, under the site's own content security policy."""

import datetime as dt
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ORIGIN = "http://127.0.0.1"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Site:
    """Answers the browser from a dictionary of pages, in the frame and with the site's headers."""

    def __init__(self, page):
        self.page = page
        self.bodies = {}
        self.posted = []
        self.now = dt.datetime.now(dt.UTC)
        page.route(f"{ORIGIN}/**", self._answer)

    def open(self, body, *scripts):
        """Show this in the frame, with the scripts of these names beside that of every page."""
        self.bodies["/"] = render_to_string("base.html").replace('role="alert" hidden', "hidden")
        for name in scripts:
            script = f'<script type="module" src="/static/js/{name}.js"></script>'
            self.bodies["/"] = self.bodies["/"].replace("</head>", f"{script}</head>")
        self.bodies["/"] = self.bodies["/"].replace("</main>", f"{body}</main>")
        self.page.goto(f"{ORIGIN}/")
        self.page.wait_for_function("document.readyState == 'complete'")

    def _answer(self, route):
        request = route.request
        path = request.url.removeprefix(ORIGIN)
        headers = {"Site-Time": self.now.isoformat(), "Content-Security-Policy": _policy()}
        if path.startswith("/static/"):
            file = Path(finders.find(path.removeprefix("/static/")))
            headers["Content-Type"] = TYPES.get(file.suffix, "application/json")
            route.fulfill(body=file.read_bytes(), headers=headers)
            return
        if request.method == "POST":
            self.posted.append(request.post_data)
        headers["Content-Type"] = "text/html; charset=utf-8"
        route.fulfill(body=self.bodies.get(path, ""), headers=headers)


def _policy():
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


@pytest.fixture
def site(page):
    return Site(page)


def test_the_search_finds_names_typed_without_accents(site, page):
    site.open(
        '<input type="search" data-filter="#people"><ul id="people">'
        "<li data-search>Bartoloměj Krátký</li><li data-search>Łucja Żak</li></ul>"
        "<p data-search-none hidden>Nikdo</p>"
    )

    page.fill("input", "lucja za")

    assert page.locator("#people li:visible").all_inner_texts() == ["Łucja Żak"]


@pytest.mark.parametrize("typed", ["do ngoc", "øystein", "oystein"])
def test_the_search_finds_letters_that_unicode_does_not_take_apart(site, page, typed):
    site.open(
        '<input type="search" data-filter="#people"><ul id="people">'
        "<li data-search>Đỗ Ngọc Ánh, Øystein</li></ul>"
    )

    page.fill("input", typed)

    assert page.locator("#people li:visible").count() == 1


def test_a_search_that_finds_nobody_says_so(site, page):
    site.open(
        '<input type="search" data-filter="#people"><ul id="people"><li data-search>Anna</li></ul>'
        "<p data-search-none hidden>Nikdo</p>"
    )

    page.fill("input", "x")

    assert page.locator("[data-search-none]").is_visible()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (
            "osady",
            ["Osada stojí na průsečíku.", "Kdo má dost osad, vyhrál.", "Osadę stawia gracz."],
        ),
        ("kartami", ["Karet je sedm.", "Karta platí jednou."]),
        ("graczom", ["Osadę stawia gracz."]),
        ("settlements of", ["A settlement of one's own."]),
        ("Siedlungen", ["Eine Siedlung kostet eine Wolle."]),
        ("strassen", ["Jede Straße kostet Lehm."]),
        ("sedmi", ["Karet je sedm."]),
        ("ostrov", []),
    ],
)
def test_a_word_finds_the_rules_that_have_another_form_of_it(site, page, typed, found):
    rules = (
        "Osada stojí na průsečíku.",
        "Kdo má dost osad, vyhrál.",
        "Osadę stawia gracz.",
        "Karet je sedm.",
        "Karta platí jednou.",
        "A settlement of one's own.",
        "Eine Siedlung kostet eine Wolle.",
        "Jede Straße kostet Lehm.",
    )
    site.open(
        '<input type="search" data-filter="#rulebook" data-inflected><ul id="rulebook">'
        + "".join(f"<li data-search>{rule}</li>" for rule in rules)
        + "</ul>"
    )

    page.fill("input", typed)

    assert page.locator("#rulebook li:visible").all_inner_texts() == found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("T-59", ["T-059"]),
        ("t059", ["T-059"]),
        ("T59", ["T-059"]),
        ("D123", ["D-123"]),
        ("t5", ["D-123"]),
        ("tg-8", ["TG-08"]),
        ("T-9", []),
    ],
)
def test_a_rule_is_found_by_its_number_however_it_is_typed(site, page, typed, found):
    rules = ("T-059 The bell.", "D-123 A tie (T-005).", "TG-08 The robber.")
    parted = (rule.split(" ", 1) for rule in rules)
    site.open(
        '<input type="search" data-filter="#rulebook" data-inflected><ul id="rulebook">'
        + "".join(f"<li data-search><b>{id_}</b><span>{text}</span></li>" for id_, text in parted)
        + "</ul>"
    )

    page.fill("input", typed)

    assert page.locator("#rulebook li:visible b").all_inner_texts() == found


def test_the_search_marks_the_seat_and_keeps_the_whole_table(site, page):
    site.open(
        '<input type="search" data-filter="#tables"><ul id="tables">'
        "<li data-search-group><b data-search>Anna</b><b data-search>Cyril</b></li>"
        "<li data-search-group><b data-search>Dana</b></li></ul>"
    )

    page.fill("input", "cyr")

    assert page.locator("b:visible").all_inner_texts() == ["Anna", "Cyril"]
    assert page.locator(".found").all_inner_texts() == ["Cyril"]


def test_enter_goes_to_the_next_field_and_sends_from_the_last(site, page):
    site.open(
        '<form method="post" action="/sent/" data-keys>'
        '<input class="digits" name="a"><input class="digits" name="b"><button>OK</button></form>'
    )

    page.focus("[name=a]")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    page.keyboard.type("8")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert site.posted == ["a=10&b=8"]


def test_a_double_click_sends_once_with_the_name_of_the_button(site, page):
    site.open(
        '<form method="post" action="/sent/"><button name="act" value="draw">OK</button></form>'
    )

    with page.expect_navigation():
        page.dblclick("main button")

    assert site.posted == ["act=draw"]


@pytest.mark.rule("T-059", "T-066")
def test_what_holds_for_a_time_is_shown_as_long_by_the_time_of_the_site(site, page):
    site.now += dt.timedelta(hours=1)
    past, soon = site.now - dt.timedelta(minutes=1), site.now + dt.timedelta(minutes=5)
    page.clock.install()

    site.open(
        f'<p data-since="{past.isoformat()}" data-until="{soon.isoformat()}" hidden>Play on</p>'
        f'<p data-since="{soon.isoformat()}" hidden>Over</p>'
        f'<p data-until="{past.isoformat()}">Before</p>'
    )

    expect(page.get_by_text("Play on")).to_be_visible()
    expect(page.get_by_text("Before")).to_be_hidden()
    expect(page.get_by_text("Over")).to_be_hidden()
    page.clock.fast_forward("05:01")
    expect(page.get_by_text("Over")).to_be_visible()
    expect(page.get_by_text("Play on")).to_be_hidden()


def test_the_clock_goes_by_the_time_of_the_site(site, page):
    site.now += dt.timedelta(hours=3)
    bell = site.now + dt.timedelta(minutes=5, seconds=30)
    site.open(f'<time class="clock" data-clock datetime="{bell.isoformat()}">-</time>')

    expect(page.locator(".clock")).to_have_text(re.compile("^5:"))
    expect(page.locator(".clock")).to_have_class(re.compile("ending"))


SOUND_OF_THE_BELL = (
    '<p hidden data-bell-sound data-warns="It is near" data-rang="It has rung">'
    '<button type="button" aria-pressed="false">Ring</button></p>'
)

COUNT_TONES = """
window.tones = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (at) {
  tones.push(this.frequency.value);
  start.call(this, at);
};
"""


def open_with_bell(site, page, seconds):
    bell = site.now + dt.timedelta(seconds=seconds)
    site.open(
        f'<time class="clock" data-clock data-rings datetime="{bell.isoformat()}"></time>'
        f"{SOUND_OF_THE_BELL}",
        "bell",
    )


@pytest.mark.parametrize(
    ("minutes", "said", "tones"),
    [
        pytest.param(5, "It is near", [880, 880], id="the warning"),
        pytest.param(0, "It has rung", [220, 607, 1188] * 3, id="the bell"),
    ],
)
def test_a_page_sounds_five_minutes_before_the_bell_and_at_it(site, page, minutes, said, tones):
    page.add_init_script(COUNT_TONES)
    page.clock.install()
    open_with_bell(site, page, 60 * minutes + 60)
    expect(page.locator(".clock")).to_have_text(re.compile(":"))
    page.get_by_role("button", name="Ring").click()
    expect(page.get_by_role("button", name="Ring")).to_have_attribute("aria-pressed", "true")
    page.evaluate("tones.length = 0")

    page.clock.fast_forward("01:01")
    expect(page).to_have_title(said)

    assert [round(tone) for tone in page.evaluate("tones")] == tones


def test_nothing_sounds_where_nobody_tapped_for_it_but_the_tab_tells_of_the_bell(site, page):
    page.add_init_script(COUNT_TONES)
    open_with_bell(site, page, 3)

    expect(page).to_have_title("It has rung")

    assert page.evaluate("tones") == []


def test_a_page_that_was_opened_anew_sounds_again_after_any_tap(site, page):
    open_with_bell(site, page, 3600)
    page.get_by_role("button", name="Ring").click()
    page.reload()
    button = page.get_by_role("button", name="Ring")
    expect(button).to_have_attribute("aria-pressed", "false")

    page.locator(".clock").click()
    expect(button).to_have_attribute("aria-pressed", "true")

    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_what_is_said_from_now_on_is_said_aloud(site, page):
    soon = site.now + dt.timedelta(seconds=2)
    site.open(f'<p data-since="{soon.isoformat()}" data-aloud hidden>The bell is near.</p>')

    expect(page.locator("#told")).to_have_text("The bell is near.")


def come_back(page):
    """Lets the page ask for itself anew, and goes on when it has done with the answer."""
    page.evaluate(
        """() => new Promise((done) => {
            document.addEventListener("htmx:afterRequest", () => done(), { once: true });
            document.dispatchEvent(new CustomEvent("back"));
        })"""
    )


def wait_a_minute(page):
    """The same by the time that has passed; the page's clock is the test's (`page.clock`)."""
    page.evaluate(
        """() => {
            const done = () => { window.minutes = 1 };
            window.minutes = 0;
            document.addEventListener("htmx:afterRequest", done, { once: true });
        }"""
    )
    page.clock.fast_forward("01:00")
    page.wait_for_function("() => window.minutes === 1")


POLLING = (
    '<div id="part" hx-get="/part/" hx-trigger="every 60s, back from:document"'
    ' hx-swap="innerHTML">'
    '<p id="row" data-mark>28</p><details id="why"><summary>Proč</summary>x</details><input></div>'
)


def test_a_page_that_refreshes_itself_marks_what_changed_and_leaves_open_what_was(site, page):
    site.bodies["/part/"] = (
        '<p id="row" data-mark>31</p><details id="why"><summary>Proč</summary>y</details>'
    )
    page.clock.install()
    site.open(POLLING)

    page.click("summary")
    wait_a_minute(page)

    expect(page.locator("#row.changed")).to_have_text("31")
    expect(page.locator("#why")).to_have_attribute("open", "")


def test_a_marked_row_that_is_exchanged_again_is_no_breach_of_the_policy(site, page):
    site.bodies["/part/"] = '<p id="row" data-mark>31</p>'
    site.open(POLLING)
    come_back(page)
    expect(page.locator("#row.changed")).to_have_text("31")

    site.bodies["/part/"] = '<p id="row" data-mark>33</p>'
    come_back(page)

    # Whatever the browser refused is told in its console, which fails the test at its end.
    expect(page.locator("#row.changed")).to_have_text("33")


def test_a_page_that_refreshes_itself_waits_for_what_is_being_typed(site, page):
    site.bodies["/part/"] = '<p id="row" data-mark>31</p>'
    site.bodies["/part/"] += "<input>"
    page.clock.install()
    site.open(POLLING)

    page.fill("#part input", "rozepsáno")
    wait_a_minute(page)

    expect(page.locator("#part input")).to_have_value("rozepsáno")


def test_a_page_that_refreshes_itself_waits_for_the_answer_to_a_question(site, page):
    site.bodies["/part/"] = '<p id="row" data-mark>31</p>'
    asked = '<form method="post"><input type="hidden" name="cautions" value="T-028"></form></div>'
    page.clock.install()
    site.open(POLLING.replace("</div>", asked))

    wait_a_minute(page)

    expect(page.locator("#part form")).to_have_count(1)


def test_an_open_question_stays_while_something_else_is_done_beside_it(site, page):
    form = '<form method="post" id="accepting-{}" hx-post="/part/" hx-target="#part">{}</form>'
    asked = '<input type="hidden" name="cautions" value="T-028"><button>Yes</button>'
    accept = "<button>Accept</button>"
    site.bodies["/part/"] = form.format(1, accept)
    forms = form.format(1, asked) + form.format(2, asked) + form.format(3, accept)
    site.open(f'<div id="part">{forms}</div>', "questions")

    with page.expect_response("**/part/"):
        page.click("#accepting-3 button")

    expect(page.locator("#accepting-2")).to_have_count(0)
    expect(page.locator("#accepting-1 button")).to_have_text(["Yes"])


def test_a_question_that_was_answered_is_not_asked_again(site, page):
    form = '<form method="post" id="accepting-1" hx-post="/part/" hx-target="#part">{}</form>'
    site.bodies["/part/"] = form.format("<button>Accept</button>")
    asked = '<input type="hidden" name="cautions" value="T-028"><button>Yes</button>'
    site.open(f'<div id="part">{form.format(asked)}</div>', "questions")

    with page.expect_response("**/part/"):
        page.click("#accepting-1 button")

    expect(page.locator("#accepting-1 button")).to_have_text(["Accept"])


def test_enter_in_a_search_that_stays_goes_to_what_was_found(site, page):
    site.open(
        '<form role="search"><input type="search" data-filter="#rulebook" data-stay></form>'
        '<ul id="rulebook"><li data-search>Robber</li><li data-search>Harbour</li></ul>'
    )

    page.fill("input", "harb")
    page.press("input", "Enter")

    assert page.locator("input").input_value() == "harb"
    assert page.locator("#rulebook li:visible").all_inner_texts() == ["Harbour"]


def test_alt_and_a_letter_press_what_carries_the_shortcut(site, page):
    site.open(
        '<form method="post" action="/sent/">'
        '<button data-shortcut="N" name="act" value="next">OK</button></form>'
    )

    with page.expect_navigation():
        page.keyboard.press("Alt+n")

    assert site.posted == ["act=next"]


def test_a_shortcut_waits_for_no_answer_that_the_clock_waits_for(site, page):
    """The clock asks the site for its time, which a full antenna lets nobody hear for long."""
    page.route(f"{ORIGIN}/health/", lambda route: None)
    site.open(
        f'<time class="clock" data-clock datetime="{site.now.isoformat()}"></time>'
        '<form method="post" action="/sent/">'
        '<button data-shortcut="N" name="act" value="next">OK</button></form>'
    )

    with page.expect_navigation():
        page.keyboard.press("Alt+n")

    assert site.posted == ["act=next"]


@pytest.mark.parametrize(
    ("languages", "offered"),
    [
        (["pl-PL", "pl", "en-US"], "pl"),
        (["en-GB", "cs"], None),
        (["de-AT", "en"], "de"),
        (["fr", "en"], "en"),
        (["fr"], None),
    ],
)
def test_a_page_in_a_language_that_the_browser_does_not_speak_offers_another(
    site, page, languages, offered
):
    page.add_init_script(
        f"Object.defineProperty(navigator, 'languages', {{get: () => {languages}}})"
    )
    with translation.override("cs"):
        site.open("")
        shown = page.locator("[data-language-offer]:visible")

        assert [offer.get_attribute("lang") for offer in shown.all()] == [offered] * bool(offered)
        if offered:
            shown.get_by_role("button").click()
            site.open("")
            assert shown.count() == 0


CHANNEL = """
<h1 data-own-page="brno:12">Ivan</h1>
<div id="live" hx-get="/part" hx-trigger="back from:document" hx-swap="outerHTML">before</div>
<p id="news" role="alert" hidden data-live="/live/brno/" data-version="7"
  data-seat="Round {round}: table {table}"><a href="/rounds/"></a></p>
"""


CALL = """
<div id="live" hx-get="/part" hx-trigger="back from:document" hx-swap="outerHTML"><p>{words}</p>
<form action="/call/" method="post">{field}<button>Call</button></form></div>
"""
TEXT = '<input name="text">'


def test_what_is_typed_stays_in_its_field_when_the_page_comes_anew(site, page):
    site.bodies["/part"] = CALL.format(words="after", field=TEXT)
    site.open(CALL.format(words="before", field=TEXT), "typed")
    page.fill("[name=text]", "The dice fell down.")
    page.locator("[name=text]").blur()

    come_back(page)

    expect(page.get_by_text("after", exact=True)).to_be_visible()
    expect(page.locator("[name=text]")).to_have_value("The dice fell down.")


def test_a_form_that_is_being_sent_is_not_taken_away(site, page):
    """Its button has the focus, or was pressed a moment ago."""
    site.bodies["/part"] = CALL.format(words="after", field=TEXT)
    site.open(CALL.format(words="before", field=TEXT), "typed")
    page.fill("[name=text]", "The dice fell down.")
    page.evaluate("document.forms[0].addEventListener('submit', (event) => event.preventDefault())")

    page.get_by_role("button", name="Call", exact=True).click()
    page.locator("button", has_text="Call").blur()
    come_back(page)

    expect(page.get_by_text("before", exact=True)).to_be_visible()


@pytest.mark.parametrize(("field", "leave"), [("", True), (TEXT, False)])
def test_the_page_waits_while_somebody_types_and_for_a_field_that_has_gone(
    site, page, field, leave
):
    site.bodies["/part"] = CALL.format(words="after", field=field)
    site.open(CALL.format(words="before", field=TEXT), "typed")
    page.fill("[name=text]", "The dice fell down.")
    if leave:
        page.locator("[name=text]").blur()

    come_back(page)

    expect(page.get_by_text("before", exact=True)).to_be_visible()
    expect(page.locator("[name=text]")).to_have_value("The dice fell down.")


class Stream:
    """Answers the live channel with one event a connection, the last one for ever."""

    def __init__(self, page, *events):
        self.events = list(events)
        page.route(f"{ORIGIN}/live/brno/", self._answer)

    def _answer(self, route):
        event = self.events.pop(0) if len(self.events) > 1 else self.events[0]
        body = f"retry: 50\ndata: {json.dumps(event)}\n\n"
        route.fulfill(body=body, headers={"Content-Type": "text/event-stream"})


def at(version, draw="", round=2, **tables):
    return {"version": version, "draw": draw, "pace": 0, "round": round, "tables": tables}


def test_a_phone_hears_its_table_and_fetches_the_page(site, page):
    Stream(page, at(7, round=0), at(8, "1-100", **{"12": 5}))
    site.bodies["/part"] = '<div id="live">after</div>'

    site.open(CHANNEL)

    assert page.locator("#news:visible").inner_text() == "Round 2: table 5"
    page.get_by_text("after", exact=True).wait_for()


def test_the_news_of_a_table_goes_once_the_page_itself_shows_it(site, page):
    Stream(page, at(7, round=0), at(8, "1-100", **{"12": 5}))
    site.bodies["/part"] = '<div id="live"><p id="my-table-number"> 5 </p></div>'

    site.open(CHANNEL)

    page.locator("#my-table-number").wait_for()
    page.locator("#news").wait_for(state="hidden")
    assert page.locator("#news").text_content().strip() == "Round 2: table 5"


def test_the_news_of_a_table_goes_when_the_draw_is_taken_back(site, page):
    Stream(page, at(7, round=0), at(8, "1-100", **{"12": 5}), at(9, round=0))
    site.bodies["/part"] = '<div id="live">after</div>'

    site.open(CHANNEL)

    page.locator("#news", has_text="Round 2: table 5").wait_for(state="attached")
    page.locator("#news").wait_for(state="hidden")
    assert page.locator("#news").text_content().strip() == "Round 2: table 5"


def test_a_phone_that_is_opened_after_the_draw_is_told_nothing_new(site, page):
    Stream(page, at(8, "1-100", **{"12": 5}), at(9, "1-100", **{"12": 5}))
    site.bodies["/part"] = '<div id="live">after</div>'

    site.open(CHANNEL)

    page.get_by_text("after", exact=True).wait_for()
    assert page.locator("#news").is_hidden()


def test_the_desk_fetches_at_once_what_any_table_said(site, page):
    Stream(page, at(7), {**at(7), "said": [3]})
    site.bodies["/part"] = '<div id="live">after</div>'

    site.open(CHANNEL.replace("data-live=", "data-every-table data-live="))

    page.get_by_text("after", exact=True).wait_for()


LINE = """
class Line extends EventTarget {
  static CLOSED = 2;
  static OPEN = 1;
  readyState = 1;
  constructor() { super(); globalThis.line = this; }
  say(told) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(told) })); }
  close() {}
}
globalThis.EventSource = Line;
"""
"""A line that the test speaks on and breaks."""


def test_a_page_whose_line_was_down_asks_what_it_missed(site, page):
    page.add_init_script(LINE)
    asked = []
    page.on("request", lambda request: asked.append(request.url.endswith("/part")))
    site.bodies["/part"] = '<div id="live">after</div>'
    site.open(CHANNEL.replace("back from:document", "every 1s"))
    page.evaluate("told => line.say(told)", at(7))
    page.wait_for_timeout(2500)
    before = any(asked)

    page.evaluate("told => { line.dispatchEvent(new Event('error')); line.say(told); }", at(7))

    page.get_by_text("after", exact=True).wait_for()
    assert not before


def test_a_phone_is_not_sent_back_to_the_table_of_a_round_before(site, page):
    second, first = at(8, "2-200", **{"12": 5}), at(9, "1-100", round=1, **{"12": 3})
    Stream(page, second, first, at(10, "1-100", round=1, **{"12": 3}))
    site.bodies["/part"] = '<div id="live">after</div>'

    site.open(CHANNEL)

    page.get_by_text("after", exact=True).wait_for()
    assert page.locator("#news").is_hidden()


def test_a_large_screen_fetches_at_once_and_tells_nobody_a_seat(site, page):
    Stream(page, at(7, round=0), {**at(8, "1-100", **{"12": 5}), "pace": 600})
    site.bodies["/part"] = '<div id="live">after</div>'

    site.open(re.sub(r'  data-seat="[^"]*"', "", CHANNEL))

    page.get_by_text("after", exact=True).wait_for()
    assert page.locator("#news").is_hidden()


def test_a_page_without_a_channel_stays_as_it_is(site, page):
    page.route(f"{ORIGIN}/live/brno/", lambda route: route.fulfill(status=204))

    site.open(CHANNEL)

    page.get_by_text("before", exact=True).wait_for()
    assert page.locator("#news").is_hidden()
