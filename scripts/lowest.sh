#!/usr/bin/env bash
# The default tests with the lowest versions pyproject.toml allows (needs uv): bash scripts/lowest.sh [PYTEST OPTIONS]
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
uv venv --quiet --python 3.11 "$place/venv"
uv pip install --quiet --python "$place/venv/bin/python" --resolution lowest-direct -e '.[test]'
# What mypy says depends on the types of what is imported; the newest have them, the lowest not.
"$place/venv/bin/python" -m pytest --deselect "tests/house/test_house.py::test_lint_finds_nothing[mypy]" "$@"
