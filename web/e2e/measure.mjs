// Measures the time until the first table appears, and the frames per second while two packs of cards move. Run `npm run measure` on an
// idle machine. Chromium draws without a graphics card here, so real browsers are faster.
import { browserPath, launch, newPage, serve, table } from './lib.mjs';

if (!browserPath()) {
  console.log('nothing was measured, because Chromium is missing');
  process.exit(0);
}
const server = await serve();
const browser = await launch();

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

// Open a running table in a new browser. The time ends when the first card is drawn.
const host = await newPage(browser, server.base);
const match = await table(host, { game: 'hearts', seats: 4 });
const times = [];
for (let count = 0; count < 5; count++) {
  const page = await newPage(browser, server.base);
  await page.goto(`/#/t/${match}`, { waitUntil: 'commit' });
  times.push(
    await page.evaluate(
      () =>
        new Promise((done) => {
          const look = () => (document.querySelector('.felt .card') ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look));
          look();
        }),
    ),
  );
  await page.context().close();
}
console.log(`first table: ${middle(times).toFixed(0)} ms (middle of ${times.map((time) => time.toFixed(0)).join(', ')})`);

// Move 104 cards for a second, and measure the time of every frame.
const page = await newPage(browser, server.base, { motion: 'no-preference', height: 900 });
await page.goto('/#/showcase');
const part = page.locator('section[data-part="packs"]');
await part.scrollIntoViewIfNeeded();
await part.locator('.card').nth(103).waitFor();
const rates = [];
for (let count = 0; count < 5; count++) {
  const frames = await page.evaluate(
    () =>
      new Promise((done) => {
        const stamps = [];
        document.querySelector('section[data-part="packs"] button').click();
        const tick = (now) => {
          stamps.push(now);
          if (now - stamps[0] < 1000) requestAnimationFrame(tick);
          else done(stamps);
        };
        requestAnimationFrame(tick);
      }),
  );
  const gaps = frames.slice(1).map((stamp, at) => stamp - frames[at]);
  rates.push((1000 * gaps.length) / (frames.at(-1) - frames[0]));
  await page.waitForTimeout(300);
}
const moving = await part.locator('.card').count();
console.log(`${moving} cards moving: ${middle(rates).toFixed(1)} frames per second (middle of ${rates.map((rate) => rate.toFixed(1)).join(', ')})`);
await browser.close();
await server.stop();
