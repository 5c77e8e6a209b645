"""Addresses of the tournaments; each path is named for the act it carries."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
