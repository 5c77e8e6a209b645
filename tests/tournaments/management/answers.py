"""Commands that read a document in JSON from standard input and answer in JSON."""

import io
import json
import sys

import pytest

from games.management.json_command import check_shape


def run(command, document):
    """Exit code, answer and complaints of a command for a document (or the text of one)."""
    text = document if isinstance(document, str) else json.dumps(document)
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        try:
            command(stdout=out, stderr=err).handle(file="-")
        except SystemExit as end:
            return end.code, None, err.getvalue().splitlines()
    answer = json.loads(out.getvalue())
    check_shape(answer, f"{command.schema}-output")
    return 0, answer, err.getvalue().splitlines()


def answered(command, document):
    code, answer, complaints = run(command, document)
    assert (code, complaints) == (0, [])
    return answer


def complained(command, document):
    code, _, complaints = run(command, document)
    assert code == 2
    return complaints
