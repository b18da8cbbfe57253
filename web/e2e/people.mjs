// Browser tests of what happens between people: turn alerts, premoves, players who are away, and a page without a connection.
import assert from 'node:assert/strict';
import { newPage, table, turn } from './lib.mjs';

/** Ann and Bob at a running game, in two browsers. `look` belongs to the page of Ann. */
async function couple(browser, base, pages, { game, terms = {}, look = {}, before = async () => undefined }) {
  const [ann, bob] = [await newPage(browser, base, look), await newPage(browser, base)];
  pages.push(ann, bob);
  await before(ann);
  const match = await table(ann, { game, seats: 2, open: [1], start: false, terms });
  await bob.goto(`/?test#/t/${match}`);
  await bob.getByLabel('Your name').fill('Bob');
  await bob.getByRole('button', { name: 'Take seat' }).first().click();
  await ann.getByRole('button', { name: 'Start game' }).click();
  for (const page of [ann, bob]) await page.locator('.felt').waitFor();
  return { ann, bob, match };
}

const move = async (page, from, to) => {
  await page.locator(`[data-square="${from}"]`).click();
  await page.locator(`[data-square="${to}"]`).click();
};

export const people = [
  ['a hidden page tells the player about the turn: a notification, the title and the icon', async ({ browser, base, pages }) => {
    // The page of Ann is hidden, and the browser would show notifications.
    const before = (page) =>
      page.addInitScript(() => {
        window.alerts = [];
        window.Notification = class {
          static permission = 'granted';
          constructor(title, { body }) {
            window.alerts.push(`${title}: ${body}`);
          }
          close() {}
        };
        Object.defineProperty(document, 'hidden', { get: () => window.isHidden ?? false });
      });
    const { ann, bob } = await couple(browser, base, pages, { game: 'chess', look: { settings: { alerts: true } }, before });
    await turn(ann);
    assert.match(await ann.title(), /^● Your turn · Chess/);
    await move(ann, 'e2', 'e4');
    await turn(bob);
    assert.equal(await ann.title(), 'Chess · Rulebook');
    assert.match(await ann.locator('link[rel="icon"]').getAttribute('href'), /icon\.svg$/);
    await ann.evaluate(() => (window.isHidden = true));
    await move(bob, 'e7', 'e5');
    await ann.waitForFunction(() => window.alerts.length > 0);
    assert.deepEqual(await ann.evaluate(() => window.alerts), ['Chess: Your turn']);
    assert.match(await ann.title(), /^● Your turn/);
    assert.match(await ann.locator('link[rel="icon"]').getAttribute('href'), /icon-turn\.svg$/);
  }],
  ['a premove is played when it is the turn, and dropped if it is not legal', async ({ browser, base, pages }) => {
    const { ann, bob } = await couple(browser, base, pages, { game: 'chess' });
    await move(ann, 'e2', 'e4');
    await turn(bob);
    await move(ann, 'e4', 'd5');
    assert.equal(await ann.locator('.square.premove').count(), 2);
    await move(bob, 'd7', 'd5');
    await ann.getByRole('button', { name: 'exd5', exact: true }).waitFor();
    await turn(bob);
    await move(ann, 'd5', 'd6');
    await move(bob, 'd8', 'd6');
    await turn(ann);
    await ann.waitForFunction(() => document.querySelectorAll('button.move').length === 4);
    assert.equal(await ann.locator('.square.premove').count(), 0);
    await ann.getByRole('button', { name: 'd6, black queen, last move' }).waitFor();
  }],
  ['a player who is away for a minute is named, and the others can pause the game', async ({ browser, base, pages }) => {
    const { ann, bob, match } = await couple(browser, base, pages, {
      game: 'breakthrough',
      before: (page) => page.addInitScript(() => {
        const now = Date.now;
        Date.now = () => now() + (window.ahead ?? 0);
      }),
    });
    await bob.goto('about:blank');
    await ann.getByText(/away for 0:/).waitFor();
    // The clock of this page goes ahead, so that nobody waits for a minute.
    await ann.evaluate(() => (window.ahead = 70_000));
    const banner = ann.locator('.banner', { hasText: 'Bob' });
    await banner.getByRole('button', { name: 'Pause' }).click();
    await ann.getByText('The game is paused').waitFor();
    bob.faults.length = 0;
    await bob.goto(`/?test#/t/${match}`);
    await bob.getByText('The game is paused').waitFor();
    await bob.getByRole('button', { name: 'Resume' }).click();
    await ann.getByText('The game is paused').waitFor({ state: 'detached' });
    await ann.getByText(/away for/).waitFor({ state: 'detached' });
  }],
  ['the app can be installed, and says that it is offline', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    await page.goto('/');
    const manifest = await (await fetch(new URL(await page.locator('link[rel="manifest"]').getAttribute('href'), base))).json();
    assert.deepEqual([manifest.display, manifest.icons.length > 0], ['standalone', true]);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await caches.match('/offline.html')) !== undefined);
    await page.context().setOffline(true);
    await page.goto('/?again');
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    page.faults.length = 0;
    await page.context().setOffline(false);
    await page.goto('/');
    await page.locator('.game').first().waitFor();
  }],
  ['the rules of a game are German on a German page', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { settings: { language: 'de' } });
    pages.push(page);
    await page.goto('/#/new/chess');
    await page.locator('.prose').getByRole('heading', { name: 'Schach' }).waitFor();
    await page.locator('.prose').getByText('Setz den gegnerischen König matt').waitFor();
  }],
];
