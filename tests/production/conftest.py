"""What only a real PostgreSQL and Redis can show; collected where they are there.

`make test` starts both for its second run of the suite.
"""

from django.conf import settings

if not settings.REDIS_URL:
    collect_ignore_glob = ["test_*.py"]
