#!/usr/bin/env python3
"""Many people through a real proxy: nginx with TLS in front of three nodes on one PostgreSQL.

    python3 bench/load/through_proxy.py target/release/rulebook --sockets 10000 --tables 1000 --seconds 60

The script starts PostgreSQL, three nodes and nginx on this machine, with a certificate of its own. Two people play at each
table, and all other sockets watch the tables. Each person thinks for `--think` seconds before a move. The script prints the
latency of acknowledged moves, the memory of each node and of nginx, and all refusals. Clients come from several loopback
addresses, because one address may open only so many connections. `ulimit -n` must be
above the number of sockets, because each of the two processes of nginx holds half of the connections on both sides.
"""

import argparse
import asyncio
import base64
import json
import multiprocessing
import os
import random
import resource
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
from client import frame  # noqa: E402
from postgres import Postgres, free_port  # noqa: E402

NODES = 3
# Maximum numbers of sockets of one client process, and of one loopback address.
EACH_PROCESS, EACH_ADDRESS = 2500, 200

NGINX = """
worker_processes 2;
worker_rlimit_nofile 100000;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
daemon off;
events {{ worker_connections 40000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream rulebook {{ least_conn; {servers} keepalive 64; }}
    server {{
        listen 127.0.0.1:{port} ssl backlog=8192;
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        ssl_session_cache shared:tls:20m;
        location / {{
            proxy_pass http://rulebook;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_read_timeout 1h;
            # The proxy has one address, so it needs more source addresses than one for tens of thousands of connections.
            proxy_bind $split_client;
        }}
    }}
    split_clients $request_id $split_client {{ 25% 127.0.1.1; 25% 127.0.1.2; 25% 127.0.1.3; * 127.0.1.4; }}
}}
"""


def context():
    tls = ssl.create_default_context()
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    return tls


async def post(port, tls, source, path, body):
    """Posts JSON. Returns the status and the JSON of the answer."""
    data = json.dumps(body).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls, local_addr=(source, 0))
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\ncontent-type: application/json\r\n"
    writer.write(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body or b"null")


class Person:
    """A socket.io client."""

    def __init__(self, reader, writer):
        self.reader, self.writer, self.acks = reader, writer, 0

    @classmethod
    async def connect(cls, port, tls, source):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls, local_addr=(source, 0), limit=1 << 16)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: Upgrade\r\n"
            f"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0] + b" ":
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        person = cls(reader, writer)
        person.send("40")
        while not (await person.receive()).startswith("40"):
            pass
        return person

    def send(self, text):
        self.writer.write(frame(text))

    async def receive(self):
        """The next text frame. Answers pings."""
        while True:
            kind, length = await self.reader.readexactly(2)
            kind, length = kind & 15, length & 127
            if length == 126:
                length = struct.unpack("!H", await self.reader.readexactly(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", await self.reader.readexactly(8))[0]
            data = await self.reader.readexactly(length)
            if kind == 8:
                raise ConnectionError("closed")
            if data == b"2":
                self.send("3")
            elif kind == 1:
                return data.decode()

    async def ask(self, event, data):
        """Sends an event and waits for its acknowledgement. Returns it with the newest view that came before it."""
        ack, self.acks, view = self.acks, self.acks + 1, None
        self.send(f"42{ack}{json.dumps([event, data])}")
        while True:
            text = await self.receive()
            if text.startswith(f"43{ack}["):
                return json.loads(text[len(f"43{ack}") :])[0], view
            if text.startswith('42["game:view"'):
                view = json.loads(text[2:])[1]["view"]


async def joined(person, join):
    """Joins a table. Returns the first view."""
    ack, view = await person.ask("game:join", join)
    if not ack["accepted"]:
        raise ConnectionError(ack["reason"])
    return view


async def watch(port, tls, source, table, share):
    """Joins a table and reads until the end."""
    person = await Person.connect(port, tls, source)
    await joined(person, {"match": table})
    share["watching"] += 1
    while True:
        await person.receive()


async def play(port, tls, source, table, token, think, share):
    """Plays one seat. Records the time until each move was acknowledged."""
    person = await Person.connect(port, tls, source)
    view = await joined(person, {"match": table, "token": token})
    share["playing"] += 1
    number = 0
    while True:
        if view and view["scene"].get("outcome"):
            share["over"] += 1
        if view and view.get("ask"):
            await asyncio.sleep(random.uniform(0.5, 1.5) * think)
            offers = view["ask"]["offers"]
            move = offers[number % len(offers)]["text"]
            begun = time.monotonic()
            intent = {"match": table, "ask": view["ask"]["number"], "moves": [move], "key": f"k{number}"}
            ack, newer = await person.ask("game:intent", intent)
            share["waits"].append(time.monotonic() - begun)
            number += 1
            if not ack["accepted"]:
                share["refusals"].append(ack.get("code"))
            view = newer
            if view:
                continue
        view = None
        text = await person.receive()
        if text.startswith('42["game:view"'):
            view = json.loads(text[2:])[1]["view"]


async def people(args, number, port, sockets, tables, ready, result):
    """The clients of one process."""
    tls = context()
    share = {"waits": [], "refusals": [], "watching": 0, "playing": 0, "over": 0, "broken": 0}
    sources = [f"127.{10 + number}.{at // 250}.{1 + at % 250}" for at in range(max(1, sockets // EACH_ADDRESS + 1))]
    jobs, ids = [], []

    async def guarded(job):
        try:
            await job
        except (OSError, asyncio.IncompleteReadError, ValueError):
            share["broken"] += 1

    async def opened():
        source = random.choice(sources)
        status, table = await post(port, tls, source, "/active-games", {"game": args.game, "seats": 2})
        if status != 201:
            raise ConnectionError(f"{status} {table}")
        tokens = []
        for seat in range(2):
            path = f"/active-games/{table['match']}/seats"
            tokens.append((await post(port, tls, source, path, {"seat": seat, "name": f"Player {'AB'[seat]}"}))[1]["token"])
        starter = await Person.connect(port, tls, source)
        await starter.ask("game:join", {"match": table["match"], "token": table["hostToken"]})
        return table["match"], tokens, starter

    for _ in range(tables):
        table, tokens, starter = await opened()
        ids.append(table)
        for token in tokens:
            jobs.append(asyncio.create_task(guarded(play(port, tls, random.choice(sources), table, token, args.think, share))))
        await starter.ask("game:command", {"match": table, "command": {"kind": "start"}})
        starter.writer.close()
    for at in range(sockets - 2 * tables):
        jobs.append(asyncio.create_task(guarded(watch(port, tls, random.choice(sources), ids[at % len(ids)], share))))
        # Handshakes cost computing time. Ten at a time leave room for the players.
        if at % 10 == 9:
            await asyncio.sleep(0.02)
    while share["watching"] + share["playing"] + share["broken"] < sockets:
        await asyncio.sleep(0.2)
    ready.wait()
    share["waits"].clear()
    await asyncio.sleep(args.seconds)
    result.put(share)
    for job in jobs:
        job.cancel()


def client(args, number, port, sockets, tables, ready, result):
    try:
        asyncio.run(people(args, number, port, sockets, tables, ready, result))
    except Exception as error:
        result.put({"error": repr(error)})
        raise


def memory(pid):
    """The resident memory of a process and of its children, in MB."""
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    total = 0
    for one in [str(pid), *children]:
        with open(f"/proc/{one}/status", encoding="ascii") as status:
            total += next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), 0)
    return total / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--think", type=float, default=10.0, help="seconds before each move, on average")
    parser.add_argument("--game", default="chess")
    args = parser.parse_args()
    limit = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 200_000)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if limit < args.sockets + 2000:
        raise SystemExit(f"the limit of open files is {limit}: raise it with `ulimit -n`")
    with tempfile.TemporaryDirectory(prefix="rulebook-proxy-") as folder:
        database = Postgres(folder)
        nodes, proxy = [], None
        try:
            subprocess.run([args.binary, "migrate", "--store", database.address], stdout=subprocess.DEVNULL, check=True)
            ports = [free_port() for _ in range(NODES)]
            for port in ports:
                serve = [args.binary, "serve", "--addr", f"127.0.0.1:{port}", "--store", database.address]
                serve += ["--trust-proxy", "127.0.0.0/8", "--tables", "100000", "--rate", "100"]
                log = open(f"{folder}/node-{port}.log", "w", encoding="utf-8")
                node = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=log, text=True)
                node.stdout.readline()
                nodes.append(node)
            subject = ["-subj", "/CN=localhost", "-days", "2", "-nodes", "-newkey", "rsa:2048"]
            cert = ["openssl", "req", "-x509", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem", *subject]
            subprocess.run(cert, check=True, stderr=subprocess.DEVNULL)
            port = free_port()
            servers = " ".join(f"server 127.0.0.1:{one} max_fails=0;" for one in ports)
            with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as file:
                file.write(NGINX.format(folder=folder, port=port, servers=servers))
            proxy = subprocess.Popen(["nginx", "-e", f"{folder}/nginx.log", "-c", f"{folder}/nginx.conf"])
            time.sleep(1)
            before = [memory(node.pid) for node in nodes]
            processes = max(1, -(-args.sockets // EACH_PROCESS))
            ready, result = multiprocessing.Event(), multiprocessing.Queue()
            jobs = []
            for number in range(processes):
                part = lambda total: total // processes + (number < total % processes)  # noqa: E731, B023
                given = (args, number, port, part(args.sockets), part(args.tables), ready, result)
                jobs.append(multiprocessing.Process(target=client, args=given, daemon=True))
                jobs[-1].start()
            begun = time.monotonic()
            total = 0
            while total < 0.99 * args.sockets and time.monotonic() - begun < 1800 and all(job.is_alive() for job in jobs):
                time.sleep(2)
                total = sum(sockets(one) for one in ports)
                print(f"\r{total} sockets open after {time.monotonic() - begun:.0f} s", end="", flush=True)
            print()
            quiet = buckets(ports)
            ready.set()
            shares = [result.get(timeout=args.seconds + 600) for _ in jobs]
            within = {bound: count - quiet[bound] for bound, count in buckets(ports).items()}
            after = [memory(node.pid) for node in nodes]
            told(args, shares, before, after, memory(proxy.pid))
            shown = ", ".join(f"{100 * within[bound] / within['+Inf']:.1f} % in {float(bound) * 1000:.0f} ms" for bound in ["0.020", "0.100", "0.500"])
            print(f"the nodes have acknowledged {shown}")
        finally:
            for process in [proxy, *nodes]:
                if process:
                    process.terminate()
                    process.wait()
            database.close()


def metrics(port):
    """The metrics of a node, by name."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))}


def sockets(port):
    """The number of sockets of a node."""
    return int(metrics(port)["rulebook_sockets"])


def buckets(ports):
    """The histogram of the time until a node has acknowledged a message, over all nodes."""
    total = {}
    for values in map(metrics, ports):
        for name, value in values.items():
            if name.startswith("rulebook_message_seconds_bucket"):
                bound = name.split('"')[1]
                total[bound] = total.get(bound, 0) + value
    return total


def told(args, shares, before, after, proxy):
    errors = [share["error"] for share in shares if "error" in share]
    if errors:
        raise SystemExit(f"clients failed: {errors[0]}")
    waits = sorted(wait for share in shares for wait in share["waits"])
    total = lambda name: sum(share[name] for share in shares)  # noqa: E731
    refusals = [code for share in shares for code in share["refusals"]]
    of = lambda part: waits[min(len(waits) - 1, int(len(waits) * part))] * 1000 if waits else float("nan")  # noqa: E731
    print(f"{total('playing')} players at {args.tables} tables and {total('watching')} spectators, {total('broken')} connections broken")
    print(f"{len(waits)} moves in {args.seconds} s: p50 {of(0.5):.1f} ms, p99 {of(0.99):.1f} ms, worst {of(1):.1f} ms; refused {len(refusals)} {sorted(set(refusals))}")
    for at, (one, two) in enumerate(zip(before, after), 1):
        print(f"node {at}: {one:.0f} MB before, {two:.0f} MB with all sockets")
    print(f"nginx: {proxy:.0f} MB")
    if total("broken") or refusals:
        raise SystemExit("FAILED: connections broke or moves were refused")


if __name__ == "__main__":
    main()
