#!/usr/bin/env bash
# The tests of the code with the lowest versions pyproject.toml allows (needs uv): bash scripts/lowest.sh [PYTEST OPTIONS]
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
uv venv --quiet --python 3.11 "$place/venv"
uv pip install --quiet --python "$place/venv/bin/python" --resolution lowest-direct -e '.[all]'
"$place/venv/bin/python" -m pytest --deselect=tests/house --deselect=tests/browser --deselect=tests/js "$@"
