#!/usr/bin/env python3
"""Tests `deploy/postgres-pitr.sh`: plays a match, and restores the database to a moment in the middle of the match.

    python3 bench/attack/pitr.py target/release/rulebook
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Socket, http  # noqa: E402
from kill import Node, Promises, next_move, opened, joined  # noqa: E402
from postgres import Postgres  # noqa: E402

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy", "postgres-pitr.sh")


def main():
    binary = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="rulebook-pitr-") as folder:
        database = Postgres(folder)
        wal, backups = f"{folder}/wal", f"{folder}/base"
        for path in (wal, backups):
            os.mkdir(path)
            shutil.chown(path, "postgres") if database.prefix else None
        settings = subprocess.run([SCRIPT, "archive-settings", wal], capture_output=True, text=True, check=True).stdout
        for line in settings.splitlines():
            name, _, value = line.partition(" = ")
            value = value.strip("'").replace("'", "''")
            database.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        database.close()
        database.start(f"{database.data}/db")
        node = Node(binary, database.address, folder, "before")
        table, host, tokens = opened([node.address], Promises())
        sockets = joined([node.address], table, tokens)
        starter = Socket(node.address)
        starter.ask("game:join", {"match": table, "token": host})
        starter.ask("game:command", {"match": table, "command": {"kind": "start"}})
        env = {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": database.address.rsplit(":", 1)[1].split("/")[0], "PGUSER": "rulebook"}
        made = subprocess.run(database.prefix + [SCRIPT, "base", backups], env={**env, "PATH": f"{database.bin}:{env['PATH']}"}, capture_output=True, text=True, check=True)
        counts = []
        moments = []
        for part in range(2):
            for number in range(part * 5, part * 5 + 5):
                seat, intent = next_move(sockets, number)
                assert sockets[seat].ask("game:intent", {"match": table, **intent})["accepted"]
            counts.append(int(database.sql(f"SELECT version FROM matches WHERE id = '{table}'")))
            time.sleep(1.5)
            moments.append(database.sql("SELECT clock_timestamp()"))
            time.sleep(1.5)
        database.sql("SELECT pg_switch_wal()")
        until = time.monotonic() + 60
        while int(database.sql("SELECT count(*) FROM pg_ls_dir('pg_wal/archive_status') AS f WHERE f LIKE '%.ready'")) and time.monotonic() < until:
            time.sleep(0.2)
        node.stop(gently=True)
        database.close()
        data = f"{database.data}/restored"
        subprocess.run(database.prefix + [SCRIPT, "restore", made.stdout.strip(), wal, moments[0], data], check=True, stdout=subprocess.DEVNULL)
        database.start(data)
        until = time.monotonic() + 60
        while database.sql("SELECT pg_is_in_recovery()") == "t" and time.monotonic() < until:
            time.sleep(0.2)
        found = int(database.sql(f"SELECT version FROM matches WHERE id = '{table}'"))
        node = Node(binary, database.address, folder, "after")
        status = json.loads(http(node.address, "GET", f"/active-games/{table}")[2])
        node.stop(gently=True)
        database.close()
    print(f"records before the moment {counts[0]}, at the end {counts[1]}, restored {found}; the table is {status['phase']}")
    if found != counts[0] or counts[1] <= counts[0] or status["phase"] != "playing":
        raise SystemExit("FAILED")


if __name__ == "__main__":
    main()
