#!/usr/bin/env python3
"""Attacks a server on this machine, and measures what other players notice.

    python3 bench/attack/attack.py target/release/rulebook messages
    python3 bench/attack/attack.py target/release/rulebook all --seconds 15

The script starts a server with its defaults on a free port, with a store in a temporary folder. Two players play chess from
127.0.0.1, a probe asks for `/healthz`, and attackers come from 127.0.0.66. Each attack is bounded in time. The script prints
a table: the memory of the server, the p99 of the other players' moves, the latency of the health check, the time until
the attacker is gone, and the size of the log. It fails if a figure exceeds its limit. The attackers run at a low priority, because on the internet they
use other machines.
"""

import argparse
import io
import json
import multiprocessing
import os
import socket
import stat
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Closed, Socket, connect, frame, http  # noqa: E402

ATTACKER = "127.0.0.66"
LIMITS = {"memory MB": 300, "players' p99 ms": 50, "health p99 ms": 100, "gone after s": 1, "log MB": 1}


def start(binary, folder):
    """Starts a server. Returns the process and its address."""
    args = [binary, "serve", "--addr", "127.0.0.1:0", "--store", f"sqlite:{folder}/attack.db"]
    # The attack `games` measures the cost of single games, so the limit on uploads is very high.
    args += ["--uploads", "100000"]
    server = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=open(f"{folder}/log", "w"), text=True)
    line = server.stdout.readline()
    port = int(line.rstrip().rstrip("/").rsplit(":", 1)[1])
    return server, ("127.0.0.1", port)


def memory(pid, field="VmRSS"):
    """A figure of `/proc/PID/status`, in MB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith(field))
    return int(line.split()[1]) / 1024


def log_size(folder):
    """The size of the log of the server, in MB."""
    return os.path.getsize(f"{folder}/log") / 1e6


def table(address, game, seats):
    """Opens a table and sits down. Returns the answer and the tokens."""
    opened = json.loads(http(address, "POST", "/active-games", {"game": game, "seats": seats})[2])
    tokens = []
    for seat in range(seats):
        path = f"/active-games/{opened['match']}/seats"
        tokens.append(json.loads(http(address, "POST", path, {"seat": seat, "name": f"Player {'AB'[seat]}"})[2])["token"])
    return opened, tokens


def play(address, stop, latencies):
    """Two people play chess. Puts the latency of each move into the queue."""
    moves = 0
    while not stop.is_set():
        opened, tokens = table(address, "chess", 2)
        sockets = [Socket(address), Socket(address)]
        for client, token in zip(sockets, tokens):
            client.ask("game:join", {"match": opened["match"], "token": token})
        sockets[0].ask("game:command", {"match": opened["match"], "command": {"kind": "start"}})
        turn = 0
        while not stop.is_set():
            view = sockets[turn].event("game:view")["view"]
            if view["scene"].get("outcome"):
                break
            if not view.get("ask"):
                continue
            offers = view["ask"]["offers"]
            intent = {"match": opened["match"], "ask": view["ask"]["number"], "moves": [offers[moves % len(offers)]["text"]]}
            begun = time.monotonic()
            ack = sockets[turn].ask("game:intent", {**intent, "key": f"k{moves}"})
            latencies.put((time.monotonic() - begun) * 1000)
            if not ack["accepted"]:
                raise SystemExit(f"a player was refused: {ack}")
            moves += 1
            turn = 1 - turn
            time.sleep(0.05)


def probe(address, stop, latencies):
    """Asks for the health of the server ten times per second."""
    while not stop.is_set():
        begun = time.monotonic()
        try:
            status = http(address, "GET", "/healthz", timeout=5)[0]
        except (OSError, IndexError, ValueError):
            status = 0
        latencies.put((time.monotonic() - begun) * 1000 if status == 200 else 5000.0)
        time.sleep(0.1)


def messages(address, until, gone):
    """Five sockets send tiny `game:react` messages as fast as they can. Each connects again when it is disconnected."""

    def one(gone):
        text = frame('42["game:react",{"match":"' + "0" * 24 + '","reaction":"clap"}]') * 200
        while time.monotonic() < until:
            begun = time.monotonic()
            try:
                client = Socket(address, ATTACKER)
                client.stream.settimeout(5)
                while time.monotonic() < until:
                    client.stream.sendall(text)
            except (Closed, OSError):
                gone.put(time.monotonic() - begun)
                time.sleep(0.01)

    many(one, 5, gone)


def bodies(address, until, gone):
    """Sends 150 uploads of 8 MB at once."""

    def one(gone):
        head = f"POST /replays HTTP/1.1\r\nhost: {address[0]}\r\ncontent-length: 8000000\r\n\r\n".encode()
        chunk = b"x" * 65536
        while time.monotonic() < until:
            streams = []
            for _ in range(30):
                try:
                    streams.append(connect(address, ATTACKER, 5))
                    streams[-1].sendall(head)
                    streams[-1].settimeout(0.2)
                except OSError:
                    continue
            for _ in range(122):
                for stream in streams:
                    try:
                        stream.sendall(chunk)
                    except OSError:
                        pass
            for stream in streams:
                stream.close()

    many(one, 5, gone)


def frames(address, until, gone):
    """A hundred sockets send the packet that connects a socket, again and again. Each connects again when it is closed."""

    def one(gone):
        packets = frame("40") * 4000
        while time.monotonic() < until:
            clients = []
            try:
                for _ in range(20):
                    clients.append(Socket(address, ATTACKER))
                for client in clients:
                    client.stream.settimeout(1)
            except (Closed, OSError):
                time.sleep(0.01)
            for client in clients:
                begun = time.monotonic()
                try:
                    while time.monotonic() < until:
                        client.stream.sendall(packets)
                except OSError:
                    gone.put(time.monotonic() - begun)

    many(one, 5, gone)


def work(address, until, gone):
    """Sixteen players at eight tables ask for an undo that the server has to refuse, as often as the rate allows."""
    del gone
    players = []
    for _ in range(8):
        opened = json.loads(http(address, "POST", "/active-games", {"game": "trade-winds", "seats": 2}, ATTACKER)[2])
        table, seats = opened["match"], []
        for seat in range(2):
            body = {"seat": seat, "name": f"Eve {'AB'[seat]}"}
            token = json.loads(http(address, "POST", f"/active-games/{table}/seats", body, ATTACKER)[2])["token"]
            client = Socket(address, ATTACKER)
            client.ask("game:join", {"match": table, "token": token})
            seats.append(client)
        seats[0].ask("game:command", {"match": table, "command": {"kind": "start"}})
        # The players let bots play for a moment, so that there is a long match to search.
        for kind in [{"kind": "bot", "spec": "random"}, {"kind": "person"}]:
            for seat, client in enumerate(seats):
                client.ask("game:command", {"match": table, "command": {"kind": "drive", "seat": seat, "driver": kind}})
            time.sleep(0.5)
        players += [(table, client) for client in seats]
    undo = {"kind": "agree", "deal": "undo"}
    while time.monotonic() < until:
        for table, client in players:
            client.ask("game:command", {"match": table, "command": undo})
        time.sleep(0.05)


def requests(address, until, gone):
    """Five connections ask for pages as fast as they can, as a foreign website would."""

    def one(gone):
        pages = ["/games", "/games/hearts/scene", "/active-games", "/openapi.json", "/codes/AAAAAA"]
        host = f"host: {address[0]}:{address[1]}\r\n"
        foreign = f"origin: http://{'x' * 8000}\r\n"
        text = "".join(f"GET {page} HTTP/1.1\r\n{host}{origin}\r\n" for page in pages for origin in ["", foreign]).encode()
        while time.monotonic() < until:
            try:
                with connect(address, ATTACKER, 5) as stream:
                    while time.monotonic() < until:
                        stream.sendall(text)
                        stream.recv(1 << 20)
            except OSError:
                time.sleep(0.01)

    many(one, 5, gone)


def slow(address, until, gone):
    """700 connections send half a header and wait."""

    def one(gone):
        streams = []
        begun = time.monotonic()
        for _ in range(700):
            try:
                stream = connect(address, ATTACKER, 2)
                stream.sendall(b"GET / HTTP/1.1\r\nhost: x")
                streams.append(stream)
            except OSError:
                pass
        while time.monotonic() < until:
            time.sleep(0.1)
        for stream in streams:
            stream.close()

    many(one, 1, gone)


def bots(address, until, gone):
    """Opens forty tables whose bots search for five seconds for each move."""
    del gone
    players = []
    for _ in range(40):
        opened = json.loads(http(address, "POST", "/active-games", {"game": "hearts", "seats": 4}, ATTACKER)[2])
        path = f"/active-games/{opened['match']}/seats"
        token = json.loads(http(address, "POST", path, {"seat": 0, "name": "Eve"}, ATTACKER)[2])["token"]
        host, eve = Socket(address, ATTACKER), Socket(address, ATTACKER)
        host.ask("game:join", {"match": opened["match"], "token": opened["hostToken"]})
        # A table with a connected player has priority over a table without one.
        eve.ask("game:join", {"match": opened["match"], "token": token})
        for seat in range(1, 4):
            drive = {"kind": "drive", "seat": seat, "driver": {"kind": "bot", "spec": "ismcts:5000ms"}}
            host.ask("game:command", {"match": opened["match"], "command": drive})
        host.ask("game:command", {"match": opened["match"], "command": {"kind": "start"}})
        players += [host, eve]
    # A player against a bot that searches for 200 ms, from another address.
    opened = json.loads(http(address, "POST", "/active-games", {"game": "tic-tac-toe", "seats": 2})[2])
    path = f"/active-games/{opened['match']}/seats"
    token = json.loads(http(address, "POST", path, {"seat": 0, "name": "Ann"})[2])["token"]
    host, ann = Socket(address), Socket(address)
    ann.stream.settimeout(60)
    host.ask("game:join", {"match": opened["match"], "token": opened["hostToken"]})
    ann.ask("game:join", {"match": opened["match"], "token": token})
    drive = {"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": "mcts:200ms"}}
    ack = host.ask("game:command", {"match": opened["match"], "command": drive})
    if not ack["accepted"]:
        raise SystemExit(f"the bot was refused: {ack}")
    host.ask("game:command", {"match": opened["match"], "command": {"kind": "start"}})
    waits, moves = [], 0
    while time.monotonic() < until:
        view = ann.event("game:view", 60)["view"]
        if view["scene"].get("outcome"):
            break
        if not view.get("ask"):
            begun = time.monotonic()
            while not view.get("ask") and not view["scene"].get("outcome"):
                view = ann.event("game:view", 60)["view"]
            waits.append(time.monotonic() - begun)
            if view["scene"].get("outcome"):
                break
        intent = {"match": opened["match"], "ask": view["ask"]["number"], "moves": [view["ask"]["offers"][0]["text"]]}
        ann.ask("game:intent", {**intent, "key": f"k{moves}"})
        moves += 1
    print(f"  a bot of 200 ms answered {len(waits)} times, after {max(waits, default=0):.2f} s at most")


def readers(address, until, gone):
    """200 sockets watch four tables whose bots play without a pause, and never read."""
    del gone
    tables, players = [], []
    for _ in range(4):
        opened = json.loads(http(address, "POST", "/active-games", {"game": "duel", "seats": 2}, ATTACKER)[2])
        host = Socket(address, ATTACKER)
        host.ask("game:join", {"match": opened["match"], "token": opened["hostToken"]})
        for seat in range(2):
            drive = {"kind": "drive", "seat": seat, "driver": {"kind": "bot", "spec": "random"}}
            host.ask("game:command", {"match": opened["match"], "command": drive})
        tables.append(opened["match"])
        players.append(host)
    lazy = []
    for _ in range(200):
        try:
            client = Socket(address, ATTACKER)
            client.stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for table in tables:
                client.send(f'42["game:join",{json.dumps({"match": table})}]')
            lazy.append(client)
        except (Closed, OSError):
            pass
        # The attacker stays below the rate of its address.
        time.sleep(0.02)
    time.sleep(2)
    for host, table in zip(players, tables):
        host.ask("game:command", {"match": table, "command": {"kind": "start"}})
    while time.monotonic() < until:
        time.sleep(0.1)


def downloads(address, until, gone):
    """Asks for long replays over and over, on 240 connections that never read."""
    del gone
    opened = json.loads(http(address, "POST", "/active-games", {"game": "duel", "seats": 2}, ATTACKER)[2])
    table = opened["match"]
    host = Socket(address, ATTACKER)
    host.ask("game:join", {"match": table, "token": opened["hostToken"]})
    for seat in range(2):
        drive = {"kind": "drive", "seat": seat, "driver": {"kind": "bot", "spec": "random"}}
        host.ask("game:command", {"match": table, "command": drive})
    host.ask("game:command", {"match": table, "command": {"kind": "start"}})
    while json.loads(http(address, "GET", f"/active-games/{table}", None, ATTACKER)[2])["phase"] != "over":
        time.sleep(0.2)
    path = f"/active-games/{table}/replay?as=god"
    print(f"  a replay of {len(http(address, 'GET', path, None, ATTACKER)[2]) / 1e6:.1f} MB")
    streams = []
    request = f"GET {path} HTTP/1.1\r\nhost: {address[0]}:{address[1]}\r\n\r\n".encode()
    # The match has taken some seconds.
    until = max(until, time.monotonic() + 5)
    while time.monotonic() < until:
        if len(streams) >= 240:
            streams.pop(0).close()
        try:
            stream = socket.socket()
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stream.settimeout(2)
            stream.bind((ATTACKER, 0))
            stream.connect(address)
            stream.sendall(request)
            streams.append(stream)
        except OSError:
            pass
        time.sleep(0.01)


def upload(address, body, kind="application/json"):
    """Uploads a game. Returns the status and the answer."""
    head = f"POST /games HTTP/1.1\r\nhost: {address[0]}:{address[1]}\r\nconnection: close\r\ncontent-type: {kind}\r\n"
    with connect(address, ATTACKER, 60) as stream:
        stream.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        answer = b""
        while chunk := stream.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body or b"null")


def hostile_games():
    """Yields the bodies of uploads that try to exhaust the server, or to leave their folder."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../crates/cli/templates/cgml/games/starter/game.cgml")
    with open(path, encoding="utf-8") as file:
        starter = file.read()
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("game.cgml", b" " * (500 << 20))
    inner = "1"
    for _ in range(6):
        inner = f"max(map($.zones.deck, {inner}))"
    endless = starter.replace("max(map($.players, rank_value(top($player.zones.table))))", inner)
    loop = starter.replace("      - { action: MOVE_ALL", "      - action: WHILE\n        condition: 'true'\n        do:\n          - { action: SHUFFLE, target: $.zones.deck }\n      - { action: MOVE_ALL")
    deck = "\n".join(f"      - {{ id: c{at}, rank: '2', suit: hearts }}" for at in range(20_000))
    aliases = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    aliases += "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]\n" for at in range(1, 12))
    include = starter.replace("\nimports:", "\nx-imports:") + "\nimports:\n  - ../../../../etc/passwd\n  - file:///etc/passwd\n"
    files = {
        "endless expression": endless,
        "endless loop": loop,
        "huge deck": starter + f"\nextra:\n  cards:\n{deck}\n",
        "deep tree": "a: " + "[" * 100_000,
        "alias bomb": aliases,
        "include outside": include,
    }
    yield "zip bomb", bomb.getvalue(), "application/zip"
    for name, entries in {
        "zip traversal": [("../../game.cgml", starter, 0), ("/etc/cron.d/x", "x", 0)],
        "zip symlink": [("game.cgml", "/etc/passwd", stat.S_IFLNK << 16)],
        "zip of many files": [(f"{at}.txt", "", 0) for at in range(5000)],
    }.items():
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text, mode in entries:
                info = zipfile.ZipInfo(path)
                info.external_attr = mode
                archive.writestr(info, text)
        yield name, made.getvalue(), "application/zip"
    yield "no zip", b"PK\x03\x04" + b"\xff" * 100_000, "application/zip"
    for name, text in files.items():
        yield name, json.dumps({"files": {"game.cgml": text}}).encode(), "application/json"


def games(address, until, gone):
    """Uploads hostile games without a pause, and plays those that the server accepts."""
    del gone
    outcomes = {}
    uploads = list(hostile_games())
    number = 0
    while time.monotonic() < until:
        name, body, kind = uploads[number % len(uploads)]
        number += 1
        try:
            status, answer = upload(address, body, kind)
            outcome = str(status)
            if status == 201:
                outcome = play_hostile(address, answer["game"])
        except (OSError, Closed, ValueError, KeyError) as error:
            outcome = type(error).__name__
        outcomes.setdefault(name, set()).add(outcome)
    for name, found in outcomes.items():
        print(f"  {name}: {', '.join(sorted(found))}")


def play_hostile(address, game):
    """Plays a few moves of an uploaded game. Returns how it ends."""
    status, _, body = http(address, "POST", "/active-games", {"game": game["id"], "seats": 2}, ATTACKER)
    if status != 201:
        return f"table refused with {status}"
    opened = json.loads(body)
    path = f"/active-games/{opened['match']}/seats"
    sockets = []
    for seat in range(2):
        body = {"seat": seat, "name": f"Eve {'AB'[seat]}", "token": opened["inviteToken"]}
        token = json.loads(http(address, "POST", path, body, ATTACKER)[2])["token"]
        sockets.append(Socket(address, ATTACKER))
        sockets[-1].stream.settimeout(30)
        sockets[-1].ask("game:join", {"match": opened["match"], "token": token})
    ack = sockets[0].ask("game:command", {"match": opened["match"], "command": {"kind": "start"}})
    for number in range(6):
        if not ack["accepted"]:
            return ack["reason"]
        for client in sockets:
            views = [data["view"] for name, data in client.events if name == "game:view" and data["view"].get("ask")]
            client.events.clear()
            if views:
                ask = views[-1]["ask"]
                intent = {"match": opened["match"], "ask": ask["number"], "moves": [ask["offers"][0]["text"]], "key": f"k{number}"}
                ack = client.ask("game:intent", intent)
                break
    return "played" if ack["accepted"] else ack["reason"]


def many(work, count, gone):
    """Runs the work in several processes at a low priority and waits for them."""

    def politely(gone):
        os.nice(15)
        work(gone)

    everybody = [multiprocessing.Process(target=politely, args=(gone,)) for _ in range(count)]
    for one in everybody:
        one.start()
    for one in everybody:
        one.join()


def drain(queue):
    found = []
    while not queue.empty():
        found.append(queue.get())
    return sorted(found)


def p99(sorted_figures):
    return sorted_figures[int(len(sorted_figures) * 0.99)] if sorted_figures else float("nan")


ATTACKS = {"messages": messages, "frames": frames, "work": work, "requests": requests, "bodies": bodies, "slow": slow, "readers": readers, "downloads": downloads, "bots": bots, "games": games}


def run(binary, name, seconds):
    """Runs one attack. Returns its figures, and the figures before it."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(binary, folder)
        stop = multiprocessing.Event()
        queues = {kind: multiprocessing.Queue() for kind in ["players", "health", "gone"]}
        helpers = [
            multiprocessing.Process(target=play, args=(address, stop, queues["players"])),
            multiprocessing.Process(target=probe, args=(address, stop, queues["health"])),
        ]
        try:
            for helper in helpers:
                helper.start()
            time.sleep(3)
            quiet = {kind: drain(queues[kind]) for kind in ["players", "health"]}
            before = [memory(server.pid), p99(quiet["players"]), p99(quiet["health"]), None, log_size(folder)]
            ATTACKS[name](address, time.monotonic() + seconds, queues["gone"])
            during = {kind: drain(queue) for kind, queue in queues.items()}
            # After an address was cut off, its new sockets are closed almost at once. So only the longest time counts.
            gone = None
            if name in ("messages", "frames"):
                gone = during["gone"][-1] if during["gone"] else float("inf")
            time.sleep(1)
            peak = memory(server.pid, "VmHWM")
            return [peak, p99(during["players"]), p99(during["health"]), gone, log_size(folder)], before
        finally:
            stop.set()
            for helper in helpers:
                helper.join(10)
                if helper.is_alive():
                    helper.kill()
            server.terminate()
            server.wait(20)


def row(name, figures):
    cells = ["–" if figure is None else f"{figure:.1f}" for figure in figures]
    return f"| {name} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="the server, a release build")
    parser.add_argument("attack", choices=[*ATTACKS, "all"])
    parser.add_argument("--seconds", type=float, default=10.0, help="length of each attack, at most 60")
    options = parser.parse_args()
    seconds = min(options.seconds, 60.0)
    names = list(ATTACKS) if options.attack == "all" else [options.attack]
    failed = []
    print(f"| attack | {' | '.join(LIMITS)} |\n|---|{'---|' * len(LIMITS)}\n{row('limit', LIMITS.values())}", flush=True)
    for name in names:
        figures, before = run(options.binary, name, seconds)
        print(f"{row(f'before `{name}`', before)}\n{row(f'`{name}`', figures)}", flush=True)
        for (kind, limit), figure in zip(LIMITS.items(), figures):
            # The p99 of no measurements is NaN, and NaN also counts as a failure here.
            if figure is not None and not figure < limit:
                failed.append(f"{name}: {kind} is {figure:.1f}, above {limit}")
    if failed:
        raise SystemExit("FAILED\n" + "\n".join(failed))


if __name__ == "__main__":
    main()
