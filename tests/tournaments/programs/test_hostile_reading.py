"""Whatever a program asks, the answer is one that the description promises."""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.tournaments.programs.asked import everything_told
from tournaments.views.programs.operations import OPERATIONS

pytestmark = pytest.mark.django_db

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)


@pytest.fixture
def known():
    """What may stand in the places of an address, so that something is found there."""
    return everything_told()[1]


@pytest.fixture
def site():
    """The whole site as a server calls it, on the connection of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_no_answer_is_off_its_schema(site, known, mode):
    described = schemathesis.openapi.from_wsgi("/api/openapi.json", site)
    asked = [
        described[one.path]["GET"].as_strategy(generation_mode=mode)
        for one in OPERATIONS
        if one.places or one.parameters or mode is GenerationMode.POSITIVE
    ]

    @settings(max_examples=120, suppress_health_check=list(HealthCheck))
    @given(st.one_of(asked), st.data())
    def answers_as_promised(case, data):
        for place in case.path_parameters or {}:
            if data.draw(st.booleans()):
                case.path_parameters[place] = known[place]
        # It reads no compressed answers.
        case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

    answers_as_promised()
