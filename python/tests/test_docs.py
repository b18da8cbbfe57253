"""Runs every example in a docstring."""

import doctest
import importlib
import re
from pathlib import Path

import pytest
import rulebook

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def documented():
    """Returns the docstrings of the compiled classes, which doctest does not find."""
    for cls in (rulebook.Game, rulebook.State, rulebook.Bot, rulebook.Vector):
        yield cls.__name__, cls.__doc__
        for name, member in vars(cls).items():
            if getattr(member, "__doc__", None) and not name.startswith("__"):
                yield f"{cls.__name__}.{name}", member.__doc__


@pytest.mark.parametrize("name,text", [(n, t) for n, t in documented() if ">>>" in (t or "")])
def test_compiled(name, text):
    test = doctest.DocTestParser().get_doctest(text, {"rulebook": rulebook}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("name", ["", "._episodes", ".svg", ".pettingzoo", ".gym", ".openspiel"])
def test_modules(name):
    module = importlib.import_module("rulebook" + name)
    result = doctest.testmod(module, optionflags=FLAGS)
    assert result.attempted > 0 and result.failed == 0


PAGES = [Path(__file__).parents[1] / "README.md", Path(__file__).parents[2] / "README.md"]
PROGRAMS = [(page, text) for page in PAGES for text in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)]


@pytest.mark.parametrize("page,text", PROGRAMS, ids=[f"{page.parent.name}-{at}" for at, (page, _) in enumerate(PROGRAMS)])
def test_pages(page, text, capsys, monkeypatch):
    """Every program on the two front pages runs unchanged."""
    if "open_spiel" in text:
        pytest.importorskip("pyspiel")
    monkeypatch.chdir(page.parent)
    exec(compile(text, str(page), "exec"), {"__name__": "__main__"})
    assert "print" not in text or capsys.readouterr().out


def test_every_class_says_what_it_is():
    for cls in (rulebook.Game, rulebook.State, rulebook.Bot, rulebook.Vector):
        public = [name for name in vars(cls) if not name.startswith("_")]
        assert cls.__doc__ and public
        assert [name for name in public if not getattr(cls, name).__doc__] == []
