// Takes a picture of every screen and puts it into web/shots: `cargo xtask shots`, or `npm run shots [NAME…]`.
import { mkdirSync } from 'node:fs';
import { browserPath, byList, launch, newPage, over, serve, table } from './lib.mjs';

if (!browserPath()) {
  console.log('screenshots LEFT OUT: there is no Chromium');
  process.exit(0);
}
const folder = new URL('../shots/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
const wanted = process.argv.slice(2);

const playing = (game, seats, moves, look = {}) => [
  `${game}${look.width < 500 ? '-phone' : ''}${look.settings?.theme === 'dark' ? '-dark' : ''}`,
  look,
  async (page) => {
    await table(page, { game, seats });
    for (let count = 0; count < moves; count++) {
      await page.waitForFunction(() => document.querySelector('.outcome, .felt.active, .round button'), null, { timeout: 40_000 });
      if (await over(page)) break;
      const round = page.locator('.round button');
      if (await round.count()) await round.click();
      else await byList(page);
      await page.waitForTimeout(120);
    }
    await page.waitForFunction(() => document.querySelector('.outcome, .felt.active, .round button'), null, { timeout: 40_000 });
    if (look.width < 500 && (await page.locator('.close-side').count())) await page.locator('.close-side').click();
  },
];
const phone = { width: 390, height: 844 };
const dark = { settings: { theme: 'dark' } };

const screens = [
  ['lobby', { height: 1100 }, async (page) => { await page.goto('/'); await page.locator('.game').first().waitFor(); await page.waitForTimeout(1200); }],
  ['lobby-dark', { ...dark, height: 1100 }, async (page) => { await page.goto('/'); await page.locator('.game').first().waitFor(); await page.waitForTimeout(1200); }],
  ['lobby-phone', phone, async (page) => { await page.goto('/'); await page.locator('.game').first().waitFor(); await page.waitForTimeout(900); }],
  ['create', {}, async (page) => { await page.goto('/#/new/bridge'); await page.locator('.prose').waitFor(); }],
  ['settings', {}, async (page) => { await page.goto('/'); await page.getByRole('button', { name: 'Settings' }).click(); }],
  ['wait', {}, async (page) => { await table(page, { game: 'hearts', seats: 4, open: [2, 3], start: false }); }],
  ['showcase', { height: 2900 }, async (page) => { await page.goto('/#/showcase'); await page.locator('.card').first().waitFor(); }],
  playing('duel', 2, 34, { width: 1440, height: 900 }),
  playing('duel', 2, 20, { ...phone, ...dark }),
  playing('trade-winds', 4, 4, phone),
  playing('goofspiel', 4, 4, phone),
  playing('bridge', 4, 9, phone),
  playing('klondike', 1, 6, { ...phone, ...dark }),
  playing('crazy-eights', 4, 3),
  playing('crazy-eights', 4, 3, phone),
  playing('chess', 2, 5),
  playing('chess', 2, 5, { ...phone, ...dark }),
  playing('canasta', 4, 8, { width: 1440, height: 900 }),
  playing('bridge', 4, 9, dark),
  playing('casino', 3, 4),
  playing('klondike', 1, 6),
  playing('trade-winds', 3, 5),
  playing('shogi', 2, 8),
  playing('xiangqi', 2, 4),
  playing('crazyhouse', 2, 12),
  playing('draughts', 2, 4),
  playing('connect-four', 2, 4),
  playing('reversi', 2, 5, dark),
  playing('four-player-chess', 4, 3),
  playing('gin-rummy', 2, 5, { settings: { felt: 'wine', back: 'red', suits: 'four' } }),
  playing('goofspiel', 3, 5, { settings: { felt: 'blue', language: 'en', deck: 'clear' } }),
  playing('tic-tac-toe', 2, 9),
  playing('hearts', 4, 4, phone),
];
for (const [name, look, show] of screens) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const page = await newPage(browser, server.base, look);
  try {
    await show(page);
    // Move the mouse away, so that nothing is highlighted.
    await page.mouse.move(2, 2);
    await page.waitForTimeout(350);
  } catch (error) {
    console.log(`${name}: ${String(error).split('\n')[0]}`);
  }
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`${name}.png`);
  await page.context().close();
}
await browser.close();
await server.stop();
