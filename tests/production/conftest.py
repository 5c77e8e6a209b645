"""What only a real PostgreSQL and Redis can show; collected where they are there.

`make test` starts both for its second run of the suite.
"""

import pytest
from django.conf import settings

from tests.production.workers import a_worker

if not settings.REDIS_URL:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture
def worker(transactional_db):
    with a_worker():
        yield
