"""A small client for the attack scripts: HTTP and socket.io over a WebSocket, using only the standard library."""

import base64
import json
import os
import socket
import struct
import time


def connect(address, source="127.0.0.1", timeout=10.0):
    """Opens a connection. `source` is one of the loopback addresses of this machine, so that attackers and players differ."""
    stream = socket.socket()
    stream.settimeout(timeout)
    stream.bind((source, 0))
    stream.connect(address)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return stream


def http(address, method, path, body=None, source="127.0.0.1", token=None, timeout=10.0):
    """Sends a request. Returns the status, the headers in lower case, and the body."""
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nhost: {address[0]}:{address[1]}\r\nconnection: close\r\n"
    head += f"content-type: application/json\r\ncontent-length: {len(data)}\r\n"
    if token:
        head += f"authorization: Bearer {token}\r\n"
    with connect(address, source, timeout) as stream:
        stream.sendall(head.encode() + b"\r\n" + data)
        answer = b""
        while chunk := stream.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").lower().split("\r\n")
    return int(lines[0].split(" ")[1]), lines[1:], body


def frame(text, mask=b"\0\0\0\0"):
    """A WebSocket frame of a client."""
    data = text.encode()
    if len(data) < 126:
        head = struct.pack("!BB", 0x81, 0x80 | len(data))
    elif len(data) < 1 << 16:
        head = struct.pack("!BBH", 0x81, 0x80 | 126, len(data))
    else:
        head = struct.pack("!BBQ", 0x81, 0x80 | 127, len(data))
    # The mask is zero, so the data stays as it is.
    return head + mask + data


class Closed(Exception):
    """The server has closed the connection."""


class Socket:
    """A socket.io client."""

    def __init__(self, address, source="127.0.0.1"):
        self.stream = connect(address, source)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: {address[0]}:{address[1]}\r\n"
            f"connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )
        self.buffer = b""
        self.acks = 0
        self.events = []
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0] + b" ":
            raise Closed(head.decode("latin-1"))
        self.send("40")
        while not self.receive().startswith("40"):
            pass

    def _more(self):
        try:
            chunk = self.stream.recv(65536)
        except OSError as error:
            raise Closed(str(error)) from error
        if not chunk:
            raise Closed("end of stream")
        self.buffer += chunk

    def send(self, text):
        try:
            self.stream.sendall(frame(text))
        except OSError as error:
            raise Closed(str(error)) from error

    def receive(self):
        """The next text frame. Answers pings."""
        while True:
            while len(self.buffer) < 2:
                self._more()
            kind, length, skip = self.buffer[0] & 15, self.buffer[1] & 127, 2
            if length == 126:
                while len(self.buffer) < 4:
                    self._more()
                length, skip = struct.unpack("!H", self.buffer[2:4])[0], 4
            elif length == 127:
                while len(self.buffer) < 10:
                    self._more()
                length, skip = struct.unpack("!Q", self.buffer[2:10])[0], 10
            while len(self.buffer) < skip + length:
                self._more()
            data, self.buffer = self.buffer[skip : skip + length], self.buffer[skip + length :]
            if kind == 8:
                raise Closed("close frame")
            text = data.decode()
            if text == "2":
                self.send("3")
            elif kind == 1:
                return text

    def ask(self, event, data):
        """Sends an event and waits for its acknowledgement. Keeps the events that arrive meanwhile."""
        ack, self.acks = self.acks, self.acks + 1
        self.send(f"42{ack}{json.dumps([event, data])}")
        while True:
            text = self.receive()
            if text.startswith(f"43{ack}["):
                return json.loads(text[len(f"43{ack}") :])[0]
            self._keep(text)

    def _keep(self, text):
        if text.startswith("42"):
            name, data = json.loads(text[2:])[:2]
            self.events.append((name, data))

    def event(self, name, seconds=10.0):
        """The next event with this name. Drops other events."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            while self.events:
                heard, data = self.events.pop(0)
                if heard == name:
                    return data
            self._keep(self.receive())
        raise Closed(f"no {name}")
