"""Knights: recruited, activated, promoted; moved, displacing others, chasing the robber."""

from __future__ import annotations

from games.engine.rulesets.cities_knights.knights import (
    activating,
    chasing,
    displacing,
    moving,
    promoting,
    recruiting,
)

VERBS = {
    **recruiting.VERBS,
    **activating.VERBS,
    **promoting.VERBS,
    **moving.VERBS,
    **displacing.VERBS,
    **chasing.VERBS,
}
