// Tests of the card table: fixed places, moves by clicking cards and piles, and bugs that must not
// come back.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { LONG, newPage, showcase } from './lib.mjs';
import { open } from './tests.mjs';

/** Answers the open decision with a random move that does not take a pick back. */
const answer = (page) =>
  page.evaluate(() => {
    const { view } = window.rulebookLink.snapshot();
    if (!view?.ask) return false;
    const forward = view.ask.offers.filter(({ kind }) => kind !== 'putBack');
    const offers = forward.length > 0 ? forward : view.ask.offers;
    return window.rulebookLink.answer(view.ask.number, [offers[Math.floor(Math.random() * offers.length)].text]);
  });

/** Plays random moves until `stop` returns true, or the game is over. */
async function playOn(page, most, stop = async () => false) {
  for (let count = 0; count < most; count++) {
    await page.waitForFunction(() => {
      const found = document.querySelector('.outcome, .felt.active, .round button');
      if (!found) document.querySelector('.felt')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return found;
    }, null, { timeout: 60_000 });
    if (await stop()) return true;
    if (await page.locator('.outcome').count()) return false;
    const shows = await page.evaluate(() => window.rulebookLink.snapshot().shows);
    if (await page.locator('.round button').count()) await page.locator('.round button').click().catch(() => undefined);
    else await answer(page);
    await page.waitForFunction((shows) => document.querySelector('.outcome, .round button') || window.rulebookLink.snapshot().shows > shows, shows, { timeout: 60_000 });
  }
  return stop();
}

/** All games of the shelf. */
const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'lib')
  .map(({ name }) => name);

/** Watches the boxes of zones, seats, board, dock and prompt, and keeps the largest shift of each. */
const watchBoxes = (page) =>
  page.evaluate(() => {
    window.firstBoxes = {};
    window.shifts = {};
    const look = () => {
      if (!document.querySelector('.felt.active, .round button')) return;
      const felt = document.querySelector('.felt').getBoundingClientRect();
      for (const element of document.querySelectorAll('[data-zone], .plate, .player-block, .board-player, .board-frame, .board-column, .dock-place, .mat-prompt')) {
        const name = element.dataset.zone ?? (element.dataset.seat !== undefined ? `seat ${element.dataset.seat}` : element.className);
        const box = element.getBoundingClientRect();
        const now = [box.left - felt.left, box.top - felt.top, felt.width, felt.height];
        const first = (window.firstBoxes[name] ??= now);
        const shift = Math.max(...now.map((value, at) => Math.abs(value - first[at])));
        if (shift > (window.shifts[name] ?? 0)) window.shifts[name] = shift;
      }
    };
    new MutationObserver(look).observe(document.querySelector('#main'), { subtree: true, childList: true, attributes: true });
    look();
  });

/** One game of each kind of card table. They are played in every run; all other games only if the word `moves` is given. */
const usual = ['hearts', 'canasta', 'klondike', 'gin-rummy', 'bridge', 'crazy-eights'];
const others = games.filter((name) => !usual.includes(name));
/** Games that are played in one test. Each test stays short enough for a busy machine. */
const inGroups = (names, size) => Array.from({ length: Math.ceil(names.length / size) }, (_, n) => names.slice(n * size, n * size + size));
const groups = [...inGroups(usual, 3).map((group) => ['', group]), ...inGroups(others, 4).map((group) => [LONG, group])];

export const cards = [
  ...groups.map(([long, group], nth) => [
    `${long}nothing moves on a table, ${nth + 1}: ${group.join(', ')}`,
    async ({ browser, base, pages }) => {
      for (const [at, game] of group.entries()) {
        const page = await newPage(browser, base, at % 3 === 2 ? { width: 390, height: 844 } : { width: 1440, height: 900 });
        pages.push(page);
        await open(page, game);
        await page.waitForFunction(() => document.querySelector('.felt.active, .round button'), null, { timeout: 60_000 });
        if (await page.locator('.close-side').count()) await page.locator('.close-side').click();
        await watchBoxes(page);
        await playOn(page, long ? 10 : 7);
        const moved = await page.evaluate(() => Object.entries(window.shifts).filter(([, shift]) => shift > 4));
        assert.deepEqual(moved, [], `${game}: these moved`);
        await page.context().close();
      }
    },
  ]),
  ['the stock is a button, and a hand without a playable card is dim', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    const part = await showcase(page, 'draw');
    assert.equal(await part.locator('[data-zone="hand.0"] .touchable').count(), 0);
    const filter = await part.locator('[data-zone="hand.0"] .card .art').first().evaluate((art) => getComputedStyle(art).filter);
    assert.notEqual(filter, 'none', 'cards that cannot be played are dim');
    assert.equal(await part.locator('[data-zone="stock"].clickable').count(), 1, 'the stock looks like a button');
    await part.locator('[data-zone="stock"]').click();
    await part.locator('p.mono').getByText('draw').waitFor();
    // No other button makes the same move.
    assert.equal(await part.locator('.dock .action').count(), 0);
  }],
  ['suits are four signs in two colours, and bids are a box', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    const suits = await showcase(page, 'suits');
    const colour = (name) => suits.getByRole('button', { name, exact: true }).locator('.suit-sign').evaluate((sign) => getComputedStyle(sign).color);
    assert.notEqual(await colour('hearts'), await colour('spades'));
    await suits.getByRole('button', { name: 'hearts', exact: true }).click();
    await suits.locator('p.mono').getByText('hearts').waitFor();
    const bids = await showcase(page, 'bids');
    assert.equal(await bids.locator('.bid').count(), 35);
    assert.equal(await bids.locator('.bid:not(:disabled)').count(), 27, 'only higher bids can be made, and the box keeps its shape');
    assert.equal(await bids.locator('.auction tbody tr').count(), 2);
    await bids.getByRole('button', { name: '4 spades', exact: true }).click();
    await bids.locator('p.mono').getByText('4 ♠').waitFor();
  }],
  ['a double click in a patience is one move, and no error', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'klondike');
    const notices = [];
    await page.exposeFunction('noticed', (words) => notices.push(words));
    await page.evaluate(() => new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => node.classList?.contains('notice') && window.noticed(node.textContent)))).observe(document.body, { subtree: true, childList: true }));
    for (let count = 0; count < 6; count++) {
      await page.waitForFunction(() => document.querySelector('.outcome, .felt.active'), null, { timeout: 60_000 });
      const card = page.locator('.felt.active .card.touchable').last();
      if (!(await card.count())) break;
      await card.dblclick({ position: { x: 12, y: 12 }, force: true }).catch(() => undefined);
      await page.waitForTimeout(250);
      const stock = page.locator('[data-zone="stock"].clickable');
      if (await stock.count()) await stock.dblclick({ position: { x: 12, y: 12 } }).catch(() => undefined);
      await page.waitForTimeout(250);
    }
    assert.deepEqual(notices.filter((words) => /no longer possible|not open/i.test(words)), []);
    await page.locator('.progress').waitFor();
  }],
  ['a deal ends with a summary, and the announcements of the deal disappear', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await open(page, 'hearts');
    const seen = async () => (await page.locator('.deal-summary').count()) > 0;
    assert.ok(await playOn(page, 60, seen), 'the summary appeared');
    assert.equal(await page.locator('.deal-summary tbody tr').count(), 4);
    const points = await page.locator('.deal-summary td:not(.total)').allTextContents();
    assert.ok([26, 78].includes(points.reduce((sum, one) => sum + Number(one), 0)), `the points of a deal: ${points}`);
    assert.equal(await page.locator('.caption').getByText('Hearts are broken').count(), 0);
    await page.locator('.deal-summary').getByRole('button', { name: 'Continue' }).click();
    assert.equal(await page.locator('.deal-summary').count(), 0);
  }],
  ['the last trick stays in view', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await open(page, 'whist');
    const last = page.locator('.last-trick');
    assert.ok(await playOn(page, 8, async () => (await last.count()) > 0), 'a trick was won');
    assert.equal(await last.locator('.trick-face').count(), 4);
    assert.equal(await last.locator('.won').count(), 1);
    // After the first trick, the page knows how tricks are won.
    const winning = page.locator('.form-slot .card.marked, .form-trick .card.marked');
    assert.ok(await playOn(page, 16, async () => (await winning.count()) > 0), 'the winning card was marked');
    assert.equal(await winning.count(), 1);
  }],
  ['on a phone, neither plates nor announcements cover the trick', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 390, height: 844 });
    pages.push(page);
    await open(page, 'spades');
    let seen = 0;
    const covered = () =>
      page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const cards = boxes('.form-slot .card');
        const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
        return { cards: cards.length, covered: boxes('.plate, .mat-caption, .mat-prompt .prompt').filter((box) => cards.some((card) => meet(box, card))).length };
      });
    await playOn(page, 12, async () => {
      const found = await covered();
      assert.equal(found.covered, 0, 'a card of the trick is covered');
      if (found.cards > 2) seen++;
      return seen > 1;
    });
    assert.ok(seen > 0, 'a trick was seen');
  }],
  ['names of areas cover no card, and plates of many players hold their words', async ({ browser, base, pages }) => {
    for (const look of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const page = await newPage(browser, base, look);
      pages.push(page);
      await open(page, 'canasta', { seats: 4 });
      const names = () =>
        page.evaluate(() => {
          const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
          const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
          const cards = boxes('.mat-pile.form-column .card, .mat-pile.form-row .card');
          return { areas: boxes('.mat-area').length, cards: cards.length, covered: boxes('.mat-area > span').filter((name) => cards.some((card) => meet(name, card))).length };
        });
      let laid = 0;
      await playOn(page, 8, async () => {
        const found = await names();
        assert.equal(found.areas, 2);
        assert.equal(found.covered, 0);
        laid = Math.max(laid, found.cards);
        return laid > 3;
      });
    }
    const page = await newPage(browser, base, { width: 390, height: 844 });
    pages.push(page);
    await open(page, 'president', { seats: 5 });
    await page.locator('.felt.active').waitFor();
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('.plate')].flatMap((plate) => {
        const box = plate.getBoundingClientRect();
        return [...plate.querySelectorAll('.avatar, b, .seat-chip')].map((part) => part.getBoundingClientRect()).filter((part) => part.top < box.top - 1 || part.bottom > box.bottom + 1 || part.left < box.left - 1 || part.right > box.right + 1);
      }).length,
    );
    assert.equal(outside, 0);
  }],
  ['a hand of cards with text scrolls on a phone, and its cards stay readable', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 390, height: 844, hasTouch: true, isMobile: true });
    pages.push(page);
    await open(page, 'duel');
    const hand = page.locator('.hand-scroll');
    await hand.waitFor();
    const [room, whole] = await hand.evaluate((box) => [box.clientWidth, box.scrollWidth]);
    assert.ok(whole > room + 100, `${whole} > ${room}`);
    assert.ok((await hand.locator('.card').first().boundingBox()).width >= 95);
  }],
  ['the record of a game with a stock lists the cards that players took and discarded', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await open(page, 'gin-rummy');
    const rows = page.locator('.turn-record tbody tr');
    assert.ok(await playOn(page, 14, async () => (await rows.count()) > 1), 'two turns were recorded');
    assert.match(await rows.first().innerText(), /(10|[2-9JQKA])[♣♦♥♠]/);
    // A discard that can be taken looks like a button and says what a click does.
    const taking = page.locator('[data-zone="discard"].open-top');
    assert.ok(await playOn(page, 8, async () => (await taking.count()) > 0), 'the discard could be taken');
    assert.match(await taking.locator('.zone-name').innerText(), /^Take /);
    // No tab of the panel lies under the button that closes it.
    const last = await page.locator('.tab-list').boundingBox();
    assert.ok(last.x + last.width <= (await page.locator('.close-side').boundingBox()).x + 1);
  }],
  ['the player\'s own hand shows no card back', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { motion: 'no-preference' });
    pages.push(page);
    await open(page, 'hearts');
    await page.evaluate(() => {
      window.flashes = 0;
      const look = () => {
        for (const card of document.querySelectorAll('[data-zone="hand.0"] .card')) {
          const name = card.getAttribute('aria-label') ?? card.querySelector('.card-hit')?.getAttribute('aria-label');
          if (name === 'face-down card') window.flashes++;
        }
      };
      new MutationObserver(look).observe(document.querySelector('#main'), { subtree: true, childList: true, attributes: true });
    });
    await playOn(page, 8);
    assert.equal(await page.evaluate(() => window.flashes), 0);
  }],
  ['a red button stays readable under the pointer', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/');
    await page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), { className: 'button danger', textContent: 'Resign', id: 'danger' });
      document.querySelector('main').prepend(button);
    });
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator('#danger').hover();
      await page.waitForTimeout(300);
      const contrast = await page.locator('#danger').evaluate((button) => {
        const canvas = document.createElement('canvas').getContext('2d');
        const light = (colour) => {
          canvas.fillStyle = '#000';
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const style = getComputedStyle(button);
        const [a, b] = [light(style.color), light(style.backgroundColor)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      });
      assert.ok(contrast >= 4.5, `${theme}: ${contrast}`);
    }
  }],
  ['a player who resigned is not labelled with the level of a bot', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await open(page, 'hearts', { openSeat: 2 });
    // A second person sits down, so that the match continues after the first player resigns.
    const match = page.url().split('/').pop();
    const token = await page.evaluate(async (match) => {
      const { host } = JSON.parse(localStorage.getItem(`rulebook:table:${match}`));
      const answer = await fetch(`/active-games/${match}/seats`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ seat: 2, name: 'Ben', token: host }) });
      return (await answer.json()).token;
    }, match);
    assert.ok(token, 'Ben has sat down');
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.locator('.felt').waitFor();
    await page.getByRole('tab', { name: 'Info' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign this game?' }).click();
    const plate = page.locator('.plate[data-seat="0"]');
    await plate.getByText('resigned').waitFor();
    assert.doesNotMatch(await plate.innerText(), /easy|medium|hard|random/i);
    assert.equal(await plate.locator('.avatar svg').count(), 0, 'no sign of a machine');
  }],
];
