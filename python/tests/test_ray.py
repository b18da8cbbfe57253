"""Tests with a real Ray on this machine: several workers, of which one is killed."""

import os
import signal
import threading
import time

import numpy as np
import pytest
import rulebook

ray = pytest.importorskip("ray")
from rulebook import ray as cluster  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def local():
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    yield
    ray.shutdown()


def test_it_is_what_one_machine_gives():
    here = cluster.Tally.of(rulebook.simulate("hearts", "random", range(200)))
    there = cluster.simulate("hearts", "random", range(200), shard=30, workers=2)
    assert there.games == 200 and there == here


def test_options_travel():
    options = {"length": "hand"}
    here = cluster.Tally.of(rulebook.simulate("gin-rummy", "random", range(20), options=options))
    there = cluster.simulate("gin-rummy", "random", range(20), shard=7, workers=2, options=options)
    assert there == here and here.moves < cluster.Tally.of(rulebook.simulate("gin-rummy", "random", range(20))).moves
    table = cluster.tournament("gin-rummy", ["random", "first"], games=6, workers=2, options=options)
    assert table["games"][0, 1] == 6
    with pytest.raises(ray.exceptions.RayTaskError, match="option"):
        cluster.simulate("gin-rummy", "random", range(2), workers=1, options={"nonsense": "1"})


def result(places, returns, faults=0):
    rows = np.array(places), np.array(returns, np.float32)
    return {"places": rows[0], "returns": rows[1], "moves": np.ones(len(places), np.uint32), "faults": faults}


def test_who_wins_together_has_won():
    together = cluster.Tally.of(result([[1, 1], [2, 2], [1, 1]], [[1, 1], [-1, -1], [1, 1]]))
    assert together.draws == 0 and together.wins.tolist() == [2, 2]
    against = cluster.Tally.of(result([[1, 2], [1, 1], [1, 1]], [[1, -1], [0, 0], [0, 0]], faults=1))
    assert against.draws == 1 and against.wins.tolist() == [1, 0], "what broke down is neither"
    alone = cluster.Tally.of(result([[1], [2], [1]], [[1], [-1], [0]], faults=1))
    assert alone.draws == 0 and alone.wins.tolist() == [1]


def pid_once_it_is_back(worker):
    for _ in range(600):
        try:
            return ray.get(worker.pid.remote())
        except ray.exceptions.RayActorError:
            time.sleep(0.5)
    raise AssertionError("Ray has not begun it anew in five minutes")


def test_a_killed_worker_costs_nothing_but_time():
    workers = [cluster.Worker.remote() for _ in range(3)]
    victim = ray.get(workers[1].pid.remote())
    here = cluster.Tally.of(rulebook.simulate("skitter", "random", range(3000), seats=3))

    def kill():
        time.sleep(0.4)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    seen = []
    shards = cluster._shards(cluster.Rules.of("skitter"), ["random"], range(3000), 50, 3, 0)
    total = cluster.Tally()
    for shard, tally in cluster.run(shards, workers):
        seen.append(shard.number)
        total += tally
        if len(seen) == 1:
            killer.join()
    assert sorted(seen) == list(range(60)), "every shard once"
    assert (total.games, total.moves, total.longest) == (here.games, here.moves, here.longest)
    assert (total.wins == here.wins).all() and np.allclose(total.returns, here.returns)
    assert pid_once_it_is_back(workers[1]) != victim, "it was begun anew"


def test_a_tournament():
    table = cluster.tournament("connect-four", ["random", "mcts:60", "first"], games=20, workers=2)
    assert table["elo"][1] > table["elo"][0] and table["score"][1, 0] > 0.7
    assert np.allclose(table["score"] + table["score"].T, 1)


def test_files_travel(tmp_path):
    source = rulebook.Path(rulebook._shelf()) / "tic-tac-toe" / "game.json"
    rules = tmp_path / "three.json"
    rules.write_text(source.read_text())
    tally = cluster.simulate(rules, "random", range(50), shard=20, workers=2)
    assert tally.games == 50
    folder = tmp_path / "three-in-a-row"
    folder.mkdir()
    for file in ("game.json", "meta.json", "rules.md", "layout.json"):
        text = (source.parent / file).read_text()
        (folder / file).write_text(text.replace("tic-tac-toe", "three-in-a-row"))
    assert cluster.simulate(folder, "random", range(20), shard=10, workers=2).games == 20
    mate = rulebook.load("chess", position="7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    assert cluster.simulate(mate, "mcts:400", range(4), shard=2, workers=2).longest == 1, "the position travels"
    worker = cluster.Worker.remote()
    shards = [cluster.Shard(n, cluster.Rules.of(game), ("first",), range(1)) for n, game in enumerate(["chess", mate])]
    lengths = {shard.number: tally.longest for shard, tally in cluster.run(shards, [worker])}
    again = rulebook.simulate(mate, "first", range(1))["moves"]
    assert lengths[1] == again[0] != lengths[0], "one worker keeps both apart"
    wrong = cluster.Shard(0, cluster.Rules("chess", "0" * 64), ("random",), range(1))
    with pytest.raises(ray.exceptions.RayTaskError, match="other rules"):
        list(cluster.run([wrong], workers=1))


def test_more_workers_than_places():
    # There are three processors, so the other workers never start. The run must not wait for them.
    here = cluster.Tally.of(rulebook.simulate("tic-tac-toe", "random", range(60)))
    assert cluster.simulate("tic-tac-toe", "random", range(60), shard=5, workers=8) == here


def test_workers_that_stay_dead_are_given_up(monkeypatch):
    monkeypatch.setattr(cluster, "REST", 0.05)
    monkeypatch.setattr(cluster, "ASKED", 3)
    dead, alive = (cluster.Worker.options(max_restarts=0).remote() for _ in range(2))
    os.kill(ray.get(dead.pid.remote()), signal.SIGKILL)
    here = cluster.Tally.of(rulebook.simulate("tic-tac-toe", "random", range(40)))
    assert cluster.simulate("tic-tac-toe", "random", range(40), shard=5, workers=[dead, alive]) == here
    with pytest.raises(RuntimeError, match="all workers have died"):
        cluster.simulate("tic-tac-toe", "random", range(40), workers=[dead])


def test_any_seeds_and_all_workers():
    seeds = [3, "spring", 10**30, 7, 7]
    here = cluster.Tally.of(rulebook.simulate("tic-tac-toe", "random", seeds))
    assert cluster.simulate("tic-tac-toe", "random", iter(seeds), workers=2) == here
    workers = [cluster.Worker.remote() for _ in range(2)]
    given = []
    for shard, tally in cluster.run(cluster._shards(cluster.Rules.of("tic-tac-toe"), ["random"], range(8), 1, 2, 0), workers):
        given.append(tally.games)
    assert given == [1] * 8
    for wrong in ({"workers": 0}, {"workers": []}, {"workers": -1}, {"threads": 0}, {"shard": 0}):
        with pytest.raises(ValueError):
            cluster.simulate("tic-tac-toe", "random", range(4), **wrong)
    with pytest.raises(TypeError, match="several"):
        cluster.simulate("tic-tac-toe", "random", "seed")
    assert cluster.simulate("tic-tac-toe", "random", []).games == 0
