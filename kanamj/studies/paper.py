"""What the paper prints in its Table 1 (Asahara, あと1文字で単語をなす文字集合について, section 3.2).

WORD_COUNTS: shanten -> hands, of 30,000 deals of word mahjong. The others: shanten -> share of the hands of ordinary
mahjong, which were counted; the texts have the digits that are printed. `columns.exact_columns` explains the names.
"""

from __future__ import annotations

LIST = "d162861eb9b45dc73799fa574d06f10985d0f22bf955c4bb016b9f458cb7690d"
"""The hash of the paper's list (version 1.1 of the data set hrgjncs), as `kanamj lexicon list` prints it."""
WORD_COUNTS = {-1: 1765, 0: 12251, 1: 12138, 2: 3465, 3: 380, 4: 1}
FOUR_LEAST = {-1: "3.02544e-6", 0: "0.000697837", 1: "0.023", 2: "0.195", 3: "0.439", 4: "0.285"}
FOUR_GENERAL = {-1: "2.67113e-6", 0: "0.000602410", 1: "0.020", 2: "0.167", 3: "0.408", 4: "0.299"}
THREE = {-1: "9.45975e-6", 0: "0.00163934", 1: "0.041", 2: "0.251", 3: "0.439", 4: "0.240"}
