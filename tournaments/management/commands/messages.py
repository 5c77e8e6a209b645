"""Gather the texts of the site into the catalogues of translations, check or compile them."""

from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from tournaments.management import catalogues


class Command(BaseCommand):
    help = "Gathers new texts into locale/*/LC_MESSAGES/django.po and drops unused ones."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only fail if a translation is missing or wrong"
        )
        parser.add_argument(
            "--compile", action="store_true", help="only write the .mo files that are out of date"
        )

    def handle(self, *, check: bool, compile: bool, **options) -> None:
        if compile:
            catalogues.compile_all()
            return
        source = catalogues.gather()
        if check:
            self._check(source)
            return
        for language in catalogues.languages():
            catalogues.write(language, catalogues.merged(language, source))
            waiting = sum(1 for _ in catalogues.mistakes(language, source))
            self.stdout.write(f"{language}: {len(source)} texts, {waiting} to translate")

    def _check(self, source) -> None:
        lines = [
            f"{language}: {mistake}"
            for language in catalogues.languages()
            for mistake in catalogues.mistakes(language, source)
        ]
        for line in lines:
            self.stderr.write(line)
        if lines:
            raise CommandError(
                f"{len(lines)} translations to mend; `make messages` adds new texts."
            )
