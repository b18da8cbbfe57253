#!/bin/sh
# Builds the released binary, with the web table that build-web.sh made: build-binary.sh [PROFILE]
# Fails if the web table is missing. PROFILE is a cargo profile; the default is `dist`.
set -eu
cd "$(dirname "$0")/.."

profile=${1:-dist}
if [ ! -s web/dist/index.html ]; then
  echo "build-binary: web/dist/index.html is missing; run deploy/build-web.sh first" >&2
  exit 1
fi
RULEBOOK_WEB=built "${CARGO:-cargo}" build --locked --profile "$profile" --package rulebook-cli --bin rulebook
