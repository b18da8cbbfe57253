#!/bin/sh
# Prints the section of CHANGELOG.md for a version: release-notes.sh VERSION [CHANGELOG]
# Fails if there is no such section, or if it still says that it is unreleased.
set -eu
if [ $# -lt 1 ]; then
  echo "usage: release-notes.sh VERSION [CHANGELOG]" >&2
  exit 2
fi
version=$1
changelog=${2:-$(dirname "$0")/../CHANGELOG.md}

heading=$(awk -v version="$version" '$1 == "##" && ($2 == version || $2 == "[" version "]")' "$changelog")
case $heading in
  "") echo "release-notes: CHANGELOG.md has no section for $version" >&2 ; exit 1 ;;
  *nreleased*) echo "release-notes: CHANGELOG.md says that $version is unreleased" >&2 ; exit 1 ;;
esac
awk -v version="$version" '
  $1 == "##" { inside = ($2 == version || $2 == "[" version "]"); next }
  inside && (text || NF) { text = 1; print }
' "$changelog"
