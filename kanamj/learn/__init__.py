"""Learning: hands to solve, what helps to learn, and what to learn next.

- `dealer.py` deals hands that can be arranged, at a level.
- `hints.py` names the next letter to begin with, and a word.
- `quiz.py` writes questions with their answers.
- `order.py` says which words to learn next.
- `sheet.py` makes a study sheet and hands to print, `cards.py` flash cards for Anki.
"""
