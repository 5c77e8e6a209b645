"""Connections to PostgreSQL, which each process borrows from a pool of its own."""

from unittest.mock import Mock

import psycopg
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from catantour import settings


class AwayForSixTries(psycopg.Connection):
    tried = 0

    @classmethod
    def connect(cls, *_args, **_options):
        cls.tried += 1
        if cls.tried <= 6:
            raise psycopg.OperationalError
        return Mock(pgconn=Mock(transaction_status=TransactionStatus.IDLE), _expire_at=0.0)


def test_whoever_waits_for_postgresql_is_served_as_soon_as_it_is_back():
    with ConnectionPool(connection_class=AwayForSixTries, open=True, **settings._POOL) as pool:
        connection = pool.getconn(timeout=20)

    assert connection.pgconn.transaction_status == TransactionStatus.IDLE
