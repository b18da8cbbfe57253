"""Starts PostgreSQL from Debian's packages with a data folder of its own."""

import glob
import os
import shutil
import socket
import subprocess
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Postgres:
    """A server for one measurement. `close` stops it and leaves the folder to the caller."""

    def __init__(self, folder, connections=100):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not found:
            raise SystemExit("PostgreSQL is not installed in /usr/lib/postgresql")
        self.bin, self.data = found[-1], os.path.join(folder, "pg")
        os.mkdir(self.data)
        # PostgreSQL refuses to run as root, so root runs it as the user of its package.
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.data, "postgres")
            os.chmod(folder, 0o755)
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        init = [f"{self.bin}/initdb", "--auth=trust", "--username=rulebook", "-D", f"{self.data}/db"]
        subprocess.run(self.prefix + init, check=True, cwd="/", stdout=subprocess.DEVNULL)
        self.start(f"{self.data}/db", "-c", f"max_connections={connections}")

    def start(self, data, *options):
        """Starts the server on this data folder. Returns when it accepts connections."""
        port = free_port()
        serve = [f"{self.bin}/postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", "", *options]
        self.process = subprocess.Popen(self.prefix + serve, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"postgres://rulebook@127.0.0.1:{port}/postgres"
        until = time.monotonic() + 60
        while subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False).returncode:
            if time.monotonic() > until or self.process.poll() is not None:
                raise SystemExit("PostgreSQL does not start")
            time.sleep(0.1)

    def sql(self, statement):
        done = subprocess.run([f"{self.bin}/psql", "-tAq", "-c", statement, self.address], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def close(self):
        # SIGINT is a fast shutdown. It also ends the child processes.
        if self.prefix:
            subprocess.run(self.prefix + ["kill", "-INT", str(self.process.pid)], check=False)
        else:
            self.process.send_signal(2)
        self.process.wait()
