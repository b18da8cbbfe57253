"""Builds the wheel: maturin compiles the extension, and the shelf is copied in, for an install must carry its games.

With ``RULEBOOK_PREBUILT`` set to a compiled extension nothing is compiled and maturin is not needed: so `cargo xtask python`
tests the very wheel that is installed, with the artefacts that cargo has built already.
"""

import base64
import hashlib
import os
import re
import shutil
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHELF = HERE.parent / "games"
#: What only tests of the games read.
UNNEEDED = ("plays", "scenarios", "perft.txt")


def _stock():
    """Copies the games into the package."""
    shelf = HERE / "rulebook" / "games"
    if SHELF.is_dir():
        shutil.rmtree(shelf, ignore_errors=True)
        shutil.copytree(SHELF, shelf, ignore=shutil.ignore_patterns(*UNNEEDED))


def _prebuilt():
    return os.environ.get("RULEBOOK_PREBUILT")


def get_requires_for_build_wheel(config_settings=None):
    return [] if _prebuilt() else ["maturin>=1.8,<2"]


def get_requires_for_build_sdist(config_settings=None):
    return ["maturin>=1.8,<2"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _stock()
    if _prebuilt():
        return _zip(Path(wheel_directory), Path(_prebuilt()))
    import maturin

    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    _stock()
    import maturin

    return maturin.build_sdist(sdist_directory, config_settings)


def _zip(folder, extension):
    """A wheel from what lies here and a compiled extension."""
    version = re.search(r'^version = "(.+)"', (HERE.parent / "Cargo.toml").read_text(), re.M)[1]
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    tag, info = f"cp311-abi3-{platform}", f"rulebook-{version}.dist-info"
    files = {}
    for path in sorted((HERE / "rulebook").rglob("*")):
        if path.is_file() and path.suffix not in (".so", ".pyd", ".pyc"):
            files[str(path.relative_to(HERE))] = path.read_bytes()
    files["rulebook/_rulebook.pyd" if os.name == "nt" else "rulebook/_rulebook.abi3.so"] = extension.read_bytes()
    needs = "Requires-Python: >=3.11\nRequires-Dist: numpy>=1.26\n"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: rulebook\nVersion: {version}\n{needs}".encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: rulebook\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()  # noqa: E731
    record = [f"{name},sha256={digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    name = f"rulebook-{version}-{tag}.whl"
    # Stored, not squeezed: it is unpacked at once.
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_STORED) as wheel_file:
        for path, data in files.items():
            wheel_file.writestr(path, data)
    return name
