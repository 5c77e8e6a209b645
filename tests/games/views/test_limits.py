"""Where a request came from, as it is counted."""

import pytest
from django.test import RequestFactory

from games.views.limits import client_address, network


@pytest.mark.parametrize(
    ("https", "proxies", "noted", "expected"),
    [
        pytest.param(False, None, "6.6.6.6", "10.0.0.1", id="no proxy"),
        pytest.param(True, None, "6.6.6.6, 203.0.113.7", "203.0.113.7", id="one proxy"),
        pytest.param(True, 2, "6.6.6.6, 203.0.113.7, 10.0.0.2", "203.0.113.7", id="two proxies"),
        pytest.param(True, 2, "203.0.113.7", "10.0.0.1", id="past one of two proxies"),
        pytest.param(True, 0, "6.6.6.6", "10.0.0.1", id="a proxy that is no longer believed"),
        pytest.param(True, 1, "", "10.0.0.1", id="nothing noted"),
    ],
)
def test_an_address_is_what_the_outermost_proxy_noted(settings, https, proxies, noted, expected):
    settings.HTTPS, settings.PROXIES = https, proxies
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers={"x-forwarded-for": noted})

    assert client_address(request) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:0:1:ffff::7", "2001:db8::/48"),
        ("2001:db8:0:ffff::1", "2001:db8::/48"),
        ("2001:db8:1::1", "2001:db8:1::/48"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_subscriber_of_ipv6_is_counted_as_one(address, expected):
    assert network(address) == expected
