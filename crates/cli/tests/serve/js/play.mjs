// Two real socket.io clients, one over WebSocket and one over polling, play a match against each other.
import { io } from "socket.io-client";

const server = process.argv[2];
const fail = (why) => {
  console.error("FAILED:", why);
  process.exit(1);
};
setTimeout(() => fail("too slow"), 180_000).unref();

const ask = async (method, path, body) => {
  const answer = await fetch(server + path, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) fail(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

const opened = await ask("POST", "/active-games", { game: "crazy-eights", seats: 2 });
const id = opened.match;
const players = [];
let over = 0;
let lost = false;
const finished = new Promise((done) => {
  globalThis.finish = done;
});

for (const [seat, transport] of [[0, "websocket"], [1, "polling"]]) {
  const { token } = await ask("POST", `/active-games/${id}/seats`, { seat, name: `P${seat}` });
  const socket = io(server, { transports: [transport], reconnectionDelay: 50 });
  const player = { seat, socket, token, since: null, sent: 0, answered: -1 };
  players.push(player);
  const join = async () => {
    const ack = await socket.emitWithAck("game:join", { match: id, token, since: player.since });
    if (!ack.accepted) fail(`join: ${JSON.stringify(ack)}`);
  };
  socket.on("game:view", async ({ view }) => {
    if (player.since && view.since.seen < player.since.seen) fail("the number of seen entries decreased");
    player.since = view.since;
    if (view.scene.outcome) {
      over += 1;
      if (over >= 2) globalThis.finish();
      return;
    }
    if (!view.ask || view.ask.number <= player.answered) return;
    player.answered = view.ask.number;
    if (seat === 0 && player.sent === 3 && !lost) {
      // The connection is cut. The client reconnects automatically and receives the steps that it missed.
      lost = true;
      player.answered -= 1;
      socket.io.engine.close();
      return;
    }
    player.sent += 1;
    const move = view.ask.offers[0].text;
    const intent = { match: id, ask: view.ask.number, moves: [move], key: `${seat}-${player.sent}` };
    // If the connection is cut during a move, its acknowledgement is lost. The next view shows whether the move was played.
    const ack = await socket.emitWithAck("game:intent", intent).catch(() => null);
    if (ack && !ack.accepted) fail(`intent: ${JSON.stringify(ack)}`);
  });
  socket.on("connect", join);
  await new Promise((done) => socket.once("game:status", done));
}

const wrong = await players[0].socket.emitWithAck("game:intent", { match: id, ask: 0, moves: ["x"], key: "early" });
if (wrong.accepted || wrong.code !== "wrong-phase") fail(`before the start: ${JSON.stringify(wrong)}`);
const started = await players[0].socket.emitWithAck("game:command", { match: id, command: { kind: "start" } });
if (!started.accepted) fail(`start: ${JSON.stringify(started)}`);
await finished;
const log = await (await fetch(`${server}/active-games/${id}/log`)).text();
if (!log.includes('"outcome"')) fail("the log has no end");
console.log(`all is well: ${players.map((player) => player.sent).join(" and ")} moves, reconnected: ${lost}`);
for (const { socket } of players) socket.close();
process.exit(0);
