#!/bin/sh
# Builds the web table into web/dist. Needs Node 20 or newer with npm.
set -eu
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null 2>&1; then
  echo "build-web: npm is missing; install Node 20 or newer" >&2
  exit 1
fi
(cd web && npm ci --no-audit --no-fund && npm run bundle)
if [ ! -s web/dist/index.html ]; then
  echo "build-web: npm wrote no web/dist/index.html" >&2
  exit 1
fi
