"""Exact solver and data set toolkit for hiragana word mahjong."""
