#!/bin/sh
# Installs Rulebook for one user: downloads the archive of this platform, verifies its SHA-256, and copies its files.
#
# RULEBOOK_VERSION     a version such as 0.1.0; the newest by default
# RULEBOOK_PREFIX      the folder whose bin/ and share/ get the files; ~/.local by default
# RULEBOOK_REPOSITORY  the page of the repository, without a slash at the end
set -eu

# The release workflow writes the address of its repository here.
repository=${RULEBOOK_REPOSITORY:-@REPOSITORY@}

fail() {
  echo "install: $*" >&2
  exit 1
}

# Prints the platform as the names of the archives spell it.
platform() {
  system=$(uname -s)
  machine=$(uname -m)
  # On a Mac with Apple silicon, a shell under Rosetta reports x86_64.
  if [ "$system" = Darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null || echo 0)" = 1 ]; then
    machine=arm64
  fi
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no binary for $machine; build it with cargo" ;;
  esac
  case $system in
    Linux)
      if ldd --version 2>&1 | grep -qi musl; then
        fail "the binary needs glibc, and this system has musl; build it with cargo"
      fi
      echo "$machine-unknown-linux-gnu"
      ;;
    Darwin) echo "$machine-apple-darwin" ;;
    *) fail "there is no install script for $system; download the archive from $repository/releases" ;;
  esac
}

# Saves a page: download URL FILE
download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --output "$2" "$1" || fail "cannot download $1"
  elif command -v wget >/dev/null 2>&1; then
    wget --quiet --output-document="$2" "$1" || fail "cannot download $1"
  else
    fail "curl or wget is needed"
  fi
}

# Prints the SHA-256 of a file.
sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    fail "sha256sum or shasum is needed to verify the download"
  fi
}

# Copies the files that exist: copy FOLDER FILE...
copy() {
  folder=$1
  shift
  for file in "$@"; do
    if [ -f "$file" ]; then
      mkdir -p "$folder"
      cp "$file" "$folder/"
    fi
  done
}

# Everything runs in a function. If the download of this script is cut off, nothing runs.
main() {
  case $repository in
    https://* | http://127.0.0.1:*) ;;
    *) fail "set RULEBOOK_REPOSITORY to the https page of the repository" ;;
  esac
  target=$(platform)
  if [ -n "${RULEBOOK_VERSION:-}" ]; then
    releases=$repository/releases/download/v${RULEBOOK_VERSION#v}
  else
    releases=$repository/releases/latest/download
  fi
  if [ -z "${RULEBOOK_PREFIX:-}" ] && [ -z "${HOME:-}" ]; then
    fail "set HOME or RULEBOOK_PREFIX"
  fi
  prefix=${RULEBOOK_PREFIX:-$HOME/.local}

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$releases/SHA256SUMS" "$work/SHA256SUMS"
  # Each line has the checksum, two characters, and the file name.
  line=$(grep -E "^[0-9a-f]{64}  rulebook-[0-9][0-9A-Za-z.+-]*-$target\.tar\.gz\$" "$work/SHA256SUMS" | head -n 1) || true
  if [ -z "$line" ]; then
    fail "this release has no archive for $target"
  fi
  expected=${line%% *}
  archive=${line##* }

  echo "Downloading $archive"
  download "$releases/$archive" "$work/$archive"
  actual=$(sha256 "$work/$archive")
  if [ "$actual" != "$expected" ]; then
    fail "$archive has the wrong checksum; nothing was installed (expected $expected, got $actual)"
  fi
  tar -xzf "$work/$archive" -C "$work"
  files=$work/${archive%.tar.gz}
  if [ ! -f "$files/rulebook" ]; then
    fail "$archive has no program in it"
  fi

  mkdir -p "$prefix/bin"
  # The program is renamed at the end, because a running program must not be overwritten.
  cp "$files/rulebook" "$prefix/bin/.rulebook.new"
  chmod 755 "$prefix/bin/.rulebook.new"
  # A program that does not run here must not replace one that does.
  if ! "$prefix/bin/.rulebook.new" --version >"$work/told" 2>&1; then
    rm -f "$prefix/bin/.rulebook.new"
    head -n 5 "$work/told" >&2
    fail "the program does not run on this system, so nothing was installed; on Linux it needs glibc 2.35 or newer"
  fi
  mv -f "$prefix/bin/.rulebook.new" "$prefix/bin/rulebook"
  copy "$prefix/share/man/man1" "$files"/man/*.1
  copy "$prefix/share/fish/vendor_completions.d" "$files/completions/rulebook.fish"
  copy "$prefix/share/zsh/site-functions" "$files/completions/_rulebook"
  if [ -f "$files/completions/rulebook.bash" ]; then
    mkdir -p "$prefix/share/bash-completion/completions"
    cp "$files/completions/rulebook.bash" "$prefix/share/bash-completion/completions/rulebook"
  fi

  echo "Installed $prefix/bin/rulebook"
  case :${PATH:-}: in
    *:"$prefix/bin":*) echo "Run: rulebook" ;;
    *) echo "Add $prefix/bin to your PATH, or run: $prefix/bin/rulebook" ;;
  esac
}

main
