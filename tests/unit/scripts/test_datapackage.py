"""What the data packages say of columns."""

from __future__ import annotations

import pytest

from tests.places import lacks, script

pytest.importorskip("frictionless", reason=lacks("frictionless"))
described_as = script("datapackage").described_as


def test_the_ends_of_an_interval_are_described_by_their_share() -> None:
    assert described_as("compare", "tenpai_low") == (
        "number",
        "tenpai の95% 区間の下端",
        "lower end of the 95 % interval of tenpai",
    )
    assert described_as("counts", "high")[2] == "upper end of the 95 % interval"
    with pytest.raises(KeyError):
        described_as("counts", "unknown_column")
