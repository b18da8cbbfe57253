"""Builds the distribution `rulebook-games`: maturin compiles the extension, and the wheel includes the games.

If ``RULEBOOK_PREBUILT`` names a compiled extension, nothing is compiled and maturin is not needed. `cargo xtask python` tests
such a wheel, because cargo has already built the extension.

``python build_backend.py`` copies the games and the licences into this folder. Run it before you call maturin directly.
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
REPOSITORY = HERE.parent
NAME = "rulebook_games"
#: Files that only the tests of the games read.
UNNEEDED = ("plays", "scenarios", "perft.txt")


def _stock():
    """Copies the games and the licences into this folder. A source distribution already contains these files.

    The package reads `rulebook/games`. The engine embeds some files of the folder `games`. In a source distribution, this folder is
    at the root.
    """
    if not (REPOSITORY / "xtask").is_dir():
        return
    for shelf in (HERE / "rulebook" / "games", HERE / "games"):
        shutil.rmtree(shelf, ignore_errors=True)
        shutil.copytree(REPOSITORY / "games", shelf, ignore=shutil.ignore_patterns(*UNNEEDED))
    for licence in REPOSITORY.glob("LICENSE-*"):
        shutil.copy(licence, HERE)


def _prebuilt():
    return os.environ.get("RULEBOOK_PREBUILT")


def get_requires_for_build_wheel(config_settings=None):
    return [] if _prebuilt() else ["maturin>=1.8,<2"]


def get_requires_for_build_sdist(config_settings=None):
    return ["maturin>=1.8,<2"]


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    if not _prebuilt():
        import maturin

        return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)
    info, files = _about()
    place = Path(metadata_directory) / info
    place.mkdir()
    for name, text in files.items():
        (place / name).write_text(text)
    return info


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


def _version():
    return re.search(r'^version = "(.+)"', (REPOSITORY / "Cargo.toml").read_text(), re.M)[1]


def _tag():
    return "cp311-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _about():
    """Returns the name of the metadata folder of a wheel, and its files."""
    needs = "Requires-Python: >=3.11\nRequires-Dist: numpy>=1.26\n"
    return f"{NAME}-{_version()}.dist-info", {
        "METADATA": f"Metadata-Version: 2.1\nName: rulebook-games\nVersion: {_version()}\n{needs}",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: rulebook\nRoot-Is-Purelib: false\nTag: {_tag()}\n",
    }


def _zip(folder, extension):
    """Writes a wheel from the files of this package and a compiled extension. Returns its name."""
    info, about = _about()
    files = {}
    for path in sorted((HERE / "rulebook").rglob("*")):
        if path.is_file() and path.suffix not in (".so", ".pyd", ".pyc"):
            files[str(path.relative_to(HERE))] = path.read_bytes()
    files["rulebook/_rulebook.pyd" if os.name == "nt" else "rulebook/_rulebook.abi3.so"] = extension.read_bytes()
    files |= {f"{info}/{name}": text.encode() for name, text in about.items()}
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()  # noqa: E731
    record = [f"{name},sha256={digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    name = f"{NAME}-{_version()}-{_tag()}.whl"
    # The wheel is not compressed, because it is unpacked right after it was made.
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_STORED) as wheel_file:
        for path, data in files.items():
            wheel_file.writestr(path, data)
    return name


if __name__ == "__main__":
    _stock()
