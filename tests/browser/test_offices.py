"""From an invitation that is copied to the first page of an organiser."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories as make
from tests.browser.chromium import LAPTOP

pytestmark = pytest.mark.browser


def test_an_invited_stranger_becomes_an_organiser(visit, assert_accessible):
    make.make_request()
    may_copy = {"permissions": ["clipboard-read", "clipboard-write"]}
    desk = visit(LAPTOP, as_user=make.make_user(staff=True), **may_copy)
    desk.goto("/en/series/offices/")
    assert_accessible(desk)
    desk.get_by_role("button", name="Grant").click()
    desk.get_by_role("button", name="Copy", exact=True).click()
    desk.get_by_role("button", name="Copied").wait_for()
    link = desk.evaluate("navigator.clipboard.readText()")

    stranger = visit()
    stranger.goto(re.sub(r"https?://[^/]+", "", link))
    assert_accessible(stranger)
    typed = {"name": "Rita Request", "username": "rita"}
    typed |= dict.fromkeys(("password1", "password2"), "purple stapler 9")
    for name, text in typed.items():
        stranger.fill(f"[name={name}]", text)
    stranger.get_by_role("button", name="Make the account and accept").click()

    stranger.get_by_role("link", name="New tournament").click()
    expect(stranger).to_have_url(re.compile("/new/$"))


def test_the_page_that_asks_is_accessible(page, assert_accessible):
    page.goto("/en/organise/")

    assert_accessible(page)
