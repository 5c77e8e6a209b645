"""What points are made of goes by the parts of the game, which differ from game to game."""

from django.db import migrations, models

COLUMNS = ("settlements", "cities", "longest_road", "largest_army", "victory_point_cards")


def gather(apps, _editor):
    scores = apps.get_model("tournaments", "Score").objects.filter(settlements__isnull=False)
    for score in scores.iterator():
        counts = {name: int(getattr(score, name) or 0) for name in COLUMNS}
        score.parts = {name: count for name, count in counts.items() if count}
        score.save(update_fields=["parts"])


def scatter(apps, _editor):
    for score in apps.get_model("tournaments", "Score").objects.filter(parts__isnull=False):
        for name in COLUMNS:
            setattr(score, name, score.parts.get(name, 0))
        score.save(update_fields=COLUMNS)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_records_of_games")]

    operations = [
        migrations.RemoveConstraint("score", "no_more_than_the_pieces_allow"),
        migrations.AddField(
            "score",
            "parts",
            models.JSONField(blank=True, null=True, verbose_name="what the points are made of"),
        ),
        migrations.RunPython(gather, scatter),
        *(migrations.RemoveField("score", name) for name in COLUMNS),
    ]
