#!/usr/bin/env python3
"""Memory under steady play: the memory of a server whose tables play all the time.

    python3 bench/load/memory_over_time.py target/release/rulebook --tables 200 --seconds 3600

The script starts a server on SQLite. Two people play at each table, and each thinks for `--think` seconds before a move. When a
match is over, they open the next table. Every minute the script prints the memory of the server. It fails if the median of the
last quarter is more than a tenth above the median of the second quarter. The first quarter is for warming up. A table keeps the
records of its match in memory, so the run must be much longer than a match.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from through_proxy import Person, memory, post  # noqa: E402


async def posted(port, path, body):
    """Posts JSON, again and again while the server is busy. Returns the JSON of the answer."""
    while True:
        status, answer = await post(port, None, "127.0.0.1", path, body)
        if status == 201:
            return answer
        if status != 503:
            raise ConnectionError(f"{path}: {status} {answer}")
        await asyncio.sleep(0.5)


async def seats(port, game):
    """Opens a table, connects two people and starts the match. Returns the id, the people and their views."""
    table = await posted(port, "/active-games", {"game": game, "seats": 2})
    people, views = [], []
    for seat in range(2):
        body = {"seat": seat, "name": f"Player {'AB'[seat]}"}
        token = (await posted(port, f"/active-games/{table['match']}/seats", body))["token"]
        person = await Person.connect(port, None, "127.0.0.1")
        views.append((await person.ask("game:join", {"match": table["match"], "token": token}))[1])
        people.append(person)
    ack, view = await people[0].ask("game:command", {"match": table["match"], "command": {"kind": "start"}})
    if not ack["accepted"]:
        raise SystemExit(f"the match does not start: {ack}")
    views[0] = view or views[0]
    return table["match"], people, views


async def sit(port, args, count):
    """Plays one match after the other at one table."""
    number = 0
    while True:
        table, people, views = await seats(port, args.game)
        over = asyncio.Event()

        async def play(seat, person=None, view=None, table=table, over=over):
            nonlocal number
            while not over.is_set():
                if view and view["scene"].get("outcome"):
                    over.set()
                    return
                if view and view.get("ask"):
                    await asyncio.sleep(random.uniform(0.5, 1.5) * args.think)
                    offers = view["ask"]["offers"]
                    number += 1
                    intent = {"match": table, "ask": view["ask"]["number"], "moves": [offers[number % len(offers)]["text"]], "key": f"k{number}"}
                    ack, view = await person.ask("game:intent", intent)
                    count["moves"] += ack["accepted"]
                    count["refused"] += not ack["accepted"]
                    if view:
                        continue
                text = await person.receive()
                view = json.loads(text[2:])[1]["view"] if text.startswith('42["game:view"') else None

        jobs = [asyncio.create_task(play(seat, person, view)) for seat, (person, view) in enumerate(zip(people, views))]
        await over.wait()
        for job in jobs:
            job.cancel()
        for person in people:
            person.writer.close()
        count["over"] += 1


async def watch(pid, port, args, count):
    """Prints the memory every minute. Returns all figures."""
    begun, figures = time.monotonic(), []
    while (passed := time.monotonic() - begun) < args.seconds:
        await asyncio.sleep(min(args.every, args.seconds - passed))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        tables = next(line.split()[1] for line in lines if line.startswith("rulebook_tables "))
        figures.append(memory(pid))
        minutes = (time.monotonic() - begun) / 60
        print(f"{minutes:6.1f} min  {figures[-1]:7.1f} MB  {tables:>5} tables in memory  {count['moves']} moves  {count['over']} matches over", flush=True)
    return figures


async def run(args, pid, port):
    count = {"moves": 0, "refused": 0, "over": 0}
    jobs = []
    for _ in range(args.tables):
        jobs.append(asyncio.create_task(sit(port, args, count)))
        # The server refuses many requests at once from one address.
        await asyncio.sleep(0.05)
    figures = await watch(pid, port, args, count)
    broken = [job.exception() for job in jobs if job.done()]
    for job in jobs:
        job.cancel()
    return figures, count, broken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--think", type=float, default=5.0, help="seconds before each move, on average")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two figures")
    parser.add_argument("--game", default="crazy-eights")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rulebook-memory-") as folder:
        serve = [args.binary, "serve", "--addr", "127.0.0.1:0", "--store", f"sqlite:{folder}/matches.db"]
        serve += ["--tables", "1000000", "--rate", "1000", "--connections-each", "100000"]
        with open(f"{folder}/log", "w", encoding="utf-8") as log:
            server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=log, text=True)
        port = int(server.stdout.readline().rstrip().rstrip("/").rsplit(":", 1)[1])
        try:
            figures, count, broken = asyncio.run(run(args, server.pid, port))
        finally:
            server.terminate()
            server.wait(30)
    quarter = max(1, len(figures) // 4)
    early, late = statistics.median(figures[quarter : 2 * quarter] or figures), statistics.median(figures[-quarter:])
    print(f"{count['moves']} moves, {count['over']} matches over, {count['refused']} refused; second quarter {early:.1f} MB, last quarter {late:.1f} MB")
    if broken or count["refused"] or late > early * 1.1:
        raise SystemExit(f"FAILED: {broken[:1]}")


if __name__ == "__main__":
    main()
