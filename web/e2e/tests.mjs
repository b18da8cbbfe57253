import assert from 'node:assert/strict';
import { LONG, byList, newPage, openSheet, over, showcase, table, turn } from './lib.mjs';

/** Opens a table with bots in the other seats, and starts the game. With `openSeat`, one seat stays open and the game waits. */
export const open = (page, game, { openSeat, ...more } = {}) => table(page, { game, open: openSeat === undefined ? [] : [openSeat], ...more });

/** Creates a table with the form: types a name, chooses bots, and starts the game. */
async function openByForm(page, game, { seats, openSeat, bot = 'random' } = {}) {
  await page.goto(`/?test#/new/${game}`);
  await page.getByLabel('Your name').fill('Ann');
  if (seats) await page.getByLabel('Number of players').selectOption(String(seats));
  const choices = page.locator('.seat-plan select');
  const plan = await choices.evaluateAll((all) => all.map((one) => one.value));
  for (const [seat, value] of plan.entries()) {
    if (value === 'me') continue;
    if (['easy', 'medium', 'hard', 'random', 'open'].includes(value)) await choices.nth(seat).selectOption(seat === openSeat ? 'open' : bot);
  }
  await page.getByRole('button', { name: 'Create table' }).click();
  const start = page.getByRole('button', { name: 'Start game' });
  await start.waitFor();
  if (openSeat === undefined) {
    await start.click();
    await page.locator('.felt').waitFor();
  }
  return /#\/t\/([^?]+)/.exec(page.url())[1];
}

/** Waits until a condition is true. Animations take time, and more on a busy machine. */
async function soon(what, test) {
  for (const begun = Date.now(); !(await test()); ) {
    assert.ok(Date.now() - begun < 60_000, `in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const nextRound = async (page) => {
  const button = page.locator('.round button');
  if (await button.count()) await button.click().catch(() => undefined);
};

/** Plays until the game is over, one decision after the other. With `enough`, stops after this number of decisions. */
async function toTheEnd(page, decide, { most = 400, enough = most } = {}) {
  for (let count = 0; count < most; count++) {
    if (count === enough) return count;
    await page.waitForFunction(() => {
      const found = document.querySelector('.outcome, .felt.active, .round button');
      // A click on the table skips the rest of the animation.
      if (!found) document.querySelector('.felt')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return found;
    }, null, { timeout: 60_000 });
    if (await over(page)) return count;
    const before = await page.evaluate(() => window.rulebookLink.snapshot().shows);
    if (await page.locator('.round button').count()) await nextRound(page);
    // The element may disappear, because the table has changed meanwhile. Then look again.
    else if ((await decide(page)) === false) {
      await page.waitForTimeout(100);
      continue;
    }
    await page.waitForFunction((shows) => document.querySelector('.outcome, .round button') || window.rulebookLink.snapshot().shows > shows, before, { timeout: 60_000 });
  }
  throw new Error('the game did not end');
}

/** Makes a move by clicks: on a card and its target, a pile, a button, or two squares. */
async function byClick(page) {
  const done = await page.evaluate(() => {
    const pick = (list) => list[Math.floor(Math.random() * list.length)];
    const click = (element) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const source = pick([...document.querySelectorAll('.square.source')]);
    const target = pick([...document.querySelectorAll('.square.target')]);
    const card = pick([...document.querySelectorAll('.card.touchable')]);
    const pile = pick([...document.querySelectorAll('.pile.clickable')]);
    const button = pick([...document.querySelectorAll('.action:not(:disabled)')]);
    const chosen = source ?? target ?? card ?? pile ?? button;
    click(chosen);
    return chosen ? true : false;
  });
  if (!done) return false;
  const follow = page.locator('.square.target, .pile.target .zone-hit').first();
  if (await follow.count()) await follow.dispatchEvent('click').catch(() => undefined);
  const picker = page.locator('.pick').first();
  if (await picker.count()) await picker.click().catch(() => undefined);
}

async function drag(page, from, to, fanned = false) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  // In a fan, only the left edge of a card is visible, and the card is slightly rotated.
  const x = fanned ? a.x + Math.max(7, Math.min(13, a.width * 0.1)) : a.x + a.width / 2;
  await page.mouse.move(x, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 10, a.y + a.height / 2 + 4);
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** The elements of one legal move on the page: the element to pick up, and the element where it goes. */
const anyMove = (page) =>
  page.evaluate(() => {
    const { ask, scene } = window.rulebookLink.snapshot().view;
    // During an animation, cards are drawn at their old places.
    if (!ask || !document.querySelector('.felt.active')) return null;
    const { gesture } = ask.offers[Math.floor(Math.random() * ask.offers.length)];
    const name = (at) => `[data-square="${String.fromCharCode(97 + at.x)}${at.y + 1}"]`;
    const zone = (id) => `[data-zone="${id}"]`;
    const zoneOf = (key) => scene.zones.find((one) => (one.cards ?? []).some((card) => card.key === key)).id;
    switch (gesture.kind) {
      case 'squares':
        return { from: [name(gesture.from)], to: name(gesture.to) };
      case 'square':
        return { from: [], to: name(gesture.at) };
      case 'drag':
        return { from: gesture.cards.map((spot) => `[data-key="${spot.key}"]`), to: zone(gesture.to), last: gesture.cards.at(-1).key };
      case 'card': {
        // If the move only chooses a card, dragging the card out of its zone makes the move.
        const other = [...document.querySelectorAll('.pile')].find((pile) => pile.dataset.zone !== zoneOf(gesture.card.key));
        return { from: [`[data-key="${gesture.card.key}"]`], to: zone(other.dataset.zone), alone: true };
      }
      case 'zone':
        return { from: [], to: zone(gesture.zone) };
      default:
        return { from: [], to: null };
    }
  });

const picked = async (page) => {
  const picker = page.locator('.pick').first();
  if (await picker.count()) await picker.click().catch(() => undefined);
};

/** Drags cards to a zone, or a piece to a square. If the move has nothing to drag, clicks its element. */
async function byDrag(page) {
  const move = await anyMove(page);
  if (!move) return false;
  const { from, to } = move;
  if (to === null) return byList(page);
  if (from.length === 0) return void (await page.locator(to).first().click({ position: { x: 12, y: 12 } }));
  for (const card of from.slice(0, -1)) await page.locator(card).first().click({ position: { x: 6, y: 20 } });
  const taken = page.locator(from.at(-1)).first();
  await drag(page, taken, page.locator(to).first(), to.includes('zone'));
  await picked(page);
}

/** Makes a move with Tab, arrow keys and Enter on the table. */
async function byTable(page) {
  const move = await anyMove(page);
  if (!move) return false;
  const { from, to, alone } = move;
  if (to === null) return byKeys(page);
  const press = async (selector) => {
    const [, square] = /data-square="([a-z]\d+)"/.exec(selector) ?? [];
    const inside = selector.includes('data-key') ? `${selector} .card-hit` : selector.includes('data-zone') ? `${selector} .zone-hit` : '.square[tabindex="0"]';
    for (let count = 0; count < 150; count++) {
      if (await page.evaluate((inside) => document.activeElement?.matches(inside), inside)) break;
      await page.keyboard.press('Tab');
    }
    if (square) await walk(page, square);
    await page.keyboard.press('Enter');
  };
  for (const one of from) await press(one);
  // If the card has only one target, the click has already played it.
  const played = from.length > 0 && to.includes('data-zone') && (await page.locator(`${to} .zone-hit`).count()) === 0;
  if (!alone && !played) await press(to);
  await picked(page);
}

/** Moves the keyboard focus to a square with arrow keys. The board must not be rotated. */
async function walk(page, name) {
  for (let count = 0; count < 40; count++) {
    const key = await page.evaluate((name) => {
      const [a, b] = [document.activeElement.getBoundingClientRect(), document.querySelector(`[data-square="${name}"]`).getBoundingClientRect()];
      if (Math.abs(a.x - b.x) > 3) return a.x < b.x ? 'ArrowRight' : 'ArrowLeft';
      return Math.abs(a.y - b.y) > 3 ? (a.y < b.y ? 'ArrowDown' : 'ArrowUp') : null;
    }, name);
    if (!key) return;
    await page.keyboard.press(key);
  }
}

/** Makes a move with the keyboard and the list of moves: M opens the list, and Enter plays. */
async function byKeys(page) {
  await page.keyboard.press('m');
  await page.waitForFunction(() => document.activeElement?.closest('.moves'), null, { timeout: 60_000 });
  const steps = Math.floor(Math.random() * 3);
  const count = await page.locator('.moves button').count();
  for (let at = 0; at < Math.min(steps, count - 1); at++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

export async function clean(page, axe, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return result.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).join('; ')}`);
  });
  assert.deepEqual(found, [], `axe, ${where}`);
}

/** Two players in two browsers at a running game. All messages that each browser receives are collected. */
async function couple(browser, base, pages, game) {
  const [ann, bob] = [await newPage(browser, base), await newPage(browser, base)];
  pages.push(ann, bob);
  const frames = new Map([[ann, []], [bob, []]]);
  for (const page of [ann, bob]) page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.get(page).push(String(payload))));
  await open(ann, game, { seats: game === 'tic-tac-toe' ? undefined : 2, openSeat: 1 });
  const link = await ann.locator('.copy input').first().inputValue();
  await bob.goto(link.replace('/#', '/?test#'));
  await bob.getByLabel('Your name').fill('Bob');
  await bob.getByRole('button', { name: 'Take seat' }).click();
  await ann.getByText('Bob').first().waitFor();
  await ann.getByRole('button', { name: 'Start game' }).click();
  await Promise.all([ann, bob].map((page) => page.locator('.felt').waitFor()));
  return { ann, bob, frames };
}

const views = (frames) => frames.filter((frame) => frame.startsWith('42["game:view"')).map((frame) => JSON.parse(frame.slice(2))[1].view);

/** A test that plays a game by one kind of gesture, to the end or for a number of decisions. */
const played = (game, hand, tier, enough) => [
  `${tier}${game} ${enough ? `for ${enough} moves` : 'to the end'}, ${hand.name}`,
  async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, game, { seats: ['katko', 'high-card'].includes(game) ? 2 : undefined });
    await toTheEnd(page, hand, { enough });
  },
];

export const tests = [
  ['a table that closes before the start tells its players', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'tic-tac-toe', { openSeat: 1 });
    await page.evaluate(() => window.rulebookLink.command({ kind: 'close', reason: 'it rains' }));
    await page.getByRole('heading', { name: 'Table closed' }).waitFor();
    await page.getByText('The host closed the table: it rains').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Back to the lobby' }).click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }],
  ['a player who leaves is marked, and a bot continues', async ({ browser, base, pages }) => {
    const { ann, bob } = await couple(browser, base, pages, 'tic-tac-toe');
    await bob.evaluate(() => window.rulebookLink.command({ kind: 'stand', seat: 1 }));
    await bob.getByText('You have left this seat.').waitFor();
    await ann.locator('.seat').getByText('left').waitFor();
    await openSheet(ann, 'Info');
    await ann.getByRole('button', { name: 'Bot plays for Bob' }).click();
    await ann.locator('.seat').getByText('bot 2').waitFor();
  }],
  // clause: Cards 0-1 12-3 P2-3
  ['a card game is played by clicks from the lobby to the end, with rematch and replay', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/?test');
    await page.locator('.game').first().waitFor();
    const all = await page.locator('.game').count();
    await page.getByLabel('Search games').fill('4 players');
    await page.getByRole('heading', { name: 'Chess', exact: true }).waitFor({ state: 'detached' });
    const four = await page.locator('.game').count();
    assert.ok(four > 0 && four < all, 'some games are for four');
    await page.getByLabel('Search games').fill('');
    await page.getByRole('button', { name: '3–4', exact: true }).click();
    await page.getByRole('status').getByText(`${four} games`).waitFor();
    await page.getByRole('button', { name: 'Any', exact: true }).click();
    await page.getByLabel('Search games').fill('eights');
    await page.getByRole('link', { name: /Create table: Crazy Eights/ }).click();
    const match = await openByForm(page, 'crazy-eights', { seats: 2 });
    await toTheEnd(page, byClick);
    await page.locator('.fair summary').click();
    await page.getByText('secret matches the fingerprint').waitFor();
    await page.getByRole('link', { name: 'Watch the replay' }).click();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    const end = await page.getByRole('slider').inputValue();
    await page.getByLabel('View as').selectOption('god');
    // Another view of the same position must have a list of moves, too.
    await page.waitForFunction((end) => document.querySelectorAll('.entries button').length === Number(end) + 1, end);
    assert.equal(await page.getByRole('slider').inputValue(), end);
    await page.locator('.entries button').nth(2).click();
    await page.waitForFunction(() => document.querySelector('input[type=range]').value === '2');
    await page.getByRole('button', { name: 'Next move' }).click();
    assert.ok((await page.locator('.felt .card').count()) > 10);
    await page.goto(`/?test#/t/${match}`);
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForFunction((match) => !location.hash.includes(match), match);
    await page.locator('.felt').waitFor();
  }],
  ['a rematch starts with swapped sides, and a replay shows the view of the own seat', async ({ browser, base, pages }) => {
    const { ann, bob } = await couple(browser, base, pages, 'tic-tac-toe');
    const match = await ann.evaluate(() => window.rulebookLink.match);
    const seat = (page) => page.evaluate(() => window.rulebookLink.snapshot().view?.viewer.Seat);
    assert.deepEqual([await seat(ann), await seat(bob)], [0, 1]);
    await bob.evaluate(() => window.rulebookLink.command({ kind: 'resign' }));
    for (const page of [ann, bob]) await page.getByRole('button', { name: /^Rematch/ }).click();
    for (const page of [ann, bob]) await page.waitForFunction((match) => window.rulebookLink.match !== match && document.querySelector('.felt'), match);
    await Promise.all([[ann, 1], [bob, 0]].map(([page, seat]) => page.waitForFunction((seat) => window.rulebookLink.snapshot().view?.viewer.Seat === seat, seat)));
    // The other player starts now.
    await bob.locator('.felt.active').waitFor();
    await bob.evaluate((match) => (location.hash = `#/replay/${match}`), match);
    await bob.getByLabel('View as').waitFor();
    assert.equal(await bob.getByLabel('View as').inputValue(), '1', 'the seat in the first match');
  }],
  ['a deck list is pasted, checked and played', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    const { source } = await (await fetch(`${base}/games/duel`)).json();
    const { files } = await (await fetch(`${base}/rules/${source}`)).json();
    await page.goto('/?test#/new/duel');
    await page.getByLabel('Deck 1').selectOption('own');
    const list = page.getByLabel('Paste your deck list, one card per line');
    await list.fill('4 A card that nobody has printed\n56 Plains');
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('alert').getByText('A card that nobody has printed').first().waitFor();
    await list.fill(files['duel/decks/emberhold.txt']);
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.locator('.felt .card').first().waitFor();
  }],
  // One game of each kind, played by drag, click and keys. The larger games are played for a few moves in every run, and to the end in the
  // long tests.
  ...[['high-card', byDrag], ['high-card', byTable], ['tic-tac-toe', byTable]].map(([game, hand]) => played(game, hand, '')),
  ...[['katko', byDrag], ['katko', byClick], ['katko', byTable], ['breakthrough', byDrag]].flatMap(([game, hand]) => [played(game, hand, '', 6), played(game, hand, LONG)]),
  ['a game written in CGML is played from the list of moves with the keyboard alone', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'high-card', { seats: 2 });
    await turn(page);
    await byKeys(page);
    // The focused move is gone. The focus must stay in the panel, so that the page does not scroll to the top.
    await page.waitForFunction(() => document.activeElement?.closest('.side, dialog'));
    await toTheEnd(page, byKeys);
  }],
  ['squares with arrow keys', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'tic-tac-toe');
    await turn(page);
    await page.locator('.square[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    const name = await page.evaluate(() => document.activeElement.dataset.square);
    assert.equal(name, 'b1');
    await toTheEnd(page, byClick);
  }],
  ['a game without a deal offers no fairness check and no replay of the deal', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'tic-tac-toe', { openSeat: 1 });
    assert.equal(await page.getByText('Your words for the shuffle').count(), 0, 'there is no field for words for the shuffle');
    await open(page, 'tic-tac-toe');
    await toTheEnd(page, byClick);
    await page.getByRole('button', { name: 'Rematch' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Replay this deal' }).count(), 0);
    assert.equal(await page.getByText('Was the deal fair?').count(), 0);
  }],
  ['the last card of a trick is visible before the trick is taken', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { pace: 'calm' });
    pages.push(page);
    await open(page, 'whist');
    await page.evaluate(() => {
      window.most = 0;
      const look = () => {
        window.most = Math.max(window.most, document.querySelectorAll('[data-zone^="played"] .card').length);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    for (let trick = 0; trick < 3; trick++) {
      await turn(page);
      await page.evaluate(() => (window.most = 0));
      await byList(page);
      await page.waitForFunction(() => window.most === 4, null, { timeout: 60_000 });
    }
  }],
  ['the second turned card is visible for a second', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { pace: 'calm' });
    pages.push(page);
    await open(page, 'memory', { seats: 2 });
    await turn(page);
    await byList(page, () => 0);
    await page.waitForFunction(() => document.querySelectorAll('.laid .card .card-hit').length > 0);
    await turn(page);
    await page.evaluate(() => {
      window.both = 0;
      let since = 0;
      setInterval(() => {
        const open = [...document.querySelectorAll('[data-zone="table"] .card')].filter((card) => / of /.test(card.getAttribute('aria-label') ?? card.querySelector('.card-hit')?.getAttribute('aria-label') ?? ''));
        if (open.length < 2) since = 0;
        else window.both = Math.max(window.both, Date.now() - (since ||= Date.now()));
      }, 20);
    });
    await byList(page, () => 3);
    const matched = () => page.locator('[data-zone="pairs.0"] .card').count();
    await page.waitForFunction(() => window.both >= 950, null, { timeout: 20_000 }).catch(async (error) => {
      if ((await matched()) === 0) throw error;
    });
  }],
  ['cards with text can be enlarged', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'trade-winds', { seats: 2 });
    await turn(page);
    const card = page.locator('[data-look]').first();
    await card.waitFor();
    // Equal cards of a hand overlap, so only the left edge of the first one is free.
    await card.hover({ position: { x: 6, y: 40 } });
    const look = page.locator('.look');
    await look.waitFor();
    assert.ok((await look.boundingBox()).width >= 200);
    await page.keyboard.press('Escape');
    await look.waitFor({ state: 'detached' });
  }],
  // clause: Cards 1.2-2 8.6-4
  ['an illegal drop is refused with a reason and changes nothing', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'chess');
    await turn(page);
    await drag(page, page.locator('[data-square="e2"]'), page.locator('[data-square="e5"]'));
    await page.getByText('The pawn on e2 can go to e3, e4, not to e5.').waitFor();
    await drag(page, page.locator('[data-square="g1"]'), page.locator('[data-square="e2"]'));
    await page.getByText('Your own pawn stands on e2.').waitFor();
    // A player may also drag or click elements that have no legal move.
    await drag(page, page.locator('[data-square="a1"]'), page.locator('[data-square="c3"]'));
    await page.getByText('The rook on a1 cannot move now.').waitFor();
    await page.locator('[data-square="d2"]').click();
    await page.locator('[data-square="d5"]').click();
    await page.getByText('The pawn on d2 can go to d3, d4, not to d5.').waitFor();
    await drag(page, page.locator('[data-square="e2"]'), page.locator('[data-square="e4"]'));
    await page.getByRole('button', { name: /^e4, white pawn/ }).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click({ timeout: 60_000 });
    await page.locator('.hint-words').waitFor({ timeout: 60_000 });
  }],
  // clause: Cards 2-8
  ['two browsers play with hidden hands and a lost connection', async ({ browser, base, pages }) => {
    const { ann, bob, frames } = await couple(browser, base, pages, 'crazy-eights');
    await Promise.all([ann, bob].map((page) => page.locator('.felt .card').first().waitFor()));
    const hand = (page) => page.evaluate(() => window.rulebookLink.snapshot().view.scene.zones.find((zone) => zone.owner === window.rulebookLink.snapshot().view.viewer.Seat && zone.cards.length).cards.map((card) => card.face.id));
    const [anns, bobs] = [await hand(ann), await hand(bob)];
    assert.equal(anns.length, bobs.length);
    const dealt = (page) => frames.get(page).join('\n');
    for (const id of anns) assert.ok(!dealt(bob).includes(`"${id}"`), `Bob received ${id}`);
    for (const id of bobs) assert.ok(!dealt(ann).includes(`"${id}"`), `Ann received ${id}`);
    let cut = false;
    for (let count = 0; count < 12; count++) {
      const page = await Promise.race([ann, bob].map((page) => page.waitForFunction(() => document.querySelector('.outcome, .felt.active'), null, { timeout: 60_000 }).then(() => page)));
      if (await over(page)) break;
      if (count === 4) {
        cut = true;
        await bob.evaluate(() => window.rulebookLink.cut());
        await bob.locator('.lost').waitFor();
        await bob.locator('.lost').waitFor({ state: 'detached', timeout: 60_000 });
      }
      const shows = await page.evaluate(() => window.rulebookLink.snapshot().shows);
      if (!(await page.locator('.felt.active').count())) continue;
      await byList(page);
      await page.waitForFunction((shows) => window.rulebookLink.snapshot().shows > shows || document.querySelector('.outcome'), shows, { timeout: 60_000 });
    }
    assert.ok(cut);
    for (const [page, own] of [[ann, 0], [bob, 1]]) {
      for (const view of views(frames.get(page))) {
        const other = view.scene.zones.find((zone) => zone.id === `hand.${1 - own}`);
        assert.ok(other.cards.every((card) => !card.face), 'a card of the other hand was shown');
      }
    }
  }],
  ['simultaneous answers stay sealed', async ({ browser, base, pages }) => {
    const { ann, bob, frames } = await couple(browser, base, pages, 'goofspiel');
    const chosen = await ann.evaluate(() => window.rulebookLink.snapshot().view.ask.offers[4].text);
    const before = frames.get(bob).length;
    await byList(ann, () => 4);
    await ann.getByText('Bob’s turn').waitFor();
    await ann.waitForTimeout(400);
    const told = frames.get(bob).slice(before).filter((frame) => frame.startsWith('42'));
    assert.deepEqual(told, [], 'Bob received a message about the answer before he had answered');
    await byList(bob, () => 7);
    await bob.waitForFunction(() => window.rulebookLink.snapshot().history.length > 4);
    assert.ok(frames.get(bob).slice(before).join('').includes(chosen), 'after both answers, Bob sees the answer of Ann');
  }],
  // clause: Cards 1.1-8
  ['several cards are moved at once', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'durak', { seats: 2 });
    const find = () =>
      page.evaluate(() => {
        const offers = window.rulebookLink.snapshot().view.ask?.offers ?? [];
        const found = offers.find((offer) => offer.gesture.kind === 'drag' && offer.gesture.cards.length >= 2);
        return found ? { keys: found.gesture.cards.map((spot) => spot.key), to: found.gesture.to } : null;
      });
    for (let count = 0; count < 200; count++) {
      if (!(await turn(page))) {
        await open(page, 'durak', { seats: 2 });
        continue;
      }
      await nextRound(page);
      const meld = await find();
      const shows = await page.evaluate(() => window.rulebookLink.snapshot().shows);
      if (meld) {
        for (const key of meld.keys) await page.locator(`[data-key="${key}"] .card-hit`).dispatchEvent('click');
        await page.getByText(`${meld.keys.length} cards selected`).waitFor();
        await page.locator(`[data-zone="${meld.to}"] .zone-hit`).dispatchEvent('click');
        await page.waitForFunction((shows) => window.rulebookLink.snapshot().shows > shows, shows);
        return;
      }
      // Play any moves until this point is reached.
      await page.evaluate(() => {
        const { number, offers } = window.rulebookLink.snapshot().view.ask;
        return window.rulebookLink.answer(number, [offers[Math.floor(Math.random() * offers.length)].text]);
      });
    }
    throw new Error('two cards could never be played');
  }],
  ['a reaction appears at the other browser and disappears', async ({ browser, base, pages }) => {
    const { ann, bob } = await couple(browser, base, pages, 'tic-tac-toe');
    await ann.locator('.signs-menu summary').click();
    await ann.getByRole('button', { name: 'well played' }).click();
    await bob.getByRole('img', { name: 'Ann: well played' }).waitFor();
    // The reaction disappears after four seconds.
    await bob.getByRole('img', { name: 'Ann: well played' }).waitFor({ state: 'detached' });
  }],
  ['the host sees all cards if the table says so', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/?test#/new/hearts');
    await page.getByLabel('The host can see all cards').check();
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.locator('.felt').waitFor();
    await page.locator('.banner.warn').first().waitFor();
    await openSheet(page, 'Info');
    const link = await page.getByRole('link', { name: 'Show all cards' }).getAttribute('href');
    const eyes = await page.context().newPage();
    pages.push(eyes);
    await eyes.goto(`/?test${link}`);
    await eyes.getByText('You see all cards').waitFor();
    const hidden = await eyes.evaluate(() => window.rulebookLink.snapshot().view.scene.zones.filter((zone) => zone.id.startsWith('hand.')).flatMap((zone) => zone.cards).filter((card) => !card.face).length);
    assert.equal(hidden, 0);
  }],
  // clause: Cards 8.1-3
  ['a model plays in the browser of its owner', async ({ browser, base, pages }) => {
    const { ann, bob } = await couple(browser, base, pages, 'tic-tac-toe');
    const asked = [];
    await ann.route('https://model.example/v1/chat/completions', (route) => {
      asked.push(route.request().postDataJSON());
      const content = asked.length === 1 ? 'let me see' : 'I choose 1.';
      return route.fulfill({ json: { choices: [{ message: { content } }] }, headers: { 'access-control-allow-origin': '*' } });
    });
    await openSheet(ann, 'Info');
    await ann.getByText('Connect my own AI').click();
    await ann.getByLabel('Endpoint').fill('https://model.example/v1');
    await ann.getByLabel('Model', { exact: true }).fill('tiny');
    await ann.locator('.side').getByRole('button', { name: 'Start', exact: true }).click();
    await bob.locator('.banner.warn').first().waitFor();
    await bob.waitForFunction(() => document.querySelector('.felt.active'));
    assert.equal(asked.length, 2, 'a model whose answer is no legal move is asked again');
    assert.match(asked[0].messages[1].content, /1: /);
    await ann.unroute('https://model.example/v1/chat/completions');
    await ann.route('https://model.example/v1/chat/completions', (route) => route.fulfill({ status: 500, body: 'secret', headers: { 'access-control-allow-origin': '*' } }));
    await byList(bob);
    await bob.getByText('The AI in the browser did not answer').waitFor();
    ann.faults.length = 0;
    await ann.getByRole('button', { name: 'Replace with a bot' }).click();
    await bob.waitForFunction(() => document.querySelector('.felt.active'));
  }],
  ['the table fits an upright phone', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 390, height: 844, hasTouch: true, isMobile: true });
    pages.push(page);
    await open(page, 'chess');
    await turn(page);
    const board = await page.locator('.board').boundingBox();
    assert.ok(board.width > 300, `the board is ${board.width} wide`);
    await page.locator('[data-square="e2"]').tap();
    await page.locator('[data-square="e4"]').tap();
    await page.getByRole('button', { name: /^e4, white pawn/ }).waitFor();
    for (const path of ['/', '/#/new/canasta']) {
      await page.goto(path);
      await page.locator('main h1').first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 1, `${path} is ${wide} pixels too wide`);
    }
  }],
  // clause: Cards 5-4 6.2-3 9-3
  ['many seats fit a low screen: a sideways phone, or a page at 200 %', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 844, height: 390 });
    pages.push(page);
    await open(page, 'president', { seats: 7 });
    await turn(page);
    for (const [width, height] of [[844, 390], [640, 400]]) {
      await page.setViewportSize({ width, height });
      // The table must keep most of the screen, even if the texts above it are long.
      await page.waitForFunction((high) => document.querySelector('.felt').getBoundingClientRect().height > high * 0.65, height);
      const card = await page.locator('.pile.own .card').first().boundingBox();
      assert.ok(card.height > 60, `cards in hand are ${card.height} high at ${width} by ${height}`);
    }
    await page.getByRole('button', { name: 'Scores' }).click();
    await page.locator('.scores-sheet').getByText('bot 7').waitFor();
  }],
  ['a guest without a name sits down', async ({ browser, base, pages }) => {
    const [ann, guest] = [await newPage(browser, base), await newPage(browser, base)];
    pages.push(ann, guest);
    await open(ann, 'tic-tac-toe', { openSeat: 1 });
    await guest.goto(await ann.locator('.copy input').first().inputValue());
    await guest.getByRole('button', { name: 'Take seat' }).click();
    await ann.getByText('Guest 2').waitFor();
  }],
  // clause: Cards 8.6-2 10-3
  ['a failed bot is reported and can try again', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'tic-tac-toe');
    await turn(page);
    await page.evaluate(async () => {
      await window.rulebookLink.command({ kind: 'drive', seat: 0, driver: { kind: 'sponsored' } });
      await window.rulebookLink.command({ kind: 'fault', ask: 0 });
    });
    await page.getByText('The AI in the browser did not answer').waitFor();
    await page.locator('.banner.warn').first().waitFor();
    // After a panel is closed, it can be opened again.
    await page.keyboard.press('Escape');
    await page.locator('.seat').getByText('not responding').waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The AI in the browser did not answer').waitFor({ state: 'detached' });
  }],
  // clause: Cards 0-2 5-5, Magic 2-8
  ['promotions, melds and drops are played by clicks', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/#/showcase');
    const part = (name) => page.locator(`section[data-part="${name}"]`);
    await part('promotion').locator('[data-square="e7"]').click();
    await part('promotion').locator('[data-square="e8"]').click();
    assert.equal(await page.locator('.pick').count(), 4);
    await page.locator('.pick').nth(3).click();
    await part('promotion').getByText('e7e8n').waitFor();
    for (const card of ['seven of hearts', 'seven of clubs', 'seven of spades']) await part('meld').getByRole('button', { name: card }).click();
    await part('meld').locator('[data-zone="meld.0"]').click();
    await part('meld').getByText('meld 7H 7C 7S').waitFor();
    await part('drop').locator('.card.touchable').first().click();
    await part('drop').locator('[data-square="b2"]').click();
    await part('drop').getByText('P@b2').waitFor();
    await part('battlefield').getByText('Lightning').first().waitFor();
  }],
  ['captured pieces lie beside the board, and nothing covers them', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    const part = await showcase(page, 'promotion');
    for (const [width, height] of [[1280, 800], [390, 844], [844, 390], [1024, 1366]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(100);
      await part.getByRole('img', { name: 'Captured from white: rook ×2, pawn ×7; black +2.5' }).scrollIntoViewIfNeeded();
      const [felt, frame] = [await part.locator('.felt').boundingBox(), await part.locator('.board-frame').boundingBox()];
      const rows = part.locator('.captured');
      assert.equal(await rows.count(), 2);
      for (let at = 0; at < 2; at++) {
        const row = await rows.nth(at).boundingBox();
        const apart = row.x >= frame.x + frame.width || row.y + row.height <= frame.y || row.y >= frame.y + frame.height;
        assert.ok(apart, `${width}: row ${at} is beside the board`);
        const inside = row.x >= felt.x && row.y >= felt.y && row.x + row.width <= felt.x + felt.width && row.y + row.height <= felt.y + felt.height;
        assert.ok(inside, `${width}: row ${at} is on the cloth`);
      }
    }
  }],
  ['the symbol of a note is small, in the corner of the card, and has a text for pointers and screen readers', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 390, height: 844, settings: { theme: 'dark' } });
    pages.push(page);
    await showcase(page, 'battlefield');
    const card = page.locator('section[data-part="battlefield"] .card[data-key="101"]');
    await card.scrollIntoViewIfNeeded();
    const [whole, sign] = [await card.boundingBox(), await card.locator('.card-signs').boundingBox()];
    assert.ok(sign.width < whole.width / 2 && sign.height < whole.height / 4, 'it is small');
    assert.ok(sign.y + sign.height < whole.y + whole.height * 0.45, 'the symbol ends above the printed text');
    assert.equal(await card.locator('.card-signs i').getAttribute('title'), 'asleep');
    assert.equal(await card.locator('.notes').count(), 0, 'nothing is said twice');
    assert.match(await card.locator('.card-hit').getAttribute('aria-label'), /Wall.*asleep/);
    await card.locator('.card-hit').focus();
    await card.hover();
    await page.locator('.look').getByText('asleep').waitFor();
    await card.click();
    await page.locator('section[data-part="battlefield"] .field [data-key="111"] .card-hit').click();
    await page.locator('section[data-part="battlefield"]').getByRole('button', { name: 'Block with 1' }).click();
    await page.locator('section[data-part="battlefield"]').getByText('wall blocks bear; pass').waitFor();
  }],
  ['a card dropped on a legal target stays there until the server answers; any other drop returns the card', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    const part = await showcase(page, 'drop');
    const card = part.locator('.card.touchable').first();
    await card.scrollIntoViewIfNeeded();
    const middle = async (thing) => {
      const { x, y, width, height } = await thing.boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    const home = await middle(card);
    await drag(page, card, part.locator('[data-square="e4"]'));
    await page.getByText('That move is not allowed.').waitFor();
    await soon('it went home', async () => apart(await middle(card), home) < 3);
    const square = part.locator('[data-square="b2"]');
    await drag(page, card, square);
    await part.getByText('P@b2').waitFor();
    await soon('the card lies where it was dropped', async () => apart(await middle(card), await middle(square)) < 12);
    // This server never answers the move. The page must recover.
    await page.waitForFunction(({ x, y }) => {
      const box = document.querySelector('section[data-part="drop"] .card.touchable').getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 3;
    }, home, { timeout: 60_000 });
  }],
  ['axe finds nothing', async ({ browser, base, pages, axe }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/?test');
    await page.locator('.game').first().waitFor();
    await clean(page, axe, 'lobby');
    await page.getByRole('button', { name: 'Settings' }).click();
    await clean(page, axe, 'settings');
    await page.keyboard.press('Escape');
    await page.evaluate(() => (location.hash = '#/new/bridge'));
    await page.locator('.prose h2').first().waitFor();
    await clean(page, axe, 'a new table');
    await page.goto('/#/showcase');
    await page.locator('section[data-part="battlefield"] .card').first().waitFor();
    await clean(page, axe, 'showcase');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => (location.hash = '#/'));
    await page.locator('.game').first().waitFor();
    await clean(page, axe, 'lobby in the dark');
  }],
  ['axe finds nothing at tables', async ({ browser, base, pages, axe }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    for (const game of ['hearts', 'trade-winds', 'crazyhouse', 'reversi']) {
      await open(page, game);
      await page.waitForFunction(() => document.querySelector('.felt.active, .round'), null, { timeout: 60_000 });
      await clean(page, axe, game);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, 'tic-tac-toe');
    await toTheEnd(page, byClick);
    await clean(page, axe, 'the end, in the dark');
  }],
];
