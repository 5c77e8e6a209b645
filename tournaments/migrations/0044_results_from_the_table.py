import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_formats_of_events'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicaltournament',
            name='from_the_table',
            field=models.CharField(choices=[('off', 'at the desk only'), ('proposed', 'players propose, the desk accepts'), ('agreed', 'players agree on it; the desk decides where they do not')], db_default='off', default='off', max_length=8, verbose_name='results from the table'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='from_the_table',
            field=models.CharField(choices=[('off', 'at the desk only'), ('proposed', 'players propose, the desk accepts'), ('agreed', 'players agree on it; the desk decides where they do not')], db_default='off', default='off', max_length=8, verbose_name='results from the table'),
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entered', models.JSONField(verbose_name='what was entered')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='the game was over at')),
                ('link', models.CharField(blank=True, max_length=24, verbose_name='by which link')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('outcome', models.CharField(blank=True, choices=[('stands', 'stands as the result'), ('overtaken', 'another result was saved'), ('replaced', 'entered again by the player'), ('withdrawn', 'taken back by the player'), ('declined', 'set aside at the desk')], max_length=10, verbose_name='what became of it')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='until')),
                ('closed_by', models.CharField(blank=True, max_length=150, verbose_name='by')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='tournaments.entry')),
                ('result', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.result')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='tournaments.table')),
            ],
            options={
                'verbose_name': 'proposed result',
                'verbose_name_plural': 'proposed results',
                'ordering': ['table', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ProposalWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agrees', models.BooleanField(verbose_name='agrees')),
                ('text', models.TextField(blank=True, verbose_name='what is wrong')),
                ('link', models.CharField(blank=True, max_length=24, verbose_name='by which link')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='words_on_proposals', to='tournaments.entry')),
                ('proposal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='words', to='tournaments.proposal')),
            ],
            options={
                'verbose_name': 'word on a proposed result',
                'verbose_name_plural': 'words on proposed results',
                'ordering': ['proposal', 'at', 'pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('table', 'entry'), name='one_open_proposal_a_player'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('outcome', '')), models.Q(models.Q(('outcome', ''), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='a_closed_proposal_has_an_outcome'),
        ),
        migrations.AddConstraint(
            model_name='proposalword',
            constraint=models.UniqueConstraint(fields=('proposal', 'entry'), name='one_word_a_player_on_a_proposal'),
        ),
        migrations.AddConstraint(
            model_name='proposalword',
            constraint=models.CheckConstraint(condition=models.Q(('agrees', True), models.Q(('text', ''), _negated=True), _connector='OR'), name='an_objection_says_what_is_wrong'),
        ),
    ]
