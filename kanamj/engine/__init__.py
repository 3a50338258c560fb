"""Placeholder until the engines land."""
