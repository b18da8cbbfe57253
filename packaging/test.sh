#!/bin/sh
# Tests the scripts of a release: the install script against a server on this machine, the formula, the release notes, and that the
# image is not built without the web table.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=
stop() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "test: $*" >&2
  exit 1
}

# Makes a release of version 9.8.7 for every platform of the install script. Its program only prints its name.
releases=$work/site/releases/download/v9.8.7
mkdir -p "$releases" "$work/site/releases/latest"
for target in aarch64-apple-darwin x86_64-apple-darwin aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu; do
  name=rulebook-9.8.7-$target
  mkdir -p "$work/$name/man" "$work/$name/completions"
  printf '#!/bin/sh\necho "rulebook 9.8.7 of %s"\n' "$target" >"$work/$name/rulebook"
  chmod 755 "$work/$name/rulebook"
  echo page >"$work/$name/man/rulebook.1"
  for file in rulebook.bash rulebook.fish _rulebook; do echo complete >"$work/$name/completions/$file"; done
  tar -czf "$releases/$name.tar.gz" -C "$work" "$name"
done
if command -v sha256sum >/dev/null 2>&1; then sum=sha256sum; else sum="shasum -a 256"; fi
(cd "$releases" && $sum ./*.tar.gz | sed 's|\./||' >SHA256SUMS)
cp -R "$releases" "$work/site/releases/latest/download"

# The server chooses a free port and writes its number to a file.
python3 - "$work/site" "$work/port" <<'PYTHON' &
import functools, http.server, os, sys

class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass

with http.server.HTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=sys.argv[1])) as server:
    with open(sys.argv[2] + ".new", "w") as port:
        port.write(str(server.server_port))
    os.rename(sys.argv[2] + ".new", sys.argv[2])
    server.serve_forever()
PYTHON
server=$!
tries=0
while [ ! -s "$work/port" ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 100 ]; then fail "the file server did not start"; fi
  sleep 0.1
done
address=http://127.0.0.1:$(cat "$work/port")

# Installs with an empty environment: install HOME [NAME=VALUE...]
install() {
  home=$1
  shift
  env -i PATH="$PATH" HOME="$home" RULEBOOK_REPOSITORY="$address" "$@" sh "$here/install.sh"
}

mkdir "$work/home" "$work/home2" "$work/home3" "$work/home4"
install "$work/home" >"$work/told" || fail "the newest release cannot be installed"
"$work/home/.local/bin/rulebook" | grep -q '^rulebook 9.8.7 of ' || fail "the installed program does not run"
grep -q 'Add .* to your PATH' "$work/told" || fail "the script does not mention PATH"
for file in man/man1/rulebook.1 bash-completion/completions/rulebook fish/vendor_completions.d/rulebook.fish zsh/site-functions/_rulebook; do
  [ -s "$work/home/.local/share/$file" ] || fail "$file is missing"
done
install "$work/home2" RULEBOOK_VERSION=9.8.7 RULEBOOK_PREFIX="$work/home2/opt" >/dev/null || fail "a version cannot be chosen"
[ -x "$work/home2/opt/bin/rulebook" ] || fail "a prefix cannot be chosen"
if install "$work/home3" RULEBOOK_VERSION=0.0.0 >/dev/null 2>&1; then fail "a release that is not there was installed"; fi

install "$work/home2" RULEBOOK_VERSION=v9.8.7 >/dev/null || fail "a version cannot start with v"

# A program that does not run must not replace the installed one. Here it is written for another C library.
cp -R "$work/site" "$work/site.good"
for target in aarch64-apple-darwin x86_64-apple-darwin aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu; do
  name=rulebook-9.8.7-$target
  printf '#!/bin/sh\necho "version GLIBC_9.9 not found" >&2\nexit 1\n' >"$work/$name/rulebook"
  tar -czf "$releases/$name.tar.gz" -C "$work" "$name"
done
(cd "$releases" && $sum ./*.tar.gz | sed 's|\./||' >SHA256SUMS)
if install "$work/home" RULEBOOK_VERSION=9.8.7 >/dev/null 2>"$work/told"; then fail "a program that does not run was installed"; fi
grep -q 'GLIBC_9.9' "$work/told" || fail "the script does not say why the program does not run: $(cat "$work/told")"
"$work/home/.local/bin/rulebook" | grep -q '^rulebook 9.8.7 of ' || fail "the working program was replaced"
[ "$(ls -A "$work/home/.local/bin")" = rulebook ] || fail "the script left a file behind"
rm -rf "$work/site"
mv "$work/site.good" "$work/site"

# A release writes its address into the script, so that the script works without a variable.
sed "s|@REPOSITORY@|$address|" "$here/install.sh" >"$work/install.sh"
mkdir "$work/home5"
env -i PATH="$PATH" HOME="$work/home5" sh "$work/install.sh" >/dev/null || fail "the script of a release does not run"
[ -x "$work/home5/.local/bin/rulebook" ] || fail "the script of a release installs nothing"

# A changed archive must not be installed.
for archive in "$releases"/*.tar.gz; do echo more >>"$archive"; done
if install "$work/home4" RULEBOOK_VERSION=9.8.7 >/dev/null 2>"$work/told"; then fail "a changed archive was installed"; fi
grep -q 'wrong checksum' "$work/told" || fail "the script does not mention the checksum: $(cat "$work/told")"
[ ! -e "$work/home4/.local" ] || fail "a changed archive left files behind"

# The install script without a repository must refuse to run.
if env -i PATH="$PATH" HOME="$work/home4" sh "$here/install.sh" >/dev/null 2>&1; then fail "the script runs without a repository"; fi

"$here/formula.sh" 9.8.7 https://example.org/rulebook "$releases/SHA256SUMS" >"$work/rulebook.rb"
if grep -q '@' "$work/rulebook.rb"; then fail "the formula has open places: $(grep '@' "$work/rulebook.rb")"; fi
[ "$(grep -c 'sha256 "[0-9a-f]\{64\}"' "$work/rulebook.rb")" = 4 ] || fail "the formula has not four checksums"

printf '# Changelog\n\n## 2.0.0 - unreleased\n\nnew\n\n## 1.0.0 - 2026-01-02\n\n### Added\n\n- one\n\n## 0.9.0\n\nold\n' >"$work/changes.md"
[ "$("$here/release-notes.sh" 1.0.0 "$work/changes.md")" = "$(printf '### Added\n\n- one')" ] || fail "wrong release notes"
if "$here/release-notes.sh" 2.0.0 "$work/changes.md" >/dev/null 2>&1; then fail "an unreleased version has notes"; fi
if "$here/release-notes.sh" 3.0.0 "$work/changes.md" >/dev/null 2>&1; then fail "a missing version has notes"; fi

# Without the web table, the stages of the image must fail before they compile anything.
mkdir "$work/checkout"
cp -R "$here/../deploy" "$work/checkout/deploy"
if CARGO=true sh "$work/checkout/deploy/build-binary.sh" 2>"$work/told"; then fail "a binary without the web table was built"; fi
grep -q 'web/dist/index.html is missing' "$work/told" || fail "build-binary.sh does not say what is missing: $(cat "$work/told")"
mkdir -p "$work/checkout/web" "$work/programs"
printf '#!/bin/sh\nexit 0\n' >"$work/programs/npm"
chmod 755 "$work/programs/npm"
if PATH="$work/programs:$PATH" sh "$work/checkout/deploy/build-web.sh" 2>"$work/told"; then fail "an empty web table was accepted"; fi
grep -q 'wrote no web/dist/index.html' "$work/told" || fail "build-web.sh does not say what is missing: $(cat "$work/told")"

# CITATION.cff names the version of Cargo.toml.
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml" | head -n 1)
grep -q "^version: \"*$version\"*\$" "$here/../CITATION.cff" || fail "CITATION.cff does not name version $version"
echo "packaging ok"
