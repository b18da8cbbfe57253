// Runs the tests in a real browser, against a real server. `npm run e2e [NAME…]` runs the tests whose names contain one of the words.
// Without words, it runs all tests but the long ones. `SLICE=2/8` runs every eighth of the chosen tests, from the second one on. The tests of
// all games take a list of games: `GAMES=hearts,chess npm run e2e keyboard touch`.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { LONG, browserPath, launch, serve } from './lib.mjs';
import { boards } from './boards.mjs';
import { cards } from './cards.mjs';
import { codes } from './codes.mjs';
import { people } from './people.mjs';
import { playmat } from './playmat.mjs';
import { shelf } from './shelf.mjs';
import { desk } from './desk.mjs';
import { tests } from './tests.mjs';
import { undo } from './undo.mjs';

if (!browserPath()) {
  console.log('browser tests LEFT OUT: there is no Chromium (Debian: apt-get install chromium; or set CHROMIUM)');
  process.exit(0);
}
const wanted = process.argv.slice(2);
const [slice, slices] = (process.env.SLICE ?? '1/1').split('/').map(Number);
if (!(slice >= 1 && slice <= slices)) throw new Error(`SLICE is ${process.env.SLICE}, and must be a number such as 2/8`);
const chosen = [...tests, ...boards, ...cards, ...people, ...playmat, ...undo, ...codes, ...desk, ...shelf].filter(([name]) =>
  wanted.length === 0 ? !name.startsWith(LONG) : wanted.some((word) => name.includes(word)),
).filter((_, at) => at % slices === slice - 1);
const LIMIT = 240_000;
/** Number of tests that run at the same time. */
const LANES = Number(process.env.LANES ?? 3);
const server = await serve();
const browser = await launch();
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const failed = [];
/** Tests that failed at first and passed on the second try. */
const unsteady = [];
const begun = Date.now();
const waiting = [...chosen];

/** Runs a test. If it fails, runs it once more and reports this, because the browser may have crashed or the machine may be busy. */
async function one(name, test, again = false) {
  const start = Date.now();
  const pages = [];
  let timer;
  const late = new Promise((_, no) => {
    timer = setTimeout(() => no(new Error(`took longer than ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    await Promise.race([test({ browser, base: server.base, pages, axe }), late]);
    const faults = pages.flatMap((page) => page.faults ?? []);
    if (faults.length > 0) throw new Error(`errors on the page: ${faults.slice(0, 3).join(' | ')}`);
    if (again) unsteady.push(name);
    console.log(`ok   ${name}  ${((Date.now() - start) / 1000).toFixed(1)} s${again ? '  AT THE SECOND TRY' : ''}`);
  } catch (error) {
    if (!again) {
      console.log(`AGAIN ${name}  ${((Date.now() - start) / 1000).toFixed(1)} s\n     ${words(error)}`);
      for (const page of pages) await page.context().close().catch(() => undefined);
      return await one(name, test, true);
    }
    failed.push(name);
    console.log(`FAIL ${name}  ${((Date.now() - start) / 1000).toFixed(1)} s\n     ${words(error)}`);
    for (const [at, page] of pages.entries()) await page.screenshot({ path: `${tmpdir()}/rulebook-e2e-${name.replace(/\W+/g, '-')}-${at}.png` }).catch(() => undefined);
  } finally {
    clearTimeout(timer);
    for (const page of pages) await page.context().close().catch(() => undefined);
  }
}

const words = (error) => String(error.stack ?? error).split('\n').slice(0, 8).join('\n     ');

/** Runs tests one after the other. Several such lanes run at the same time, because tests mostly wait. */
async function lane() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await one(...next);
}
await Promise.all(Array.from({ length: LANES }, lane));
await browser.close();
await server.stop();
console.log(`${chosen.length - failed.length} of ${chosen.length} browser tests passed, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
if (unsteady.length > 0) console.log(`UNSTEADY, passed only at the second try, look into them: ${unsteady.join('; ')}`);
process.exit(failed.length > 0 || chosen.length === 0 ? 1 : 0);
