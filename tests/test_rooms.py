"""What an import graph cannot see of the rooms and their doors."""

import subprocess
import sys
from copy import deepcopy

import pytest
from django.conf import settings
from grimp import build_graph
from importlinter.application.use_cases import read_user_options
from importlinter.configuration import configure
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

KINDS = {
    kind.type_name: kind for kind in (AcyclicSiblingsContract, ForbiddenContract, LayersContract)
}


@pytest.mark.parametrize("room", ["tournaments.domain", "games.engine"])
def test_the_rules_load_without_django(room):
    program = f"""
import importlib, pkgutil, sys
package = importlib.import_module({room!r})
for module in pkgutil.walk_packages(package.__path__, {room!r} + "."):
    importlib.import_module(module.name)
assert "django" not in sys.modules
"""

    loaded = subprocess.run([sys.executable, "-c", program], cwd=settings.BASE_DIR, check=False)

    assert loaded.returncode == 0


PLANTED = [
    pytest.param("games.engine.words", "django.db", id="a rule that asks the database"),
    pytest.param("games.models", "tournaments.models", id="a game that knows its tournament"),
    pytest.param("tournaments.models.entry", "tournaments.services.acts", id="a row that acts"),
    pytest.param("games.wording.engine", "games.views.validate", id="words that ask a page"),
    pytest.param("games.drawing.looks", "games.viewers.island", id="a colour that asks a viewer"),
    pytest.param("games.engine.words", "games.engine.core", id="words that know actions"),
    pytest.param(
        "games.engine.rulesets.base.places",
        "games.engine.rulesets.seafarers.waters",
        id="rule sets in a circle",
    ),
    pytest.param(
        "tournaments.domain.scoring",
        "tournaments.domain.standings",
        id="decisions in a circle",
    ),
    pytest.param(
        "tournaments.services.entered",
        "tournaments.services.rounds.closing",
        id="acts in a circle",
    ),
]


@pytest.fixture(scope="module")
def arrows():
    """What imports what, as it is."""
    configure()
    return build_graph(
        "catantour", "tournaments", "games", include_external_packages=True, cache_dir=None
    )


def broken(arrows):
    """Names of the contracts in `pyproject.toml` that these imports break."""
    options = read_user_options(str(settings.BASE_DIR / "pyproject.toml"))
    contracts = [
        KINDS[contract["type"]](
            name=contract["name"],
            session_options=options.session_options,
            contract_options=contract,
        )
        for contract in options.contracts_options
    ]
    return [
        contract.name
        for contract in contracts
        if not contract.check(deepcopy(arrows), verbose=False).kept
    ]


def test_nothing_points_left(arrows):
    assert broken(arrows) == []


@pytest.mark.parametrize(("importer", "imported"), PLANTED)
def test_an_arrow_that_points_left_is_refused(arrows, importer, imported):
    planted = deepcopy(arrows)
    assert importer in planted.modules
    assert imported in planted.modules or imported.startswith("django")
    planted.add_import(importer=importer, imported=imported)

    assert broken(planted) != []


@pytest.mark.parametrize("room", ["games", "tournaments", "games.engine"])
def test_a_module_that_stands_in_no_layer_is_refused(arrows, room):
    planted = deepcopy(arrows)
    planted.add_module(f"{room}.somewhere")

    assert broken(planted) != []
