"""Practice: hands to solve, and what helps to learn.

- `dealer.py` deals hands that can be arranged, at a level.
- `hints.py` names the next letter to begin with, and a word.
- `quiz.py` writes questions with checked answers; `answers.py` prints them for people, and on paper.
- `sheet.py` makes a study sheet to print, `cards.py` flash cards for Anki.
"""
