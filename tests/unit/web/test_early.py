"""The page's own judge says what Python says: on other hands than the golden ones, and with the words of today."""

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from kanamj import load_lexicon
from kanamj.lexicon import Lexicon
from kanamj.web.answers import Answers
from kanamj.web.early import words_file
from kanamj.web.parameters import as_json
from scripts.build_early_hands import FILE, LADDER
from tests.places import ROOT
from tests.reference.early import text_of

COUNT = 25
DEAL = """
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
globalThis.document = { querySelector: () => ({}) };
globalThis.localStorage = { getItem: () => null };
globalThis.IDBKeyRange = { bound: () => null };
globalThis.indexedDB = { open: () => ({ addEventListener: (name, act) => name === "error" && act() }) };
globalThis.fetch = async (url) => new Response(readFileSync(url.href.includes("words") ? process.env.WORDS : url));
const { dealt } = await import("FOLDER/early.js");
for (const [form, level] of JSON.parse(process.env.ASKED)) {
  const { words, ...rest } = await dealt({ form, level, seed: "e7" });
  console.log(JSON.stringify({ ...rest, words: Object.entries(words).sort() }));
}
process.exit();
"""


def node(*command: str, **environment: str) -> str:
    """What node prints; skips where there is none."""
    path = shutil.which("node") or pytest.skip("no node to run the page's judge")
    done = subprocess.run(
        [path, *command], capture_output=True, text=True, env={**os.environ, **environment}, timeout=300
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


@pytest.mark.parametrize("count", [COUNT, pytest.param(2000, marks=pytest.mark.slow)])
def test_the_judge_of_the_page_says_what_python_says(count: int, tmp_path: Path) -> None:
    golden = tmp_path / "golden.txt.gz"
    golden.write_bytes(gzip.compress(text_of(count, seed=count).encode()))
    node("--test-name-pattern=Python's", "--test", "tests/js/judge.test.js", KANAMJ_GOLDEN=str(golden))


def test_the_first_hands_are_those_of_the_dealer(tmp_path: Path) -> None:
    """The page deals a hand of each level, with the words that may be laid and the answer, as the API does: a link with
    its seed opens the same hand where Python answers."""
    version, *parts = FILE.read_text(encoding="utf-8").strip().split("\n\n")
    lexicon = load_lexicon(own=False)
    assert version == lexicon.sha256, "the list has changed: run scripts/build_early_hands.py"
    assert [part.split("\n")[0] for part in parts] == [f"{form} {level}" for form, level in LADDER]
    words = tmp_path / "words.bin"
    words.write_bytes(words_file(lexicon))
    js = (ROOT / "kanamj" / "web" / "static" / "js").as_uri()
    script = tmp_path / "deal.mjs"
    script.write_text(DEAL.replace("FOLDER", js), encoding="utf-8")
    asked = json.dumps([[form, str(level)] for form, level in LADDER])
    answers = Answers()
    for (form, level), line in zip(
        LADDER, node(str(script), WORDS=str(words), ASKED=asked).splitlines(), strict=True
    ):
        given = {"form": [form], "level": [str(level)], "seed": ["e7"], "answer": ["1"]}
        told, known = json.loads(line), json.loads(as_json(answers.get("deal", given)))
        assert dict(told.pop("words")) == known["words"]
        assert told.pop("level") == str(known["level"])
        assert told == {name: known[name] for name in told}


def test_a_list_of_your_own_has_no_words_file() -> None:
    own = Lexicon.from_words(["さくら", "いぬ"])
    assert gzip.decompress(words_file(own)) == b""
