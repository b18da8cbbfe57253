// Makes the pictures for the docs, light and dark, in docs/images: run `npm run pictures [NAME…]` in web/ after `cargo build`. It starts
// its own servers with temporary stores. It needs Chromium (the variable CHROMIUM can name another browser), and tmux for the terminal.
import { mkdirSync, writeFileSync } from 'node:fs';
import { browserPath, desk, launch, newPage, over, serve, table } from '../e2e/lib.mjs';
import { html, playedScreen } from './terminal.mjs';

/** Maximum size of a picture in bytes. */
const LARGEST = 150_000;
/** The quality of the pictures (WebP, all colours), from 0 to 1. */
const QUALITY = 0.92;

if (!browserPath()) throw new Error('there is no Chromium: install it, or set CHROMIUM');
const folder = new URL('../../docs/images/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

/** Waits until this page has a decision to make, or the match or hand is over. */
const asked = (page) => page.waitForFunction(() => document.querySelector('.outcome, .felt.active, .round button'), null, { timeout: 60_000 });

const lobby = async (page) => {
  await page.goto('/');
  await page.locator('.game').first().waitFor();
};

/** Opens a table with bots, and plays some moves: always the one in the middle of the legal moves. */
const playing = (game, seats, moves) => async (page) => {
  await table(page, { game, seats });
  for (let count = 0; count < moves; count++) {
    await asked(page);
    if (await over(page)) break;
    const round = page.locator('.round button');
    if (await round.count()) await round.click();
    else {
      const shows = await page.evaluate(async () => {
        const { view, shows } = window.rulebookLink.snapshot();
        if (!view?.ask) return shows - 1;
        const forward = view.ask.offers.filter(({ kind }) => kind !== 'putBack');
        await window.rulebookLink.answer(view.ask.number, [forward[Math.floor(forward.length / 2)].text]);
        return shows;
      });
      await page.waitForFunction((shows) => document.querySelector('.outcome, .round button') || window.rulebookLink.snapshot().shows > shows, shows, { timeout: 60_000 });
    }
  }
  await asked(page);
  const side = page.locator('.close-side');
  if ((page.viewportSize()?.width ?? 0) < 500 && (await side.count())) await side.click();
};

const atDesk = async (page) => {
  await page.goto('/');
  await page.locator('.felt.active').waitFor();
  await page.getByRole('tab', { name: /State/ }).click();
  await page.locator('.values tbody tr').first().waitFor();
};

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SCREENS = [
  ['lobby', WIDE, 'server', lobby],
  ['hearts', WIDE, 'server', playing('hearts', 4, 7)],
  ['chess', WIDE, 'server', playing('chess', 2, 5)],
  ['phone', PHONE, 'server', playing('crazy-eights', 4, 3)],
  ['dev', WIDE, 'desk', atDesk],
];

/** Writes a screenshot as WebP. The browser encodes it. */
async function write(name, page, png) {
  const webp = await page.evaluate(
    async ({ png, quality }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { png: png.toString('base64'), quality: QUALITY },
  );
  const bytes = Buffer.from(webp, 'base64');
  writeFileSync(`${folder}${name}.webp`, bytes);
  console.log(`${name}.webp: ${Math.round(bytes.length / 1000)} kB`);
  if (bytes.length > LARGEST) throw new Error(`larger than ${LARGEST} bytes`);
}

/** The table in a terminal. It has one picture, because the colours of a terminal do not follow the theme of a page. */
async function terminal(browser) {
  const screen = await playedScreen('chess --seed 7 --players human,easy', ['e2e4', 'g1f3', 'd2d4', 'b1c3'], { waits: 'Your turn' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.setContent(html(screen));
  await write('terminal', await context.newPage(), await page.locator('body').screenshot());
  await context.close();
}

const wanted = process.argv.slice(2);
const programs = { server: await serve(), desk: await desk() };
const browser = await launch();
let failed = false;
try {
  if (wanted.length === 0 || wanted.includes('terminal')) await terminal(browser);
  for (const [name, size, program, show] of SCREENS) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const theme of ['light', 'dark']) {
      const file = `${name}${theme === 'dark' ? '-dark' : ''}`;
      const page = await newPage(browser, programs[program].base, { ...size, settings: { theme, listMoves: false } });
      try {
        await show(page);
        // Move the mouse away, so that nothing is highlighted. Wait until fonts and pictures are loaded.
        await page.mouse.move(2, 2);
        await page.waitForLoadState('networkidle').catch(() => undefined);
        await page.waitForTimeout(800);
        const png = await page.screenshot();
        const encoder = await browser.newPage();
        await write(file, encoder, png);
        await encoder.close();
      } catch (error) {
        failed = true;
        console.error(`${file}: ${String(error).split('\n')[0]}`);
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await programs.server.stop();
  await programs.desk.stop();
}
if (failed) process.exit(1);
