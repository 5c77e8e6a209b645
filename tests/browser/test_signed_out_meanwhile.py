"""What was typed in vain is in its form again: after signing in, and back from a question."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP
from tournaments.models import Ruling
from tournaments.models.entry import Role
from tournaments.models.tournament import State

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TEXT = "Hráč vzal kartu dvakrát\na řekl to až potom."


@pytest.fixture
def event():
    return make.make_tournament(state=State.RUNNING)


@pytest.fixture
def referee(event):
    user = make.make_user("rita")
    user.set_password("correct horse")
    user.save()
    make.make_official(event, Role.CHIEF_REFEREE, user=user)
    return user


def ends_with(path):
    return re.compile(re.escape(path) + "$")


def sign_out(page):
    """As another window of the same browser does."""
    cookies = [one for one in page.context.cookies() if one["name"] != "sessionid"]
    page.context.clear_cookies()
    page.context.add_cookies(cookies)


def sign_in(page):
    page.fill("[name=username]", "rita")
    page.fill("[name=password]", "correct horse")
    page.press("[name=password]", "Enter")


def test_what_was_typed_is_in_the_form_again_after_signing_in(
    event, referee, visit, mishaps, assert_accessible
):
    page = visit(LAPTOP, as_user=referee)
    player = make.checked_in(event, 4)[1]
    page.goto(reverse("referees_book", args=[event.slug]))
    page.select_option("[name=kind]", index=1)
    chosen = page.input_value("[name=kind]")
    page.locator("#concerned summary").click()
    page.locator(f"[name=players][value='{player.pk}']").check()
    page.fill("[name=question]", TEXT)
    sign_out(page)

    page.locator("form:has([name=question]) button.primary").click()
    page.wait_for_selector("h1:text('Jste odhlášeni')")
    assert_accessible(page)
    page.click("main a.primary")
    sign_in(page)
    page.wait_for_selector("#given-back:visible")

    expect(page).to_have_url(ends_with(reverse("referees_book", args=[event.slug])))
    expect(page.locator("[name=question]")).to_have_value(TEXT)
    expect(page.locator("[name=kind]")).to_have_value(chosen)
    expect(page.locator("[name=players]:checked")).to_have_count(1)
    expect(page.locator("[name=players]:checked")).to_have_value(str(player.pk))
    assert not Ruling.objects.exists()
    assert [mishap for mishap in mishaps if "403" not in mishap] == []
    mishaps.clear()

    page.locator("form:has([name=question]) button.primary").click()
    page.wait_for_selector(".message.success")

    assert Ruling.objects.get().question.split() == TEXT.split()
    page.goto(reverse("referees_book", args=[event.slug]))
    expect(page.locator("[name=question]")).to_have_value("")


def test_a_press_in_a_list_after_signing_out_says_so_and_leads_back(event, visit, mishaps):
    user = make.make_user("rita")
    make.make_official(event, Role.ORGANISER, user=user)
    make.make_entry(event)
    page = visit(as_user=user)
    page.goto(reverse("check_in_list", args=[event.slug]))
    sign_out(page)

    page.locator("button.face").first.click()
    page.wait_for_selector("#signed-out:visible")

    expect(page.locator("#signed-out a")).to_have_attribute("href", re.compile("next="))
    expect(page.locator("button.face")).to_have_count(1)
    mishaps.clear()


def test_back_from_a_question_leads_to_the_form_as_it_was_typed(event, visit):
    event.state = State.SIGN_UP
    event.save()
    entry = make.make_entry(event)
    user = make.make_user("olga")
    make.make_official(event, Role.ORGANISER, user=user)
    page = visit(as_user=user)
    page.goto(reverse("add_entry", args=[event.slug]))
    page.fill("[name=name]", entry.full_name)
    page.fill("[name=note]", "sedí u okna")
    page.locator("main button.primary").click()
    page.wait_for_selector("form.cautions")

    page.click("[data-back]")
    page.wait_for_selector("#given-back:visible")

    expect(page).to_have_url(ends_with(reverse("add_entry", args=[event.slug])))
    expect(page.locator("[name=name]")).to_have_value(entry.full_name)
    expect(page.locator("[name=note]")).to_have_value("sedí u okna")
    assert event.entries.count() == 1
    page.reload()
    expect(page.locator("[name=name]")).to_have_value("")


def signed_in_anew(page):
    """In another window of the same browser."""
    other = page.context.new_page()
    sign_out(other)
    other.goto(reverse("login"))
    sign_in(other)
    other.wait_for_url("**" + reverse("my_tournaments"))
    other.close()


def sent_in_vain(page, mishaps):
    """The page that says so, and back from it to the form."""
    page.wait_for_selector("[data-kept]", state="attached")
    # Whoever goes on before the script has kept it takes nothing along.
    page.wait_for_function("() => sessionStorage.getItem('kept') !== null")
    page.click("main a.primary")
    page.wait_for_selector("#given-back:visible")
    assert [mishap for mishap in mishaps if "403" not in mishap] == []
    mishaps.clear()


def test_the_announcement_is_filled_again_for_whoever_signed_in_anew(referee, visit, mishaps):
    event = make.make_tournament()
    make.make_official(event, Role.ORGANISER, user=referee)
    page = visit(LAPTOP, as_user=referee)
    page.goto(reverse("edit_tournament", args=[event.slug]))
    page.fill("[name=text]", TEXT)
    signed_in_anew(page)

    page.locator("form:has([name=text]) button.primary").click()
    sent_in_vain(page, mishaps)

    expect(page.locator("[name=text]")).to_have_value(TEXT)


def test_the_grid_of_results_is_filled_again_for_whoever_signed_in_anew(referee, visit, mishaps):
    event = make.ready_to_draw(8)
    make.publish(event)
    make.make_official(event, Role.ORGANISER, user=referee)
    page = visit(LAPTOP, as_user=referee)
    page.goto(reverse("results_desk", args=[event.slug, 1]))
    for place, points in enumerate((10, 8, 6, 4), start=1):
        page.fill(f"[name=t1-points-{place}]", str(points))
    signed_in_anew(page)

    page.keyboard.press("Alt+s")
    sent_in_vain(page, mishaps)

    for place, points in enumerate(("10", "8", "6", "4"), start=1):
        expect(page.locator(f"[name=t1-points-{place}]")).to_have_value(points)
