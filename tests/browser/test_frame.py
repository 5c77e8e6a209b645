"""What holds on every page: it is found wanting by nobody, and says so when it is not there."""

import pytest

pytestmark = pytest.mark.browser


def test_an_unknown_address_leads_back_without_breaking_the_frame(page, mishaps, assert_accessible):
    page.goto("/no-such-page/")

    assert page.get_by_role("heading", level=1).is_visible()
    assert_accessible(page)
    assert "404: /no-such-page/" in mishaps
    assert all("404" in mishap for mishap in mishaps)
    mishaps.clear()
