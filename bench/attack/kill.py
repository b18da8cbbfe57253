#!/usr/bin/env python3
"""Kills servers during play, and checks that nothing was lost.

    python3 bench/attack/kill.py target/release/rulebook 1000
    cargo xtask kill 1000

Half of the kills hit one server on SQLite, the other half three nodes on PostgreSQL. Every fourth stop is a rolling restart
(SIGTERM), the others are SIGKILL. In the middle of the run, the script resets the schema version of PostgreSQL and drops
the newest index. `rulebook migrate` then restores both while the nodes play. With `--old BINARY`, the first half on
PostgreSQL runs nodes of an older release instead, and the migration leads from that release to this one.

Players repeat every move with its key until a server answers. Other clients open tables and sit down, and repeat these
requests. At the end the script compares the acknowledgements with the store: no acknowledged move is missing, no move was
played twice, every taken seat has an owner, and no append failed. All matches are exported and verified.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Closed, Socket, http  # noqa: E402
from postgres import Postgres, free_port  # noqa: E402

PLAYERS = 6
SITTERS = 2


class Node:
    """A server process at a fixed port."""

    def __init__(self, binary, store, folder, name):
        self.binary, self.store, self.log = binary, store, f"{folder}/{name}.log"
        self.port = free_port()
        self.address = ("127.0.0.1", self.port)
        self.process = None
        self.start()

    def start(self):
        """Starts the server and waits until it listens."""
        args = [self.binary, "serve", "--addr", f"127.0.0.1:{self.port}", "--store", self.store]
        args += ["--rate", "100000", "--tables", "1000000", "--connections-each", "10000"]
        for _ in range(100):
            with open(self.log, "a", encoding="utf-8") as log:
                self.process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=log, text=True)
            if "http://" in self.process.stdout.readline():
                return
            self.process.wait()
            time.sleep(0.2)
        raise SystemExit(f"a server does not start: see {self.log}")

    def stop(self, gently):
        if gently:
            self.process.terminate()
        else:
            self.process.kill()
        self.process.wait()


class Promises:
    """Everything that a server has acknowledged."""

    def __init__(self):
        self.lock = threading.Lock()
        self.moves, self.seats, self.stop, self.errors = [], [], threading.Event(), []

    def move(self, table, key):
        with self.lock:
            self.moves.append((table, key))

    def seat(self, table, seat, token):
        with self.lock:
            self.seats.append((table, seat, token))

    def count(self):
        with self.lock:
            return len(self.moves)


def repeated(addresses, path, body):
    """Posts a request with a key until a server answers. Returns the JSON."""
    body = {**body, "key": os.urandom(16).hex()}
    while True:
        try:
            status, _, answer = http(random.choice(addresses), "POST", path, body, timeout=20)
        except (OSError, IndexError, ValueError):
            time.sleep(0.05)
            continue
        if status == 201:
            return json.loads(answer)
        if status not in (429, 503):
            raise SystemExit(f"{path}: {status} {answer.decode()}")
        time.sleep(0.05)


def opened(addresses, promises, game="crazy-eights"):
    """A table with two people. Returns its id, the token of the host and those of the seats."""
    table = repeated(addresses, "/active-games", {"game": game, "seats": 2})
    tokens = []
    for seat in range(2):
        sat = repeated(addresses, f"/active-games/{table['match']}/seats", {"seat": seat, "name": f"Player {'AB'[seat]}"})
        tokens.append(sat["token"])
        promises.seat(table["match"], seat, sat["token"])
    return table["match"], table["hostToken"], tokens


def sit(addresses, promises):
    """Opens tables and sits down, without playing."""
    while not promises.stop.is_set():
        opened(addresses, promises)
        time.sleep(0.1)


def joined(addresses, table, tokens):
    sockets = []
    for token in tokens:
        client = Socket(random.choice(addresses))
        client.stream.settimeout(15)
        sockets.append(client)
        if not client.ask("game:join", {"match": table, "token": token}).get("accepted"):
            raise Closed("not joined")
    return sockets


def play(addresses, promises):
    """Plays one match after the other from both seats."""
    number = 0
    while not promises.stop.is_set():
        table, host, tokens = opened(addresses, promises)
        begun, over, pending = False, False, None
        while not over and not (promises.stop.is_set() and pending is None):
            try:
                sockets = joined(addresses, table, tokens)
                if not begun:
                    starter = Socket(random.choice(addresses))
                    starter.ask("game:join", {"match": table, "token": host})
                    starter.ask("game:command", {"match": table, "command": {"kind": "start"}})
                    begun = True
                while not over and not (promises.stop.is_set() and pending is None):
                    if pending is None:
                        pending = next_move(sockets, number)
                        over = pending is None
                        number += 1
                        continue
                    seat, intent = pending
                    ack = sockets[seat].ask("game:intent", {"match": table, **intent})
                    if ack["accepted"]:
                        promises.move(table, f"{seat}:{intent['key']}")
                        pending = None
                    elif ack.get("code") == "stale-ask":
                        # Another node has played the move, and this node did not know it yet.
                        pending = None
                        raise Closed("an old view")
                    elif ack.get("code") == "unavailable":
                        time.sleep(0.02)
                    else:
                        promises.errors.append(f"{table}: {ack}")
                        return
            except (Closed, OSError, ValueError, KeyError):
                time.sleep(0.05)


def next_move(sockets, number):
    """The seat that has to move, and its answer. `None` if the match is over."""
    while True:
        for seat, client in enumerate(sockets):
            views = [data["view"] for name, data in client.events if name == "game:view"]
            client.events.clear()
            if not views:
                continue
            view = views[-1]
            if view["scene"].get("outcome"):
                return None
            if view.get("ask"):
                offers = view["ask"]["offers"]
                move = offers[number % len(offers)]["text"]
                return seat, {"ask": view["ask"]["number"], "moves": [move], "key": f"key-{number}"}
        for client in sockets:
            client.stream.settimeout(0.05)
            try:
                client._keep(client.receive())
            except Closed as closed:
                if "timed out" not in str(closed):
                    raise
            finally:
                client.stream.settimeout(15)


def exported(binary, store, folder):
    """All moves in the store, after `rulebook verify` has replayed the matches."""
    file = f"{folder}/matches.jsonl"
    with open(file, "w", encoding="utf-8") as out:
        subprocess.run([binary, "export", "--store", store], stdout=out, check=True)
    subprocess.run([binary, "verify", "--unfinished", file], stdout=subprocess.DEVNULL, check=True)
    moves, table = [], ""
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            table = record.get("match", table)
            played = record.get("record", {}).get("played")
            if played and played["key"]:
                moves.append((table, f"{played.get('by', played['seat'])}:{played['key']}"))
    return moves


def ghosts(address, promises):
    """The number of seats that are taken, but whose token no client has."""
    count = 0
    for table in {table for table, _, _ in promises.seats}:
        tokens = {seat: token for at, seat, token in promises.seats if at == table}
        _, _, answer = http(address, "GET", f"/active-games/{table}", token=next(iter(tokens.values())))
        for seat, place in enumerate(json.loads(answer)["seats"]):
            if place.get("owner") and http(address, "GET", f"/active-games/{table}", token=tokens.get(seat, "0"))[0] != 200:
                count += 1
    return count


def run(binary, store, count, kills, folder, migrate=None, old=None):
    """Kills servers during play. Returns the number of mistakes."""
    nodes = [Node(old or binary, store, folder, f"node-{count}-{at}") for at in range(count)]
    addresses, promises = [node.address for node in nodes], Promises()
    jobs = [threading.Thread(target=play, args=(addresses, promises), daemon=True) for _ in range(PLAYERS)]
    jobs += [threading.Thread(target=sit, args=(addresses, promises), daemon=True) for _ in range(SITTERS)]
    for job in jobs:
        job.start()
    begun, migrated = time.monotonic(), ""
    for kill in range(kills):
        before, since = promises.count(), time.monotonic()
        while promises.count() == before and time.monotonic() - since < 60:
            time.sleep(0.01)
        time.sleep(random.uniform(0.03, 0.2))
        if migrate and kill == kills // 2:
            migrated = migrate()
            for node in nodes:
                node.binary = binary
        node = nodes[kill % count]
        node.stop(gently=kill % 4 == 3)
        node.start()
    promises.stop.set()
    for job in jobs:
        job.join(timeout=120)
    took = time.monotonic() - begun
    left = ghosts(addresses[0], promises)
    for node in nodes:
        node.stop(gently=True)
    kept = exported(binary, store, folder)
    lost, twice = set(promises.moves) - set(kept), len(kept) - len(set(kept))
    failed = []
    for node in nodes:
        with open(node.log, encoding="utf-8") as log:
            failed += re.findall("append failed.*", log.read())
    kind = store.split(":")[0]
    print(f"{kind}, {count} node(s): {kills} stops in {took:.0f} s, {len(promises.moves)} acknowledged moves, {len(promises.seats)} seats taken{migrated}")
    print(f"  lost {len(lost)}, played twice {twice}, ghost seats {left}, failed appends {len(failed)}, refused {len(promises.errors)}")
    for error in promises.errors[:5] + failed[:5]:
        print(f"  {error}")
    return len(lost) + twice + left + len(failed) + len(promises.errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("kills", type=int)
    parser.add_argument("--old", help="binary of the release before, for the first half on PostgreSQL")
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    args = parser.parse_args()
    mistakes = 0
    with tempfile.TemporaryDirectory(prefix="rulebook-kill-") as folder:
        if args.only != "postgres":
            mistakes += run(args.binary, f"sqlite:{folder}/matches.db", 1, (args.kills + 1) // 2, folder)
        if args.only != "sqlite":
            database = Postgres(folder)

            def migrate():
                if not args.old:
                    database.sql("DROP INDEX IF EXISTS matches_visitors")
                    database.sql("UPDATE rulebook_schema SET version = 2")
                done = subprocess.run([args.binary, "migrate", "--store", database.address], capture_output=True, text=True, check=True)
                return f"; {done.stdout.strip()}"

            try:
                first = args.old or args.binary
                subprocess.run([first, "migrate", "--store", database.address], stdout=subprocess.DEVNULL, check=True)
                mistakes += run(args.binary, database.address, 3, args.kills // 2, folder, migrate, args.old)
            finally:
                database.close()
    if mistakes:
        raise SystemExit(f"FAILED: {mistakes} mistakes")
    print("nothing was lost")


if __name__ == "__main__":
    main()
