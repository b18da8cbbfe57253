#!/usr/bin/env python3
"""The size of a record in the store, before and after `rulebook archive --compress`.

    python3 bench/load/record_size.py target/release/rulebook --game crazy-eights

Bots play matches on SQLite. The script removes unfinished matches and the rules, because they are not compressed. It then divides
the size of the file by the number of records.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
from client import Socket, http  # noqa: E402


def played(binary, file, game, matches):
    """Lets bots play the matches, and waits for at most two minutes."""
    serve = [binary, "serve", "--addr", "127.0.0.1:0", "--store", f"sqlite:{file}", "--tables", "1000000", "--rate", "100000"]
    server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = ("127.0.0.1", int(server.stdout.readline().rstrip().rstrip("/").rsplit(":", 1)[1]))
    try:
        for _ in range(matches):
            opened = json.loads(http(address, "POST", "/active-games", {"game": game, "seats": 2})[2])
            host = Socket(address)
            host.ask("game:join", {"match": opened["match"], "token": opened["hostToken"]})
            for seat in range(2):
                drive = {"kind": "drive", "seat": seat, "driver": {"kind": "bot", "spec": "random"}}
                host.ask("game:command", {"match": opened["match"], "command": drive})
            host.ask("game:command", {"match": opened["match"], "command": {"kind": "start"}})
            host.stream.close()
        until = time.monotonic() + 120
        while json.loads(http(address, "GET", "/active-games")[2]) and time.monotonic() < until:
            time.sleep(1)
    finally:
        server.terminate()
        server.wait(30)


def size(file):
    """The size of the file without free pages."""
    store = sqlite3.connect(file, isolation_level=None)
    store.execute("PRAGMA journal_mode = DELETE")
    store.execute("VACUUM")
    store.close()
    return os.path.getsize(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--game", default="crazy-eights")
    parser.add_argument("--matches", type=int, default=12)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rulebook-size-") as folder:
        file = f"{folder}/matches.db"
        played(args.binary, file, args.game, args.matches)
        store = sqlite3.connect(file)
        for table in ("entries", "snapshots", "tokens", "ai_log"):
            store.execute(f"DELETE FROM {table} WHERE match_id IN (SELECT id FROM matches WHERE live)")
        store.execute("DELETE FROM matches WHERE live")
        store.execute("DELETE FROM rules")
        store.commit()
        matches, records = store.execute("SELECT count(*), sum(version) FROM matches").fetchone()
        store.close()
        before = size(file)
        told = subprocess.run([args.binary, "archive", "--store", f"sqlite:{file}", "--compress", "0"], capture_output=True, text=True, check=True)
        after = size(file)
    print(told.stdout.strip())
    print(f"{args.game}: {matches} matches, {records} records; {before / records:.0f} bytes for each record before, {after / records:.0f} after")


if __name__ == "__main__":
    main()
