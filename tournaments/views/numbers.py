"""Numbers in addresses, in one way of writing alone."""

from django.urls.converters import IntConverter


class Number(IntConverter):
    """`<number:name>`, from 0 to 999,999,999 and without noughts before it: another writing of the
    same number would be one more page to make and to keep."""

    regex = "0|[1-9][0-9]{0,8}"
