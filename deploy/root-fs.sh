#!/bin/sh
# Makes the root file system of the image: root-fs.sh BINARY TARGET
# TARGET is a folder, or a file that ends in .tar. The result holds the binary, the libraries it links and a user without a shell.
set -eu
if [ $# -ne 2 ]; then
  echo "usage: root-fs.sh BINARY TARGET" >&2
  exit 2
fi
binary=$1
target=$2
# The same user id as in deploy/kubernetes.yaml.
user=1000

case $target in
  *.tar) root=$(mktemp -d) ; trap 'rm -rf "$root"' EXIT ;;
  *) root=$target ; rm -rf "$root" ;;
esac
mkdir -p "$root/usr/local/bin" "$root/etc" "$root/tmp" "$root/var/lib/rulebook"
install -m 755 "$binary" "$root/usr/local/bin/rulebook"

# Copies a library to the path where the loader looks for it. If the path is a link, its target is copied there.
copy_library() {
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}

# `ldd` prints `name => path (address)`, or `path (address)` for the loader. A static binary has no libraries.
libraries=$(ldd "$binary" 2>/dev/null | sed -n -e 's|.*=> \(/[^ ]*\) .*|\1|p' -e 's|^[[:space:]]*\(/[^ ]*\) .*|\1|p' | sort -u)
for library in $libraries; do
  copy_library "$library"
done
# Older C libraries load these at run time to resolve host names.
for library in $libraries; do
  case $library in
    */libc.so.6)
      for name in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
        if [ -e "$(dirname "$library")/$name" ]; then
          copy_library "$(dirname "$library")/$name"
        fi
      done
      ;;
  esac
done

echo "rulebook:x:$user:$user::/var/lib/rulebook:/sbin/nologin" >"$root/etc/passwd"
echo "rulebook:x:$user:" >"$root/etc/group"
echo "hosts: files dns" >"$root/etc/nsswitch.conf"
chmod 755 "$root" "$root/usr" "$root/usr/local" "$root/usr/local/bin" "$root/etc" "$root/var" "$root/var/lib"
chmod 1777 "$root/tmp"
chmod 750 "$root/var/lib/rulebook"
if [ "$(id -u)" = 0 ]; then
  chown "$user:$user" "$root/var/lib/rulebook"
fi

case $target in
  *.tar)
    # tar is called twice, so that the owners are right even if this script does not run as root.
    tar -C "$root" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 --numeric-owner \
      --exclude=./var/lib/rulebook -cf "$target" .
    tar -C "$root" --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner="$user" --group="$user" --numeric-owner \
      -rf "$target" ./var/lib/rulebook
    ;;
esac
