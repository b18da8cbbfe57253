"""Tests wrong and hostile calls. Each must raise an exception and have no other effect."""

import copy
import gc
import json
import multiprocessing
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
import rulebook
from test_state import walk

NO_SEATS = [-1, 99, 2**80, np.int64(-1), np.int32(64), "0", 1.5, b"", [0]]
NO_ACTIONS = [-1, 10**6, 2**32 - 1, 2**32, 2**80, np.int64(-5)]


@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
def test_seats_that_are_none(seat):
    game = rulebook.load("hearts")
    state, bot = game.new(seed=1), game.bot("random", seed=1)
    before = state.digest()
    calls = [
        state.legal_moves,
        state.legal_actions,
        state.legal_mask,
        state.view,
        state.scene,
        state.text,
        state.svg,
        state.observation,
        state.sample,
        lambda seat: state.play(0, seat),
        lambda seat: state.play("QS", seat),
        lambda seat: state.action_text(0, seat),
        lambda seat: state.action_of("QS", seat),
        lambda seat: state.is_alike(state, seat),
        lambda seat: bot.pick(state, seat),
        lambda seat: bot.pick_action(state, seat),
        lambda seat: bot.advise(state, seat),
    ]
    for call in calls:
        with pytest.raises((ValueError, TypeError)):
            call(seat)
    assert state.digest() == before


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_actions_that_are_none(game, action):
    state = game.new(seed=1)
    before, seat = state.digest(), state.current
    for call in (state.play, state.action_text):
        with pytest.raises(rulebook.IllegalMove):
            call(action, seat)
    assert state.digest() == before and state.moves_made == 0


def test_a_seat_that_is_not_asked(game):
    state = game.new(seed=1)
    idle = [seat for seat in range(state.seats) if seat not in state.seats_to_act()]
    bot = game.bot("random", seed=1)
    for seat in idle:
        assert state.legal_moves(seat) == [] and state.legal_actions(seat) == [] and not state.legal_mask(seat).any()
        for call in (bot.pick, bot.pick_action, bot.advise):
            with pytest.raises(rulebook.IllegalMove):
                call(state, seat)
        for move in (0, state.legal_moves()[0], state.legal_actions()[0]):
            with pytest.raises(rulebook.IllegalMove):
                state.play(move, seat)
        with pytest.raises(rulebook.IllegalMove, match=f"seat={seat} is not asked"):
            state.play(state.legal_actions()[0], seat)
    assert state == game.new(seed=1)


def test_after_the_end(game):
    state = game.new(seed=3)
    for _ in walk(state, 3, 10**6):
        pass
    assert state.over and state.seats_to_act() == [] and state.current is None
    end, bot = state.digest(), game.bot("random", seed=1)
    for seat in [None, *range(state.seats)]:
        assert state.legal_moves(seat) == [] and state.legal_actions(seat) == [] and not state.legal_mask(seat).any()
        for call in (lambda s: state.play(0, s), lambda s: state.play("", s), lambda s: bot.pick(state, s)):
            with pytest.raises(rulebook.IllegalMove):
                call(seat)
        with pytest.raises(rulebook.IllegalMove):
            bot.advise(state, seat)
    for seat in range(state.seats):
        assert state.sample(seat, 1).over
    assert state.digest() == end and pickle.loads(pickle.dumps(state)) == state
    assert len(state.history()) == state.moves_made and state.outcome()["places"]
    assert json.loads(state.log().splitlines()[-1])


def test_seeds_of_any_size():
    game = rulebook.load("goofspiel")
    seeds = [0, -1, 2**63, 2**200, -(2**200), "a text", "", "\0", "日本", np.int64(5), 10**4000]
    deals = [game.new(seed=seed).digest() for seed in seeds if seed != 10**4000]
    assert len(set(deals)) == len(deals)
    with pytest.raises(ValueError):
        # Python itself refuses to write this seed as text.
        game.new(seed=10**5000)
    huge = rulebook.simulate(game, seeds=[2**200, "a text", 7])
    same = rulebook.simulate(game, seeds=[str(2**200), "a text", "7"])
    assert (huge["returns"] == same["returns"]).all() and (huge["moves"] == same["moves"]).all()
    with pytest.raises(TypeError):
        rulebook.simulate(game, seeds=[1.5])
    assert rulebook.simulate(game, seeds=[])["returns"].shape == (0, 2)


def test_seeds_that_are_none():
    """Only integers and texts are seeds. The text of other values may change between runs, and would deal other cards."""
    game = rulebook.load("goofspiel")
    for seed in [1.5, [1], (1, 2), {}, b"1", object(), np.random.default_rng(1), np.float64(3)]:
        for call in (game.new, game.new(seed=1).restart, lambda seed: game.new(seed=1).sample(0, seed)):
            with pytest.raises(TypeError, match="seed"):
                call(seed)
        for call in (lambda seed: game.bot("random", seed), lambda seed: rulebook.vector(game, 2, seed=seed)):
            with pytest.raises(TypeError, match="seed"):
                call(seed)
    with pytest.raises(TypeError, match="several"):
        rulebook.simulate(game, seeds="abc")
    assert game.new(seed=True) == game.new(seed=np.uint8(1)) == game.new(seed=1)


BAD_FILES = {
    "empty.json": "",
    "brace.json": "{",
    "list.json": "[1, 2]",
    "deep.json": "[" * 100_000,
    "binary.json": "\x00\x01\x02",
    "brace.cgml": "{",
    "tag.cgml": "meta: !!python/object:os.system x\n",
    "bomb.cgml": "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
    ),
    "loop.cgml": 'cgml_version: "1.3"\nimports: [ !include loop.cgml ]\n',
    "word.txt": "hello",
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files(tmp_path, name):
    path = tmp_path / name
    path.write_text(BAD_FILES[name])
    with pytest.raises(rulebook.RulesError) as told:
        rulebook.load(path)
    text = str(told.value)
    assert "error[" in text and path.stem in text, text
    assert "PanicException" not in text


def test_a_mistake_has_its_place(tmp_path):
    source = rulebook.Path(rulebook._shelf()) / "war" / "game.cgml"
    path = tmp_path / "war.cgml"
    path.write_text(source.read_text().replace("SHUFFLE", "SHUFLE", 1))
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "SHUFLE" in text)
    with pytest.raises(rulebook.RulesError, match=rf"war\.cgml:{line}:\d+") as told:
        rulebook.load(path)
    assert "SHUFFLE" in str(told.value), "it says what may have been meant"


def test_places_that_are_no_game(tmp_path):
    for place in [tmp_path, tmp_path / "missing", "/", "", "..", "lib", "a\0b", "x" * 100_000]:
        with pytest.raises(ValueError):
            rulebook.load(place)
    with pytest.raises(TypeError):
        rulebook.load(None)
    with pytest.raises(ValueError):
        rulebook.load("chess", position="nonsense")
    with pytest.raises(ValueError):
        rulebook.load("hearts", position="8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(ValueError, match="option"):
        rulebook.load("hearts").new(seed=1, options={"colour": "green"})
    for seats in [0, -1, 5, 2**70]:
        with pytest.raises((ValueError, OverflowError)):
            rulebook.load("hearts").new(seed=1, seats=seats)


def test_damaged_saves(game):
    state = game.new(seed=5)
    for _ in walk(state, 5, 12):
        pass
    saved, rng = state.save(), random.Random(5)
    for _ in range(60):
        at, bit = rng.randrange(len(saved)), 1 << rng.randrange(8)
        with pytest.raises(ValueError):
            game.load(saved[:at] + bytes([saved[at] ^ bit]) + saved[at + 1 :])
        with pytest.raises(ValueError):
            game.load(saved[:at])
    with pytest.raises(TypeError):
        game.load("text")
    assert game.load(saved) == state


def test_a_sample_does_not_hold_the_key():
    game = rulebook.load("hearts")
    saved = game.new(seed=1).save()
    # A save contains the key twice: once directly and once in the generator.
    keys = {saved[at : at + 32] for at in range(len(saved) - 31) if saved.count(saved[at : at + 32]) > 1}
    keys = {key for key in keys if len(set(key)) > 12}
    assert keys, "this test knows where the key is"
    for seat in range(4):
        other = game.new(seed=1).sample(seat, seed=2).save()
        assert not any(key in other for key in keys)


def without_keys(scene):
    """Returns a scene without the card keys, which differ between viewers."""
    if isinstance(scene, dict):
        return {name: without_keys(value) for name, value in scene.items() if name != "key"}
    return [without_keys(value) for value in scene] if isinstance(scene, list) else scene


def test_scenes_texts_and_pictures_leak_nothing(game):
    """A seat gets the same pictures, texts and scenes in every match that it cannot tell from this one."""
    for state in walk(game.new(seed=8, seats=game.max_seats), 8, 45):
        if state.moves_made % 15:
            continue
        for seat in range(state.seats):
            other = state.sample(seat, seed=state.moves_made)
            assert without_keys(other.scene(seat)) == without_keys(state.scene(seat))
            assert other.text(seat) == state.text(seat)
            assert other.svg(seat) == state.svg(seat)


def test_pickles_of_games_find_them_again(tmp_path, monkeypatch):
    shelf = rulebook.Path(rulebook._shelf())
    rules = tmp_path / "three.json"
    rules.write_text((shelf / "tic-tac-toe" / "game.json").read_text())
    monkeypatch.chdir(tmp_path)
    game = rulebook.load("three.json")
    state = game.new(seed=1)
    state.play(state.legal_moves()[0])
    pickled = pickle.dumps((game, state))
    monkeypatch.chdir("/")
    assert pickle.loads(pickled) == (game, state)
    rules.write_text(rules.read_text().replace('"length": 3', '"length": 2'))
    with pytest.raises(rulebook.RulesError, match="other rules"):
        pickle.loads(pickled)
    rules.unlink()
    with pytest.raises(rulebook.RulesError):
        pickle.loads(pickled)
    mate = rulebook.load("chess", position="7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    assert pickle.loads(pickle.dumps(mate)) == mate != rulebook.load("chess")


def test_threads_share_a_game(game_id):
    """Several threads use their own matches and one shared match. An exception is allowed, but nothing worse."""
    game = rulebook.load(game_id)
    common, wrong, ends = game.new(seed=1), [], {}

    def play(nth):
        try:
            state = game.new(seed=9)
            for moment in walk(state, 9, 60):
                try:
                    common.legal_actions()
                    common.sample(0, seed=nth)
                    common.play(common.legal_actions()[0], common.current)
                except (RuntimeError, rulebook.IllegalMove, IndexError):
                    pass
                moment.clone().observation()
            ends[nth] = state.digest()
        except BaseException as error:  # noqa: BLE001
            wrong.append(error)

    threads = [threading.Thread(target=play, args=(nth,)) for nth in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(set(ends.values())) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_has_threads_of_its_own():
    vector = rulebook.vector("connect-four", 256, seed=1, threads=2)
    game = rulebook.load("connect-four")
    bot = game.bot("mcts:40x2", seed=1)
    vector.step(vector.sample_actions())
    choice = bot.pick(game.new(seed=1))
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()

    def child():
        vector.step(vector.sample_actions())
        answers.put((vector.digests(), game.bot("mcts:40x2", seed=1).pick(game.new(seed=1))))

    process = context.Process(target=child)
    process.start()
    process.join(300)
    alive = process.is_alive()
    if alive:
        process.kill()
    assert not alive, "it waits for threads that a fork does not copy"
    assert process.exitcode == 0
    vector.step(vector.sample_actions())
    assert answers.get() == (vector.digests(), choice)


def test_vectors_take_any_whole_numbers():
    def after(change):
        vector = rulebook.vector("connect-four", 8, seed=1)
        vector.step(change(vector.sample_actions()))
        return vector.digests()

    plain = after(lambda actions: actions)
    for change in [list, np.int32, np.uint64, lambda a: np.repeat(a, 2)[::2], lambda a: a.astype(">i8"), tuple]:
        assert after(change) == plain
    vector = rulebook.vector("connect-four", 8, seed=1)
    before = vector.digests()
    good = vector.sample_actions()
    for bad in [good.astype(float), good > 0, good[None], good[:7], [], None, "12345678", [2**70] * 8, [-1] * 8]:
        with pytest.raises((ValueError, TypeError)):
            vector.step(bad)
    assert vector.digests() == before
    vector.step(good)


def test_vectors_that_cannot_be():
    game = rulebook.load("connect-four")
    for settings in [{"threads": 0}, {"threads": 10**9}, {"seats": 3}, {"n": 0}, {"n": -1}, {"n": 10**12}]:
        with pytest.raises((ValueError, OverflowError)):
            rulebook.vector(game, **({"n": 4} | settings))
    with pytest.raises(ValueError):
        rulebook.simulate(game, seeds=range(3), threads=10**9)
    with pytest.raises(ValueError):
        rulebook.simulate(game, seeds=range(3), seats=7)
    with pytest.raises(ValueError):
        rulebook.simulate(game, "no such bot", seeds=range(3))
    # A program may write into the arrays, because the next step overwrites them.
    vector, other = (rulebook.vector(game, 4, seed=1) for _ in range(2))
    vector.observation.fill(7), vector.rewards.fill(7), vector.scores.fill(7), vector.seat.fill(7)
    with pytest.raises(ValueError):
        vector.mask.fill(7)
    other.step(other.sample_actions()), vector.step(vector.sample_actions())
    assert (vector.observation == other.observation).all() and (vector.rewards == other.rewards).all()
    assert (vector.mask == other.mask).all() and (vector.seat == other.seat).all()
    vector.rewards.flags.writeable = False
    with pytest.raises(ValueError):
        vector.step(vector.sample_actions())


def thinker(spec):
    return rulebook.load("chess").bot(spec, seed=1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers here")
@pytest.mark.parametrize(
    "work",
    [
        lambda: rulebook.simulate("connect-four", "mcts:1000", range(10**5)),
        lambda: rulebook.simulate("chess", "mcts:1000000000", range(2)),
        lambda: thinker("mcts:1000000000").pick(rulebook.load("chess").new(seed=1)),
        lambda: thinker("mcts:1000000000x2").advise(rulebook.load("chess").new(seed=1)),
    ],
    ids=["matches", "a long match", "a choice", "trees side by side"],
)
def test_long_work_can_be_stopped(work):
    class Enough(Exception):
        pass

    def ring(*_):
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(Enough):
            # The interrupt is caught only here, because a busy machine may take long to reach the next line.
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_memory_does_not_grow(request):
    """Plays many matches and checks the memory. With `--every`, plays a hundred thousand."""
    every = request.config.getoption("--every")

    def used():
        gc.collect()
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("this system does not say how much memory is used")
    for name, games in [("tic-tac-toe", 100_000 if every else 2_000), ("goofspiel", 4_000 if every else 200)]:
        game, rng = rulebook.load(name), random.Random(1)
        state = game.new(seed=0)

        def some(count):
            for seed in range(count):
                fresh = game.new(seed=seed) if seed % 2 else state
                if fresh is state:
                    state.restart(seed)
                while actions := fresh.legal_actions():
                    fresh.play(rng.choice(actions), fresh.current)
                if seed % 50 == 0:
                    fresh.sample(0, seed), fresh.log(), pickle.loads(pickle.dumps(fresh)), fresh.scene(0)

        some(games // 10)
        before = used()
        some(games)
        assert used() - before < 8_000_000, name


def test_a_pickled_bot_is_a_fresh_one():
    game = rulebook.load("connect-four")
    state = game.new(seed=1)
    picks = []
    for seed in (5, "five", None):
        bot = game.bot("mcts:30", seed=seed)
        same = pickle.loads(pickle.dumps(bot))
        assert (same.spec, repr(same)) == (bot.spec, repr(bot))
        first = bot.advise(state)
        # A bot is pickled as it was made, even if it has already searched.
        late = copy.deepcopy(bot)
        assert first == same.advise(state) == late.advise(state)
        picks.append(first)
    assert picks[0] != picks[1] or picks[1] != picks[2], "seeds make a difference"
    for spec, key in (("mcts:30", b"short"), ("no such bot", bytes(32))):
        with pytest.raises(ValueError):
            rulebook._rulebook._bot(game, spec, key)


def test_a_process_ends_well():
    """The interpreter exits without a crash while vectors, bots and threads still exist."""
    program = (
        "import rulebook, threading\n"
        "v = rulebook.vector('connect-four', 512, seed=1, threads=2); v.step(v.sample_actions())\n"
        "g = rulebook.load('connect-four'); b = g.bot('mcts:100x2', seed=1); b.pick(g.new(seed=1))\n"
        "t = threading.Thread(target=b.pick, args=(g.new(seed=2),), daemon=True); t.start()\n"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=300).returncode == 0
