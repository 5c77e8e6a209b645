"""Addresses of the tournaments; each path is named for the act it carries.

One list a subject. Public pages live under `t/<slug>/`, the desk under `t/<slug>/desk/`.
"""

from django.urls import URLPattern

public: list[URLPattern] = []

entering: list[URLPattern] = []

desk: list[URLPattern] = []

rounds: list[URLPattern] = []

results: list[URLPattern] = []

referee: list[URLPattern] = []

closing: list[URLPattern] = []

prints: list[URLPattern] = []

urlpatterns = [
    *public,
    *entering,
    *desk,
    *rounds,
    *results,
    *referee,
    *closing,
    *prints,
]
