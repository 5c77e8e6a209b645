"""Settings, all of them from the environment; docs/operations.md lists them in one table.

Without any of them the site is the embedded one: SQLite, tasks in the process, cache in memory,
e-mail on the console. `DATABASE_URL` and `REDIS_URL` make it the production shape.
"""

import os
import re
import secrets
import tempfile
import tomllib
from contextlib import suppress
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from catantour.environment import Settings, address_of_tasks, try_on

BASE_DIR = Path(__file__).resolve().parent.parent
# Which release this is; CHANGELOG.md tells what is new in it.
RELEASE: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
env = Settings()

DEBUG = env.bool("DEBUG", default=False)
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
# Where something else puts a backup every night, so that the site can say when none came.
BACKUP_DIR = env.str("BACKUP_DIR", default="")
# The embedded site answers on the laptop's own addresses; a public one names its own.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if DEBUG else ["localhost", "127.0.0.1"])
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")
CSRF_FAILURE_VIEW = "catantour.errors.stale_token"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])


def _own_secret_key() -> str:
    """A key made once and kept beside the embedded database, so that sessions outlive a restart."""
    path = VAR_DIR / "secret-key"
    if not path.exists():
        # Nobody else may read it, and it is there with all its letters or not at all.
        with tempfile.NamedTemporaryFile("w", dir=VAR_DIR) as draft:
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            with suppress(FileExistsError):
                path.hardlink_to(draft.name)
    return path.read_text()


# One that nobody gave is of this machine alone, see tournaments/checks.py.
SECRET_KEY_GIVEN = "SECRET_KEY" in env
try:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = env.str("SECRET_KEY", default="") or _own_secret_key()
except OSError as trouble:
    raise ImproperlyConfigured(
        f"VAR_DIR: {trouble.filename}: {trouble.strerror}. It is a folder of the account that runs "
        "the site; run its commands as that account."
    ) from trouble
# What these signed holds until it runs out; nothing new is signed by them.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

INSTALLED_APPS = [
    "catantour.administration.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "django_tables2",
    "lucide",
    "simple_history",
    "tournaments",
    "games",
]

MIDDLEWARE = [
    "catantour.logs.name_requests",
    # Ahead of whatever asks for a host, a certificate, a session or the database.
    "catantour.health.answer_probes",
    "catantour.metrics.count_requests",
    # Before the rest, so that answers of the others carry the policy too.
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "catantour.proxies.keep_to_the_browser",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "catantour.acts.lead_to_pages",
    "games.views.unjudged.SayUnjudged",
    "tournaments.views.queueing.Queue",
    "tournaments.views.repeating.Repeat",
    # Last, but ahead of what any of them or a view reads of a body.
    "catantour.bodies.refuse_bodies",
]

# Bodies are bounded before they come here: none is written to a disk on its way in.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 2**20

# Fields look the same everywhere: templates/django/forms.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "tables/table.html"

ROOT_URLCONF = "catantour.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "catantour.templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Write-ahead log and immediate transactions: two organisers at one laptop wait for each other
# instead of failing with "database is locked". What was answered as saved is on the disk, even if
# the power goes at that moment (docs/benchmarks.md has what it costs).
_SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
# Not by an address: a folder may have any letter in its name.
_EMBEDDED = {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "catantour.sqlite3"}
# What the sum of all connections is reckoned from, see tournaments/checks.py.
DATABASE_CONNECTIONS = env.int("DATABASE_CONNECTIONS", default=8)
WEB_CONCURRENCY = env.int("WEB_CONCURRENCY", default=1)
MACHINES = env.int("MACHINES", default=1)
CELERY_WORKER_CONCURRENCY = env.int("WORKER_CONCURRENCY", default=os.cpu_count() or 1)
DATABASES = {"default": env.database("DATABASE_URL") if "DATABASE_URL" in env else _EMBEDDED}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "catantour.sqlite"
    DATABASES["default"]["OPTIONS"] = _SQLITE_OPTIONS
    # The last connection that closes takes the log's files with it, and on a full disk the next
    # one cannot make them anew: as long as each thread keeps its own, reading goes on.
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Without these, somebody who forgets a transaction holds up everybody who comes after.
    _TIMEOUTS = {
        # As long as SQLite waits.
        "lock_timeout": env.int("LOCK_TIMEOUT", default=5),
        "statement_timeout": env.int("STATEMENT_TIMEOUT", default=60),
        "idle_in_transaction_session_timeout": env.int("IDLE_TIMEOUT", default=60),
    }
    _said = " ".join(f"-c {name}={seconds}s" for name, seconds in _TIMEOUTS.items())
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", _said)
    # A request borrows one and gives it back: threads that wait for work hold none.
    if DATABASE_CONNECTIONS:
        _POOL = {
            "min_size": 0,
            "max_size": DATABASE_CONNECTIONS,
            "timeout": 5,
            "max_idle": 60,
            # Left to itself it waits twice as long after each try, and long after the database is
            # back.
            "reconnect_timeout": 2,
            "reconnect_failed": try_on,
        }
        DATABASES["default"]["OPTIONS"]["pool"] = _POOL
# All machines of a site go by it; only tests, which travel in time, leave it alone.
CLOCK_OF_DATABASE = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SILENCED_SYSTEM_CHECKS = []
REDIS_URL = env.redis("REDIS_URL", default="")
CACHE_URL = env.redis("CACHE_URL", default=REDIS_URL)
BROKER_URL = env.redis("BROKER_URL", default=REDIS_URL)
# Two sites may share one Redis: what they keep and what they ask of their workers is apart.
SITE_NAME = re.sub(r"[^a-z0-9.]+", "-", SITE_URL.partition("://")[2].lower()).strip("-")
_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
CACHES = {
    # The default of 300 would forget own pages faster than a hall of 400 asks for them.
    "default": _MEMORY | {"OPTIONS": {"MAX_ENTRIES": 3000}},
    # Counters have a memory of their own: what is longest unused makes room for the next.
    "limits": _MEMORY | {"LOCATION": "limits", "OPTIONS": {"MAX_ENTRIES": 50_000}},
    # What a process worked out and can work out again never leaves it.
    "worked-out": _MEMORY | {"LOCATION": "worked-out", "OPTIONS": {"MAX_ENTRIES": 1000}},
}
if CACHE_URL:
    _REDIS = {
        "BACKEND": "catantour.caches.RedisOrMemory",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": SITE_NAME,
    }
    CACHES["default"] = _REDIS | {"OPTIONS": {"alone": 1}}
    CACHES["limits"] = _REDIS
    # Not one of the backends that it knows, but made of one.
    SILENCED_SYSTEM_CHECKS += ["django_ratelimit.W001"]
else:
    # Its counters are per process, and the embedded site is one process.
    SILENCED_SYSTEM_CHECKS += ["django_ratelimit.E003", "django_ratelimit.W001"]
# What a restored database works out is not what was worked out before.
for _cache in CACHES.values():
    _cache["KEY_FUNCTION"] = "tournaments.services.timeline.key_of_cache"
RATELIMIT_USE_CACHE = "limits"

CELERY_TASK_ALWAYS_EAGER = not BROKER_URL
if BROKER_URL:
    CELERY_BROKER_URL = address_of_tasks(BROKER_URL)
    CELERY_TASK_DEFAULT_QUEUE = f"catantour-{SITE_NAME}"
    CELERY_TASK_PUBLISH_RETRY = False
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # A frozen Redis is found out; a worker waits for a second at a time.
        "socket_timeout": 10,
        "socket_connect_timeout": 5,
        # Every other key of the queue by the site's name, too.
        "unacked_key": f"{CELERY_TASK_DEFAULT_QUEUE}:unacked",
        "unacked_index_key": f"{CELERY_TASK_DEFAULT_QUEUE}:unacked-index",
        "unacked_mutex_key": f"{CELERY_TASK_DEFAULT_QUEUE}:unacked-mutex",
        "keyprefix_queue": f"{CELERY_TASK_DEFAULT_QUEUE}:binding.%s",
        "keyprefix_binding_permanent": f"{CELERY_TASK_DEFAULT_QUEUE}:binding-permanent.%s",
        "keyprefix_binding_deadlines": f"{CELERY_TASK_DEFAULT_QUEUE}:binding-deadlines",
        # What is called to all workers; the first dot ends the prefix.
        "fanout_prefix": f"/{{db}}-{CELERY_TASK_DEFAULT_QUEUE.replace('.', '_')}.",
    }
else:
    CELERY_TASK_EAGER_PROPAGATES = True
    # Never used, but without it every task warns that no broker is known.
    CELERY_BROKER_URL = "memory://localhost//"
# Imported where something is asked of it.
TASK_QUEUE = "catantour.celery"
# Without a worker a print is made beside the request, so that its bar moves.
JOBS_IN_THREADS = not BROKER_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_BEAT_SCHEDULER = "catantour.celery:DueAtStart"
CELERY_TIMEZONE = "Europe/Prague"
# What comes round by itself, in seconds; on the embedded site too, see beat.py.
CELERY_BEAT_SCHEDULE = {
    "send-mail": {"task": "tournaments.tasks.send_mail", "schedule": 60},
    "deliver": {"task": "tournaments.tasks.deliver", "schedule": 10},
    "take-up-jobs": {"task": "tournaments.tasks.take_up_jobs", "schedule": 30},
    "lapse": {"task": "tournaments.tasks.lapse_registrations", "schedule": 600},
    "agree": {"task": "tournaments.tasks.agree_results", "schedule": 60},
    "end-links": {"task": "tournaments.tasks.end_what_was_left", "schedule": 60},
    "clear-old-jobs": {"task": "tournaments.tasks.clear_old_jobs", "schedule": 24 * 60 * 60},
    "clear-old-requests": {
        "task": "tournaments.tasks.clear_old_requests",
        "schedule": 24 * 60 * 60,
    },
    "clear-old-deliveries": {
        "task": "tournaments.tasks.clear_old_deliveries",
        "schedule": 24 * 60 * 60,
    },
    "clear-lapsed": {
        "task": "tournaments.tasks.clear_lapsed",
        "schedule": 24 * 60 * 60,
    },
    "empty-histories": {
        "task": "tournaments.tasks.empty_histories",
        "schedule": 24 * 60 * 60,
    },
    "clear-old-sessions": {
        "task": "tournaments.tasks.clear_old_sessions",
        "schedule": 24 * 60 * 60,
    },
}
if DATABASES["default"]["ENGINE"] == "catantour.sqlite":
    CELERY_BEAT_SCHEDULE["keep-copy"] = {"task": "tournaments.tasks.keep_copy", "schedule": 300}

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "tournaments.forms.passwords.UserAttributeSimilarityValidator"},
    {"NAME": "tournaments.forms.passwords.MinimumLengthValidator"},
    {"NAME": "tournaments.forms.passwords.CommonPasswordValidator"},
    {"NAME": "tournaments.forms.passwords.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "my_tournaments"
LOGOUT_REDIRECT_URL = "calendar"

LANGUAGE_CODE = "cs"
LANGUAGES = [
    ("cs", _("Czech")),
    ("pl", _("Polish")),
    ("de", _("German")),
    ("en", _("English")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Prague"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    # Badges and archives hold personal links: other users of the machine read none of them.
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},
    },
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Files of jobs (prints, exports); handed out by a view that checks who asks, never by address.
MEDIA_ROOT = VAR_DIR / "media"

vars().update(env.mail_server("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10
# Where "send the results" sends them; without it they are only marked as sent.
# The one private address that webhooks may go to; for tests alone, which listen on their machine.
WEBHOOKS_MAY_REACH = ""

SERIES_EMAIL = env.str("SERIES_EMAIL", default="")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Catan Tour <catantour@localhost>")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# The site itself speaks plain HTTP: on one machine there is no certificate, in public a proxy
# before it has one and says so in X-Forwarded-Proto.
HTTPS = env.bool("HTTPS", default=SITE_URL.startswith("https://"))
SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# How many proxies each add their visitor's address at the end of X-Forwarded-For.
PROXIES = env.int("PROXIES", default=None)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000)
    # Both reach beyond the site's own name and are hard to take back, so a club asks for them.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]
else:
    # What `check --deploy` says of a site without a certificate is known.
    SILENCED_SYSTEM_CHECKS += [f"security.W{number}" for number in ("004", "008", "012", "016")]

# Without it nothing is counted and /metrics/ is no address.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
_FORMATTERS = {
    "line": {
        "whole": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "short": {
            "()": "catantour.logs.ShortFormatter",
            "format": "{asctime} {levelname} {name}: {message:.200}",
            "style": "{",
        },
    },
    "json": {
        "whole": {"()": "catantour.logs.JSONFormatter"},
        "short": {"()": "catantour.logs.JSONFormatter", "most": 200, "traces": False},
    },
}
if LOG_FORMAT not in _FORMATTERS:
    raise ImproperlyConfigured(f"LOG_FORMAT is line or json, not {LOG_FORMAT}.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": _FORMATTERS[LOG_FORMAT],
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "whole"},
        "short": {"class": "logging.StreamHandler", "formatter": "short"},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Pages that are not there or not allowed are the visitor's news, not the log's.
        "django.request": {"level": "ERROR"},
        # A worker tells of what fails, not of each task.
        "celery": {"level": "WARNING"},
        # What strangers send wrongly is a line each, however long it was.
        "django.security": {"handlers": ["short"], "propagate": False},
    },
}
