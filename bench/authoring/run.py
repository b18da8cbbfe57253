"""Runs the authoring benchmark and prints a row of its table. README.md explains the tasks."""

import argparse
import datetime
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="rulebook", help="the program")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a new folder for the games and the answers")
    parser.add_argument("--rounds", default="8", help="number of answers for each task")
    parser.add_argument("tasks", nargs="*", help="names of tasks; all without names")
    options = parser.parse_args()
    pages = sorted((HERE / "tasks").glob("*.md"))
    pages = [page for page in pages if not options.tasks or page.stem in options.tasks]
    options.out.mkdir(parents=True)
    done = right = answers = 0
    for page in pages:
        name = page.stem.split("-", 1)[1]
        record = options.out / f"{page.stem}.jsonl"
        command = [options.rulebook, "write", page, "-o", options.out / name, "--hidden", page]
        command += ["--record", record, "--rounds", options.rounds]
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        if run.returncode == 2:
            print(run.stderr, file=sys.stderr)
            return 2
        (options.out / f"{page.stem}.txt").write_text(run.stdout + run.stderr)
        rounds = re.findall(r"^round \d+: (.*)$", run.stdout, re.MULTILINE)
        finished = bool(rounds) and rounds[-1].startswith("no mistakes")
        answers += len(rounds)
        done += finished
        right += run.returncode == 0
        print(f"{page.stem}: {'right' if run.returncode == 0 else 'done' if finished else 'failed'}, {len(rounds)} answers")
    count = len(pages)
    today = datetime.date.today().isoformat()
    print(f"| {os.environ.get('LLM_MODEL', '?')} | {today} | {done} of {count} | {right} of {count} | {answers / max(count, 1):.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
