// Every game of the shelf is finished by keyboard alone and by touch alone. A game that takes longer than `MOST` decisions is given up with the
// same means. These tests are long: `npm run e2e keyboard` and `npm run e2e touch` run them, and `GAMES=hearts,chess` limits them to these games.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { LONG, newPage, over } from './lib.mjs';
import { open } from './tests.mjs';

const listed = process.env.GAMES?.split(',');
const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'lib')
  .map(({ name }) => name)
  .filter((name) => !listed || listed.includes(name));
const unknown = listed?.filter((name) => !games.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`GAMES names no such game: ${unknown.join(', ')}`);

/** Number of decisions after which a player gives up. */
const MOST = Number(process.env.MOST ?? 40);
/** Number of gestures that may have no effect, for example because the table has changed meanwhile. */
const MISSES = 12;

const shows = (page) => page.evaluate(() => window.rulebookLink.snapshot().shows);

/** Waits until the player can decide, a deal is over, or the game is over. A tap on the felt would skip the animation; this waits for it. */
const ready = (page) => page.waitForFunction(() => document.querySelector('.outcome, .felt.active, .round button, .deal-summary button'), null, { timeout: 60_000 });

/** Waits until the table has changed. Returns whether it has. */
const changed = (page, before) =>
  page.waitForFunction((before) => document.querySelector('.outcome, .round button') || window.rulebookLink.snapshot().shows > before, before, { timeout: 3_000 }).then(() => true, () => false);

/** Presses Tab until the element that matches has the focus. */
async function reach(page, selector, words) {
  for (let count = 0; count < 250; count++) {
    const there = await page.evaluate(({ selector, words }) => document.activeElement?.matches(selector) && (!words || document.activeElement.textContent.includes(words)), { selector, words });
    if (there) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${selector} ${words ?? ''}`);
}

async function pressByKeys(page, selector, words) {
  await reach(page, selector, words);
  await page.keyboard.press('Enter');
}

/** The list of moves by keyboard: M opens it, arrow keys choose, Enter plays. */
const keyboard = {
  async decide(page) {
    await page.keyboard.press('m');
    // Another player may have dealt meanwhile, so that there is no decision now.
    if (!(await page.waitForFunction(() => document.activeElement?.closest('.moves'), null, { timeout: 3_000 }).catch(() => null))) return;
    // A move that takes a pick back would go round in circles.
    const at = await page.evaluate(() => {
      const { ask } = window.rulebookLink.snapshot().view;
      const forward = (ask?.offers ?? []).flatMap(({ kind }, n) => (kind === 'putBack' ? [] : [n])).filter((n) => n < 12);
      return forward.length > 0 ? forward[Math.floor(Math.random() * forward.length)] : 0;
    });
    for (let n = 0; n < at; n++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  },
  press: pressByKeys,
};

/**
 * Taps one of the visible elements that match, if possible where it is not covered: cards of a fan at their left edge. One look at the page finds
 * the point, so a tap takes two messages to the browser. Returns whether there was such an element.
 */
async function tap(page, selector, { any = false, words } = {}) {
  const point = await page.evaluate(
    ({ selector, any, words }) => {
      const all = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0 && (!words || one.textContent.includes(words)));
      const element = all[any ? Math.floor(Math.random() * all.length) : 0];
      if (!element) return null;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = element.getBoundingClientRect();
      const points = [[Math.min(9, box.width / 2), Math.min(14, box.height / 2)], [box.width / 2, box.height / 2], [box.width / 2, box.height - 6]].map(([x, y]) => ({ x: box.left + x, y: box.top + y }));
      return points.find(({ x, y }) => element.contains(document.elementFromPoint(x, y))) ?? points[0];
    },
    { selector, any, words },
  );
  if (!point) return false;
  await page.touchscreen.tap(point.x, point.y);
  return true;
}

const touch = {
  async decide(page) {
    const move = await page.evaluate(() => {
      const { ask } = window.rulebookLink.snapshot().view;
      if (!ask || !document.querySelector('.felt.active')) return null;
      const forward = ask.offers.filter(({ kind }) => kind !== 'putBack');
      const { gesture } = (forward.length > 0 ? forward : ask.offers)[Math.floor(Math.random() * (forward.length || ask.offers.length))];
      const square = (at) => `[data-square="${String.fromCharCode(97 + at.x)}${at.y + 1}"]`;
      // Equal pieces in hand are one button with all their keys.
      const key = (spot) => `[data-key="${spot.key}"], [data-keys~="${spot.key}"]`;
      switch (gesture.kind) {
        case 'squares': return [square(gesture.from), square(gesture.to)];
        case 'square': return [square(gesture.at)];
        case 'place': return [key(gesture.card), square(gesture.at)];
        case 'drag': return [...gesture.cards.map(key), `[data-zone="${gesture.to}"]`];
        case 'card': return [key(gesture.card)];
        case 'zone': return [`[data-zone="${gesture.zone}"]`];
        case 'seat': return [`[data-seat="${gesture.seat}"] .seat-hit, [data-seat="${gesture.seat}"] .seat-button`];
        // A button may be drawn as a pile, such as the stock for `draw`, or as a card of the hand, such as a rank.
        default: return ['.felt .action:not(:disabled), .felt .bid:not(:disabled), .felt .pile.clickable, .felt .card.touchable'];
      }
    });
    if (!move) return;
    const before = await shows(page);
    for (const [at, selector] of move.entries()) {
      if (at > 0 && (await shows(page)) > before) return;
      if (!(await tap(page, selector, { any: selector.startsWith('.felt') }))) return;
    }
    if ((await shows(page)) > before) return;
    await tap(page, '.pick');
    // A number or a set of cards is confirmed with a button.
    if ((await shows(page)) === before) await tap(page, '.felt .action.main:not(:disabled)');
  },
  async press(page, selector, words) {
    const end = Date.now() + (selector.startsWith('.round') ? 5_000 : 60_000);
    while (!(await tap(page, selector, { words }))) {
      if (Date.now() > end) throw new Error(`nothing to tap: ${selector} ${words ?? ''}`);
      await page.waitForTimeout(50);
    }
  },
};

/** Gives the game up: the button is beside a board, and else on the sheet of the table. */
async function giveUp(page, { press }) {
  const beside = page.locator('.felt button', { hasText: 'Resign' });
  if ((await beside.count()) === 0) {
    if ((await page.locator('.side').count()) === 0) await press(page, 'button', 'More');
    await page.locator('.side').waitFor();
    const sheet = page.getByRole('tab', { name: 'Info' });
    if (press === pressByKeys) {
      // The tabs are one stop of the keyboard. Arrow keys go from tab to tab.
      await reach(page, '[role=tab]');
      for (let count = 0; count < 5 && (await sheet.getAttribute('aria-selected')) !== 'true'; count++) await page.keyboard.press('ArrowRight');
    } else await press(page, '[role=tab]', 'Info');
  }
  await press(page, 'button', 'Resign');
  await press(page, 'button', 'Resign this game?');
  await page.locator('.outcome').waitFor();
}

async function finish(page, hand) {
  let misses = 0;
  for (let count = 0; count < MOST; count++) {
    await ready(page);
    if (await over(page)) return;
    const before = await shows(page);
    const button = await page.evaluate(() => ['.deal-summary button', '.round button'].find((selector) => document.querySelector(selector)) ?? null);
    // The button that deals disappears if another player deals first.
    if (button) await hand.press(page, button).catch((error) => { if (button !== '.round button') throw error; });
    else await hand.decide(page);
    if (!(await changed(page, before))) assert.ok(++misses < MISSES, 'gestures have no effect');
  }
  await ready(page);
  if (!(await over(page))) await giveUp(page, hand);
}

export const shelf = [['keyboard', keyboard, {}], ['touch', touch, { width: 390, height: 844, hasTouch: true, isMobile: true }]].flatMap(([means, hand, look]) =>
  games.map((game) => [
    `${LONG}${means} alone: ${game}`,
    async ({ browser, base, pages }) => {
      const page = await newPage(browser, base, look);
      pages.push(page);
      await open(page, game);
      await finish(page, hand);
      await page.locator('.outcome').waitFor();
    },
  ]),
);
