"""The study of deals: chunks, seeds and workers; its shares are those of the toy world, whose hands are all counted."""

from __future__ import annotations

import math
import tracemalloc
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.hand import Question
from kanamj.engine.search import distance
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.results import Manifest, Output
from kanamj.studies import mean, run
from kanamj.studies.base import add_sums, plain_sums
from kanamj.studies.deals import COUNTS, DEALS_PER_CHUNK, DealResults, Deals, DealStudy
from kanamj.studies.stats import Proportion
from kanamj.tiles import HIRAGANA_120
from tests.reference import toy
from tests.reference.dealing import Xoshiro, chunk_state, deal
from tests.reference.fitting import chi_square_p
from tests.reference.questions import discarding, drawing
from tests.reference.results import deal_results, deals_in

TOY = Deals(toy.LEXICON, 20_000, seed=7, tiles=toy.TILES, forms=(toy.FORM,), sample=200, chunk_size=1_000)


def test_the_random_numbers_are_those_of_the_published_generator() -> None:
    """The first words from state 1, 2, 3, 4, as the xoshiro authors' own C code and rand_xoshiro's tests have them."""
    generator = Xoshiro((1, 2, 3, 4))
    assert [generator.draw() for _ in range(10)] == [
        41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162,
        14011001112246962877, 12406186145184390807, 15849039046786891736, 10450023813501588000,
    ]  # fmt: skip


def test_each_chunk_and_each_seed_has_another_stream() -> None:
    states = {chunk_state(seed, chunk) for seed in range(20) for chunk in range(20)}
    assert len(states) == 400
    assert all(0 <= word < 2**64 for state in states for word in state)


@pytest.mark.parametrize("n", [1, DEALS_PER_CHUNK, 10 * DEALS_PER_CHUNK + 3])
@pytest.mark.parametrize("sample", [0, 7, 10_000])
def test_the_chunks_have_all_deals(common: Lexicon, n: int, sample: int) -> None:
    deals = Deals(common, n, sample=sample)
    sizes = [deals.size(number) for number in range(deals.chunk_count)]
    sampled = [deals.sampled(number) for number in range(deals.chunk_count)]
    assert sum(sizes) == n
    assert sum(sampled) == min(n, sample)
    assert all(0 < size <= DEALS_PER_CHUNK for size in sizes)
    assert all(few <= size for few, size in zip(sampled, sizes, strict=True))


def _plain_chunk(deals: Deals) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """The first chunk by the readable dealer and the single-hand engine."""
    engine = WordEngine(deals.words, deals.set, deals.forms, deals.copies)
    hands = islice(deal(deals.set, deals.hand, chunk_state(deals.seed, 0)), deals.size(0))
    counts: Counter[int] = Counter()
    accepts: Counter[tuple[int, int]] = Counter()
    for number, hand in enumerate(hands):
        shanten = engine.shanten(hand)
        counts[shanten] += 1
        if number < deals.sampled(0) and shanten >= 0:
            accepts[shanten, _accepted(engine, hand)] += 1
    return counts, accepts


def _fast_chunk(deals: Deals) -> tuple[Mapping[int, int], Mapping[tuple[int, int], int]]:
    sums: dict[object, object] = {}
    add_sums("deals", sums, plain_sums("deals", deals.chunk(0, deals.size(0))))
    found = deals.results(sums)
    assert isinstance(found, DealResults)
    return found.counts, accepts_of(found)


def accepts_of(found: DealResults) -> dict[tuple[int, int], int]:
    """(shanten, number of kinds that the hand accepts) -> number of sampled hands."""
    return {(at, kinds): n for at, hands in found.histograms().items() for kinds, n in hands.items()}


def _accepted(engine: WordEngine, hand: tuple[int, ...]) -> int:
    """Kinds that lower the distance, drawn one after the other; of a full-sized hand those after its best discard."""

    def drawn_to(questions: tuple[Question, ...]) -> int:
        before = min(map(distance, questions))
        kinds = range(len(engine.tiles))
        return sum(
            min(distance(drawing(question, kind)) for question in questions) < before for kind in kinds
        )

    asked = engine.ask(hand)
    if asked.short:
        return drawn_to(asked.questions)
    after = [tuple(discarding(question, kind) for question in asked.questions) for kind in set(hand)]
    return max(drawn_to(left) for left in after if min(map(distance, left)) == engine.distance(hand))


@pytest.mark.parametrize("hand", [5, 4])
@pytest.mark.parametrize("copies", ["strict", "ignore"])
def test_a_chunk_of_the_toy_world_equals_the_readable_computation(hand: int, copies: str) -> None:
    deals = Deals(
        toy.LEXICON, 500, seed=3, hand=hand, tiles=toy.TILES, forms=("32",), copies=copies, sample=100
    )
    assert _fast_chunk(deals) == _plain_chunk(deals)


@pytest.mark.parametrize(
    ("forms", "hand", "n"), [("33332", 14, 20), ("33332", 13, 30), ("332", 8, 100), ("33332,2222222", 14, 12)]
)
@pytest.mark.parametrize("copies", ["strict", "ignore"])
@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_a_chunk_of_the_real_game_equals_the_readable_computation(
    common: Lexicon, forms: str, hand: int, n: int, copies: str, times: int
) -> None:
    """The readable one searches every hand, which takes some 20 ms."""
    deals = Deals(common, n * times, seed=5, hand=hand, forms=forms, copies=copies, sample=2)
    assert _fast_chunk(deals) == _plain_chunk(deals)


def dealt_by(deals: Deals) -> DealResults:
    found = run(deals)
    assert isinstance(found, DealResults)
    return found


@pytest.mark.parametrize(("hand", "copies"), [(5, "strict"), (5, "ignore"), (4, "strict"), (4, "ignore")])
def test_the_shares_of_the_toy_world_are_near_the_exact_ones(hand: int, copies: str) -> None:
    deals = Deals(
        toy.LEXICON, 200_000, seed=1, hand=hand, tiles=toy.TILES, forms=("32",), copies=copies, sample=0
    )
    dealt = dealt_by(deals)
    exact = toy.shanten_shares(hand, toy.TILES.copies if copies == "strict" else [9] * len(toy.TILES))
    assert set(dealt.counts) == set(exact)
    assert chi_square_p(dealt.counts, exact) > 0.01
    for shanten, share in exact.items():
        assert abs(dealt.counts[shanten] / dealt.n - share) < 3 * math.sqrt(share * (1 - share) / dealt.n)
    for shanten, share in dealt.shares.items():
        assert abs(share.value - exact[shanten]) < 4 * share.stderr


def _uniformity(dealt: Counter[tuple[int, ...]], size: int) -> float:
    exact = toy.hands(size)
    place = {counts: number for number, counts in enumerate(sorted(exact))}
    return chi_square_p(
        {place[counts]: hands for counts, hands in dealt.items()},
        {place[counts]: float(share) for counts, share in exact.items()},
    )


@pytest.mark.parametrize("size", [4, 5])
def test_every_hand_of_the_toy_world_is_dealt_as_often_as_it_should_be(size: int) -> None:
    """Chi square over all hands and chunks, for 24 seeds: the p values must be spread evenly over 0..1, which also
    finds dealers that are too even. 1.63: the 1 % point of Kolmogorov's statistic."""
    batch = TOY.engine.batch
    found = []
    for seed in range(24):
        dealt: Counter[tuple[int, ...]] = Counter()
        for chunk in range(10):
            rows, _ = batch.deal_rows(size, 3_000, deal_state(seed, chunk))
            dealt.update(map(tuple, rows.tolist()))
        found.append(_uniformity(dealt, size))
    n = len(found)
    distance = max(max((i + 1) / n - p, p - i / n) for i, p in enumerate(sorted(found)))
    assert distance * math.sqrt(n) < 1.63


def test_mean_and_accepts_of_a_result() -> None:
    dealt = deal_results(TOY, {-1: 1, 0: 2, 1: 1}, {(0, 3): 2, (1, 4): 1})
    assert dealt.mean == mean("mean_shanten", 4, 0, 2)
    assert dealt.shares[0] == Proportion(2, 4)
    assert dealt.to_json()["waits"] == {3: 2}
    assert dealt.to_json()["accepts"] == {"1": {4: 1}}


@pytest.mark.parametrize(
    ("form", "quick"), [("33332", True), ("332", True), ("333332", False), ("4442", False)]
)
def test_chunks_of_slow_forms_are_small(form: str, quick: bool) -> None:
    letters = "あいうえお"
    words = ["".join(letters[(i + j) % 5] for j in range(size)) for size in (2, 3, 4) for i in range(5)]
    deals = Deals(Lexicon.from_entries("any", map(Entry, words, words)), 10**6, forms=(form,))
    assert (deals.chunk_count == 4) == quick


def test_a_million_million_deals_take_no_memory(common: Lexicon) -> None:
    """Chunks are made one by one; all of them at once took gigabytes before the first deal."""

    class StoppedError(Exception):
        pass

    def stop(_: int) -> None:
        raise StoppedError

    tracemalloc.start()
    with pytest.raises(StoppedError):
        run(Deals(common, 10**12, sample=0), progress=stop)
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()


def test_a_file_that_is_called_like_a_set_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hiragana-120").write_text("か 2\n", encoding="utf-8")
    study = Deals(n=1, tiles="hiragana-120")
    assert study.set == HIRAGANA_120
    assert "hiragana-120" not in study.inputs()


def test_the_command_names_the_file_of_tiles(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("".join(f"{kind} 2\n" for kind in HIRAGANA_120.kinds), encoding="utf-8")
    study = Deals(n=1, tiles=str(file))
    assert study.options()["tiles"] == DealStudy.options(study)["tiles"] == file


def _forged(folder: Path, counts: str, common: Lexicon, **parameters: object) -> Path:
    """A folder of deals with another counts file, or parameters, and the hash that goes with it."""
    deals_in(folder, {-1: 500, 0: 5_300, 1: 3_900, 2: 300}, common, forms=("332",))
    manifest = Manifest.read(folder)
    if counts:
        (folder / COUNTS).write_text(counts, encoding="utf-8")
    outputs = dict(manifest.outputs) | {COUNTS: Output.of((folder / COUNTS).read_bytes())}
    replace(manifest, outputs=outputs, parameters={**manifest.parameters, **parameters}).write(folder)
    return folder


@pytest.mark.parametrize(
    "counts",
    [
        "shanten,count\n" + "x" * 200_000 + ",1\n",
        "shanten,count\n0,-5\n",
        "shanten,count\n1000000000,5\n",
        "shanten,hands\n0,5\n",
        "shanten,count\n",
        "shanten,count\n0,1.5\n",
    ],
)
def test_hostile_tables_are_refused_with_one_sentence(tmp_path: Path, common: Lexicon, counts: str) -> None:
    with pytest.raises(KanamjError, match=COUNTS) as refused:
        Deals.read(_forged(tmp_path / "a", counts, common))
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize("name", ["lexicon", "seed", "chunk", "forms"])
def test_parameters_of_a_wrong_type_are_refused(tmp_path: Path, common: Lexicon, name: str) -> None:
    folder = _forged(tmp_path / "a", "", common, **{name: [1, {"x": "y"}]})
    with pytest.raises(KanamjError, match=f"{name} is missing or wrong in the manifest"):
        Deals.read(folder)


def test_a_long_run_of_a_form_without_a_kernel_says_so_before() -> None:
    slow = Deals(n=1_000_000, forms="333332", sample=0).notice()
    assert slow.startswith("form 333332 has no kernel: at least ")
    assert Deals(n=1_000, forms="333332", sample=0).notice() == ""
    assert Deals(n=1_000_000_000).notice() == ""
