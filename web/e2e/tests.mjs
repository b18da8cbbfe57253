import assert from 'node:assert/strict';
import { byList, newPage, over, turn } from './lib.mjs';

/** Opens a table on the page itself: name, bots of the lowest level, start. */
async function open(page, game, { seats, openSeat, bot = 'random' } = {}) {
  await page.goto(`/?test#/new/${game}`);
  await page.getByLabel('Your name').fill('Ann');
  if (seats) await page.getByLabel('How many play').selectOption(String(seats));
  const choices = page.locator('.seat-plan select');
  const plan = await choices.evaluateAll((all) => all.map((one) => one.value));
  for (const [seat, value] of plan.entries()) {
    if (value === 'me' || !page.locator('.seat-plan').first()) continue;
    if (['easy', 'medium', 'hard', 'random', 'open'].includes(value)) await choices.nth(seat).selectOption(seat === openSeat ? 'open' : bot);
  }
  await page.getByRole('button', { name: 'Open the table' }).click();
  const start = page.getByRole('button', { name: 'Start the game' });
  await start.waitFor();
  if (openSeat === undefined) {
    await start.click();
    await page.locator('.felt').waitFor();
  }
  return /#\/t\/([^?]+)/.exec(page.url())[1];
}

const nextRound = async (page) => {
  const button = page.locator('.round button');
  if (await button.count()) await button.click().catch(() => undefined);
};

/** Plays until it is over, one decision after the other. */
async function toTheEnd(page, decide, most = 400) {
  for (let count = 0; count < most; count++) {
    await page.waitForFunction(() => document.querySelector('.outcome, .felt.active, .round button'), null, { timeout: 30_000 });
    if (await over(page)) return count;
    await nextRound(page);
    const before = await page.evaluate(() => window.rulebookLink.snapshot().shows);
    await decide(page);
    await page.waitForFunction((shows) => document.querySelector('.outcome, .round button') || window.rulebookLink.snapshot().shows > shows, before, { timeout: 15_000 });
  }
  throw new Error('the game did not end');
}

/** Clicks: a card and where it goes, a pile, a button, a square and a square. */
async function byClick(page) {
  const done = await page.evaluate(() => {
    const pick = (list) => list[Math.floor(Math.random() * list.length)];
    const click = (element) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const source = pick([...document.querySelectorAll('.square.source')]);
    const target = pick([...document.querySelectorAll('.square.target')]);
    const card = pick([...document.querySelectorAll('.card.touchable')]);
    const pile = pick([...document.querySelectorAll('.pile.clickable')]);
    const button = pick([...document.querySelectorAll('.felt .action:not(:disabled), .in-header .action:not(:disabled)')]);
    const chosen = source ?? target ?? card ?? pile ?? button;
    click(chosen);
    return chosen ? true : false;
  });
  assert.ok(done, 'nothing to click');
  const follow = page.locator('.square.target, .pile.target .zone-hit').first();
  if (await follow.count()) await follow.dispatchEvent('click').catch(() => undefined);
  const picker = page.locator('.pick').first();
  if (await picker.count()) await picker.click().catch(() => undefined);
}

async function drag(page, from, to) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 10, a.y + a.height / 2 + 4);
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** Drags a piece to a square that takes it. */
async function byDrag(page) {
  const move = await page.evaluate(() => {
    const offers = window.rulebookLink.snapshot().view.ask.offers.filter((offer) => offer.gesture.kind === 'squares');
    const { gesture } = offers[Math.floor(Math.random() * offers.length)];
    const name = (at) => `${String.fromCharCode(97 + at.x)}${at.y + 1}`;
    return [name(gesture.from), name(gesture.to)];
  });
  await drag(page, page.locator(`[data-square="${move[0]}"]`), page.locator(`[data-square="${move[1]}"]`));
  const picker = page.locator('.pick').first();
  if (await picker.count()) await picker.click().catch(() => undefined);
}

/** Nothing but keys: M goes to the list of moves, Enter plays. */
async function byKeys(page) {
  await page.keyboard.press('m');
  await page.waitForFunction(() => document.activeElement?.closest('.moves'), null, { timeout: 5000 });
  const steps = Math.floor(Math.random() * 3);
  const count = await page.locator('.moves button').count();
  for (let at = 0; at < Math.min(steps, count - 1); at++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Known and not mended yet: the close button among the tabs, and the drawn letters of a card that its name says in words. */
const KNOWN = ['aria-required-children', 'label-content-name-mismatch'];

async function clean(page, axe, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return result.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).join('; ')}`);
  });
  assert.deepEqual(found.filter((one) => !KNOWN.includes(one.split(':')[0])), [], `axe, ${where}`);
}

const views = (frames) => frames.filter((frame) => frame.startsWith('42["game:view"')).map((frame) => JSON.parse(frame.slice(2))[1].view);

export const tests = [
  ['lobby to a finished card game by clicks, rematch, replay', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/?test');
    await page.getByLabel('Search games').fill('eights');
    await page.getByRole('link', { name: /Set up a table: Crazy Eights/ }).click();
    const match = await open(page, 'crazy-eights', { seats: 2 });
    await toTheEnd(page, byClick);
    await page.locator('.fair summary').click();
    await page.getByText('The secret fits what was sealed').waitFor();
    await page.getByRole('link', { name: 'Watch the replay' }).click();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByLabel('Seen by').selectOption('god');
    await page.getByRole('button', { name: 'One forward' }).click();
    assert.ok((await page.locator('.felt .card').count()) > 10);
    await page.goto(`/?test#/t/${match}`);
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.waitForFunction((match) => !location.hash.includes(match), match);
    await page.getByRole('button', { name: 'Start the game' }).or(page.locator('.felt')).first().waitFor();
  }],
  ['a board game by dragging to the end', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'breakthrough');
    await toTheEnd(page, byDrag);
  }],
  ['a game from a file by keyboard alone to the end', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'casino', { seats: 2 });
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
  ['an illegal drop says so and changes nothing', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'chess');
    await turn(page);
    await drag(page, page.locator('[data-square="e2"]'), page.locator('[data-square="e5"]'));
    await page.locator('.notice.bad').waitFor();
    await drag(page, page.locator('[data-square="e2"]'), page.locator('[data-square="e4"]'));
    await page.getByRole('button', { name: /^e4, white pawn/ }).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click({ timeout: 20_000 });
    await page.locator('.hint-words').waitFor({ timeout: 20_000 });
  }],
  ['two browsers, hidden hands, a connection lost in the middle', async ({ browser, base, pages }) => {
    const [ann, bob] = [await newPage(browser, base), await newPage(browser, base)];
    pages.push(ann, bob);
    const frames = new Map([[ann, []], [bob, []]]);
    for (const page of [ann, bob]) page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.get(page).push(String(payload))));
    await open(ann, 'crazy-eights', { seats: 2, openSeat: 1 });
    const link = await ann.locator('.copy input').first().inputValue();
    await bob.goto(link.replace('/#', '/?test#'));
    await bob.getByLabel('Your name').fill('Bob');
    await bob.getByRole('button', { name: 'Sit here' }).click();
    await ann.getByText('Bob').first().waitFor();
    await ann.getByRole('button', { name: 'Start the game' }).click();
    await Promise.all([ann, bob].map((page) => page.locator('.felt .card').first().waitFor()));
    const hand = (page) => page.evaluate(() => window.rulebookLink.snapshot().view.scene.zones.find((zone) => zone.owner === window.rulebookLink.snapshot().view.viewer.Seat && zone.cards.length).cards.map((card) => card.face.id));
    const [anns, bobs] = [await hand(ann), await hand(bob)];
    assert.equal(anns.length, bobs.length);
    const dealt = (page) => frames.get(page).join('\n');
    for (const id of anns) assert.ok(!dealt(bob).includes(`"${id}"`), `Bob was told of ${id}`);
    for (const id of bobs) assert.ok(!dealt(ann).includes(`"${id}"`), `Ann was told of ${id}`);
    let cut = false;
    for (let count = 0; count < 30; count++) {
      const page = await Promise.race([ann, bob].map((page) => page.waitForFunction(() => document.querySelector('.outcome, .felt.active'), null, { timeout: 20_000 }).then(() => page)));
      if (await over(page)) break;
      if (count === 4) {
        cut = true;
        await bob.evaluate(() => window.rulebookLink.cut());
        await bob.locator('.lost').waitFor();
        await bob.locator('.lost').waitFor({ state: 'detached', timeout: 15_000 });
      }
      const shows = await page.evaluate(() => window.rulebookLink.snapshot().shows);
      if (!(await page.locator('.felt.active').count())) continue;
      await byList(page);
      await page.waitForFunction((shows) => window.rulebookLink.snapshot().shows > shows || document.querySelector('.outcome'), shows, { timeout: 10_000 });
    }
    assert.ok(cut);
    for (const [page, own] of [[ann, 0], [bob, 1]]) {
      for (const view of views(frames.get(page))) {
        const other = view.scene.zones.find((zone) => zone.id === `hand.${1 - own}`);
        assert.ok(other.cards.every((card) => !card.face), 'a card of the other hand was shown');
      }
    }
  }],
  ['everybody decides at once', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'goofspiel', { seats: 2 });
    await toTheEnd(page, byClick);
  }],
  ['a phone held upright', async ({ browser, base, pages }) => {
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
  ['a machine that fails is told of and can be asked again', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'tic-tac-toe');
    await turn(page);
    await page.evaluate(async () => {
      await window.rulebookLink.command({ kind: 'drive', seat: 0, driver: { kind: 'sponsored' } });
      await window.rulebookLink.command({ kind: 'fault', text: 'no answer from the model' });
    });
    await page.getByText('no answer from the model').waitFor();
    await page.locator('.banner.warn').first().waitFor();
    await page.getByRole('button', { name: 'Ask it again' }).click();
    await page.getByText('no answer from the model').waitFor({ state: 'detached' });
  }],
  ['promotion, melds, drops and the vocabulary of larger games', async ({ browser, base, pages }) => {
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
  ['axe finds nothing', async ({ browser, base, pages, axe }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/?test');
    await page.locator('.game').first().waitFor();
    await clean(page, axe, 'lobby');
    await page.getByRole('button', { name: 'Settings' }).click();
    await clean(page, axe, 'settings');
    await page.goto('/?test#/new/bridge');
    await page.locator('.prose h2').first().waitFor();
    await clean(page, axe, 'a new table');
    for (const game of ['hearts', 'trade-winds', 'crazyhouse', 'reversi']) {
      await open(page, game);
      await page.waitForFunction(() => document.querySelector('.felt.active, .round'), null, { timeout: 30_000 });
      await clean(page, axe, game);
    }
    await page.goto('/#/showcase');
    await page.locator('section[data-part="battlefield"] .card').first().waitFor();
    await clean(page, axe, 'showcase');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/?dark#/');
    await page.locator('.game').first().waitFor();
    await clean(page, axe, 'lobby in the dark');
    await open(page, 'tic-tac-toe');
    await toTheEnd(page, byClick);
    await clean(page, axe, 'the end, in the dark');
  }],
];
