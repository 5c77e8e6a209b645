"""Where browsers look for an icon by themselves."""

import pytest
from django.contrib.staticfiles import finders


@pytest.mark.parametrize(
    "address", ["/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"]
)
def test_an_icon_that_a_browser_guesses_is_there(client, address):
    answer = client.get(address)

    assert answer.status_code == 302
    name = answer.url.removeprefix("/static/")
    assert finders.find(name), name
