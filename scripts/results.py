"""Make the files of results/ again: python scripts/results.py [--published DIR] [--only PART]…

The parts are deals, exact, data, games, chances, arranging, hardness, yaku, strength, lessons, rare, tiles, riichi,
seats, waits, answers, table1 and pages; the last two are made from the others. --published is the folder of the
published lists (hrgjncs, with v1.1 and all-v1.2 in it); without it their results stay as they are. Of all parts but
data, games, table1 and pages, what is finished stays; remove a folder to have it made again. An interrupted run goes
on. For each part, its minutes of one processor are told; docs/results.md has those of whole parts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kanamj.errors import KanamjError, not_one_of
from kanamj.game.agents import BOT_LEVELS

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"

LIST = "core"
"""The list of all results of one list only."""


def callers(words: int) -> list[str]:
    """Who knows so many words (0: all) and never calls, calls to come nearer, and calls to raise the chance to win."""
    known = f"@{words}w" if words else ""
    return [f"greedy{known}", f"greedy+call{known}", f"chance:Weigh{words or ''}"]


COMPARED = {
    "words": ("paper", "greedy@475w,greedy@950w,greedy@1900w,greedy@3800w,greedy", 250),
    "levels": ("standard", ",".join([*BOT_LEVELS, "greedy"]), 150),
    "defence": ("paper", "greedy,safe:Safe,chance:Chance,random", 400),
    "limited": ("paper", "greedy@760w,limited_words:SeesWins,limited_words:ThrowsWell,greedy", 100),
    **{
        f"ceiling-{rules}": (rules, "greedy,seer:Seer,seer:CallingSeer", 100)
        for rules in ("paper", "standard")
    },
    **{
        f"calls-{rules}-{f'{words}w' if words else 1}": (rules, ",".join(callers(words)), 100)
        for rules in ("paper", "standard")
        for words in (290, 400, 760, 1600, 2800, 0)
    },
}
"""The studies of results/strength: rules, agents, walls. Words and levels take two minutes."""
SHIPPED = {
    "core-14": ("core", "--n", "1e8"),
    "core-13": ("core", "--n", "1e8", "--hand", "13"),
    "core-332": ("core", "--n", "1e8", "--form", "332"),
    "core-14-seven-pairs": ("core", "--n", "1e8", "--form", "33332,2222222"),
    "common-14": ("common", "--n", "1e8"),
    "common-332": ("common", "--n", "1e8", "--form", "332"),
    "core-seion-14-pro-136": ("core+seion", "--n", "1e8", "--tiles", "hiragana-pro-136"),
}
FIGURES_ONLY = ("--without", "letters,pairs")
"""Of the published lists no table of letters is kept, only what the policies reach."""
PUBLISHED = {
    "v1.1-14-ignore": ("v1.1", "--n", "1e8", "--copies", "ignore"),
    "v1.1-14": ("v1.1", "--n", "1e8"),
    "all-v1.2-14": ("all-v1.2", "--n", "1e8"),
}
TABLE1 = ("v1.1-14-ignore", "v1.1-14", "core-14", "common-14", "all-v1.2-14")
"""The deals in results/table1, in the order of its columns."""
ARRANGED = {
    "core": ("core",),
    "common": ("common",),
    "core-332": ("core", "--form", "332"),
    "v1.1": ("v1.1", *FIGURES_ONLY),
    "all-v1.2": ("all-v1.2", *FIGURES_ONLY),
}
PLAYED = {
    **{
        f"{rules}-{name}": (rules, agents, 10_000)
        for rules in ("standard", "paper")
        for name, agents in (
            ("never", "greedy"),
            ("called", "greedy+call"),
            ("mixed", "greedy,greedy+call,greedy,greedy+call"),
        )
    },
    "paper-chance": ("paper", "chance:Chance,greedy,chance:Chance,greedy", 10_000),
    **{f"level-{level}": ("standard", level, 2_000) for level in BOT_LEVELS},
    "levels": ("standard", ",".join(BOT_LEVELS), 4_000),
    "basic": ("basic", "greedy", 10_000),
    "basic-fair": ("basic,equal_turns=yes", "greedy", 10_000),
    "paper-fair": ("paper,equal_turns=yes,ron_from=3", "greedy", 10_000),
    "standard-fair": ("standard,equal_turns=yes,ron_from=2", "greedy", 10_000),
}
"""Folder -> rules, agents, games. never, called, mixed: four greedy players who never call, four who call when that
brings them nearer, and two of each. chance: two players who throw for the best chance within two draws, and two greedy
ones. level-…: four players of a level; levels: one of each. -fair: seats that are about equally good."""
EXACT = {"common-332": ("common", "8"), "common-332-7": ("common", "7")}
VALUES = ROOT / "build" / "values"
"""The values of the solved game, for the agent Solved: 6 GB, and 39 GB while they are made."""
AT_TABLE = RESULTS / "exact" / "table"
CEILING = RESULTS / "strength" / "ceiling"
ALONE = {
    "players": ("--agents", "greedy,chance:Chance,safe:Safe,400w", "--n", "20000", "--judged", "1000"),
    "players-long": ("--agents", "greedy", "--n", "3000", "--draws", "30"),
}
"""The agents that play the solved game: what they lose, and how many draws they take."""


def kanamj(*arguments: object) -> None:
    """Run a command of kanamj; its stdout is dropped, its stderr is shown."""
    command = [sys.executable, "-m", "kanamj", *map(str, arguments)]
    print("kanamj", *arguments, file=sys.stderr)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def script(name: str, *arguments: object) -> None:
    """Run another script of this folder with these arguments."""
    print(f"scripts/{name}", *arguments, file=sys.stderr)
    subprocess.run([sys.executable, f"scripts/{name}", *map(str, arguments)], cwd=ROOT, check=True)


def research(name: str, *arguments: object) -> None:
    """Run a script of scripts/research; its stdout is dropped, its stderr is shown."""
    print(f"scripts/research/{name}", *arguments, file=sys.stderr)
    command = [sys.executable, f"scripts/research/{name}", *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def deal(name: str, lexicon: object, *options: object) -> None:
    """Deal into results/deals/NAME, or go on with it. A finished folder stays."""
    folder = RESULTS / "deals" / name
    if not (folder / "MANIFEST.toml").is_file():
        kanamj("simulate", "deals", *options, "--lexicon", lexicon, "--out", folder, "--resume")


def deals(published: Path | None) -> None:
    """Make results/deals."""
    for name, (lexicon, *options) in SHIPPED.items():
        deal(name, lexicon, *options)
    for name, (version, *options) in PUBLISHED.items() if published else ():
        assert published
        deal(name, published / version, *options)


def exact(_: Path | None) -> None:
    """Make results/exact: the beginners' game, counted and solved."""
    for name, (lexicon, hand) in EXACT.items():
        out = RESULTS / "exact" / name
        if not (out / "MANIFEST.toml").is_file():
            research("exact332", "count", "--lexicon", lexicon, "--hand", hand, "--out", out, "--resume")
    solitaire = RESULTS / "exact" / "solitaire"
    if not (solitaire / "MANIFEST.toml").is_file():
        how = ("--lexicon", LIST, "--draws", 8, "--agents", "greedy,chance", "--values", VALUES)
        research("exact332", "solve", *how, "--out", solitaire, "--resume")
    for name, options in ALONE.items():
        out = RESULTS / "exact" / name
        if not (out / "MANIFEST.toml").is_file():
            research("exact332", "alone", *options, "--lexicon", LIST, "--out", out, "--resume")
    if not (AT_TABLE / "MANIFEST.toml").is_file():
        os.environ["KANAMJ_VALUES"] = str(VALUES)
        agents = (
            "--agents",
            "solved:Solved,greedy,chance:Chance,seer:Seer",
            "--path",
            ROOT / "scripts" / "research",
        )
        played = (*agents, "--rules", "basic", "--lexicon", LIST)
        kanamj("study", "strength", *played, "--walls", 400, "--workers", 1, "--out", AT_TABLE, "--resume")
    research("results_exact.py", "--out", RESULTS / "exact" / "solitaire-pictures", "--replace")


def data(_: Path | None) -> None:
    """Make results/core: the wait-category files of core, without the files that are in wordlists/core."""
    options = ("--lexicon", "core", "--without", "2gram,3gram,4gram,5gram,NOTICE", "--most-bytes", 1_000_000)
    kanamj("data", "write", "--out", RESULTS / "core", *options, "--plot", "--replace")
    kanamj("verify", RESULTS / "core", "--again")


def games(_: Path | None) -> None:
    """Make results/games, in ten minutes."""
    for name, (rules, agents, number) in PLAYED.items():
        played = ("--n", number, "--agents", agents, "--rules", rules, "--records", 2, "--workers", 1)
        found = ("--path", "scripts/research") if ":" in agents else ()
        out = RESULTS / "games" / name
        kanamj("simulate", "games", *played, *found, "--lexicon", LIST, "--out", out, "--replace")


def chances(_: Path | None) -> None:
    """Make results/chances."""
    options = ("--n", 2000, "--three", 2000, "--lexicon", LIST)
    script("research/results_chances.py", *options, "--out", RESULTS / "chances", "--resume")


def arranging(published: Path | None) -> None:
    """Make results/arranging."""
    for name, (lexicon, *options) in ARRANGED.items():
        folder = RESULTS / "arranging" / name
        shipped = lexicon in ("core", "common")
        if (shipped or published) and not (folder / "MANIFEST.toml").is_file():
            words = lexicon if shipped or not published else published / lexicon
            research("arranging.py", "--n", "1e5", "--lexicon", words, *options, "--out", folder, "--resume")


def hardness(_: Path | None) -> None:
    """Make results/hardness."""
    if not (RESULTS / "hardness" / "MANIFEST.toml").is_file():
        research("results_hardness.py", "--out", RESULTS / "hardness", "--resume")


def yaku(_: Path | None) -> None:
    """Make results/yaku: the rows that are not there, and the summary."""
    script("results_yaku.py")


def strength(_: Path | None) -> None:
    """Make results/strength: the studies that are not finished."""
    for name, (rules, agents, walls) in COMPARED.items():
        compared = ("--agents", agents, "--rules", rules, "--walls", walls, "--lexicon", LIST)
        at = ("--workers", 1, "--path", "scripts/research", "--out", RESULTS / "strength" / name, "--resume")
        kanamj("study", "strength", *compared, *at)
    research("handicaps.py")
    if not (CEILING / "MANIFEST.toml").is_file():
        research("ceiling.py", "--n", "1e5", "--draws", 6, "--lexicon", LIST, "--out", CEILING, "--resume")
    if not (RESULTS / "strength" / "summary").is_dir():
        script("results_strength.py")


def lessons(_: Path | None) -> None:
    """Make results/lessons."""
    script("results_lessons.py")


def once(name: str, study: str, *options: object) -> None:
    """Make results/NAME by a script of scripts/research, if it is not there."""
    if not (RESULTS / name / "MANIFEST.toml").is_file():
        research(study, *options, "--workers", 1, "--out", RESULTS / name, "--resume")


def rare(_: Path | None) -> None:
    """Make results/rare."""
    once("rare", "rare.py", "--n", "1e6")


def tiles(_: Path | None) -> None:
    """Make results/tiles: sets of 1 to 3 and 1 to 4 copies with most complete deals, and one of even letters."""
    for name, most, aim in (("all-3", 3, "all"), ("all-4", 4, "all"), ("even-3", 3, "even")):
        options = ("--most", most, "--aim", aim, "--games", 50, "--n", "1e5")
        once(f"tiles/{name}", "fair_tiles.py", *options)


def riichi(_: Path | None) -> None:
    """Make results/riichi: by the rules `pro`; against players of more words; by the points of `pro`, but only words
    win; and where all wins are equal."""
    known = ("--known", "290,760,1600,2800,all")
    for name, walls, options in (
        ("equals", 800, known),
        ("others", 200, ("--known", "290,760", "--others", "1600")),
        ("words-only", 200, (*known, "--rules", "pro,forms=33332")),
        ("wins", 100, (*known, "--rules", "standard")),
    ):
        once(f"riichi/{name}", "riichi.py", "--n", walls, *options)


def seats(_: Path | None) -> None:
    """Make results/seats."""
    rules = "pro pro,equal_turns=yes standard paper"
    once("seats", "seats.py", "--n", 4000, "--rules", rules, "--known", "all,1600,760")


def waits(_: Path | None) -> None:
    """Make results/waits."""
    once("waits", "unseen_waits.py", "--n", 2000)


def answers(_: Path | None) -> None:
    """Make results/known-answers."""
    if not (RESULTS / "known-answers" / "MANIFEST.toml").is_file():
        script("known_answers.py")


def table1(_: Path | None) -> None:
    """Make results/table1 from what was dealt."""
    folders = (f"results/deals/{name}" for name in TABLE1)
    script("table1.py", *folders, "--out", RESULTS / "table1", "--replace")


def pages(_: Path | None) -> None:
    """Write results/README.md, and datapackage.json of results and wordlists."""
    script("results_index.py")
    script("datapackage.py")


def main(only: list[str] = [], published: Path | None = None) -> None:  # noqa: B006
    """Make the parts that are asked for, or all, in their order."""
    parts = (
        deals,
        exact,
        data,
        games,
        chances,
        arranging,
        hardness,
        yaku,
        strength,
        lessons,
        rare,
        tiles,
        riichi,
        seats,
        waits,
        answers,
        table1,
        pages,
    )
    for name in {*only} - {part.__name__ for part in parts}:
        raise KanamjError(not_one_of(name, "a part", (part.__name__ for part in parts)))
    for part in parts:
        if not only or part.__name__ in only:
            before = sum(os.times()[:4])  # of this process, and of those that it has started
            part(published)
            minutes = (sum(os.times()[:4]) - before) / 60
            print(f"{part.__name__}: {minutes:.1f} minutes of one processor", file=sys.stderr)


if __name__ == "__main__":
    from start import start

    start(main, only="make this part", published="the folder of the published lists")
