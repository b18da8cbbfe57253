#!/bin/sh
# Prints the Homebrew formula of a release: formula.sh VERSION REPOSITORY SHA256SUMS
set -eu
if [ $# -ne 3 ]; then
  echo "usage: formula.sh VERSION REPOSITORY SHA256SUMS" >&2
  exit 2
fi
version=$1
repository=$2
sums=$3

formula=$(sed -e "s|@REPOSITORY@|$repository|g" -e "s|@VERSION@|$version|g" "$(dirname "$0")/homebrew/rulebook.rb")
for target in aarch64-apple-darwin x86_64-apple-darwin aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu; do
  sum=$(awk -v name="rulebook-$version-$target.tar.gz" '$2 == name { print $1 }' "$sums")
  if [ -z "$sum" ]; then
    echo "formula: $sums has no rulebook-$version-$target.tar.gz" >&2
    exit 1
  fi
  formula=$(printf '%s\n' "$formula" | sed "s|@SHA256:$target@|$sum|")
done
# The first line is a comment about the template, so it is left out.
printf '%s\n' "$formula" | sed 1d
