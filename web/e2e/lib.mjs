// Shared by browser tests and screenshots: starts a server and Chromium, and plays on a page.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-color-profile=srgb'];

export const browserPath = () => [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));

export const launch = () => chromium.launch({ executablePath: browserPath(), args: FLAGS });

const root = new URL('../../', import.meta.url).pathname;

/** The path of the program under test. */
export function program() {
  const bin = process.env.RULEBOOK_BIN ?? ['target/debug/rulebook', 'target/release/rulebook'].map((path) => join(root, path)).find(existsSync);
  if (!bin) throw new Error('there is no rulebook to run: `cargo build` makes one');
  return bin;
}

/** Starts the program in a folder of its own, and waits until it prints its address. */
async function begin(args, folder, cwd) {
  const child = spawn(program(), args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const base = await new Promise((found, failed) => {
    const timer = setTimeout(() => failed(new Error('the server did not start')), 120_000);
    const read = (data) => {
      const hit = /(http:\/\/127\.0\.0\.1:\d+)/.exec(String(data));
      if (hit) {
        clearTimeout(timer);
        found(hit[1]);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return {
    base,
    folder,
    stop: async () => {
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ownFolder = () => mkdtempSync(join(tmpdir(), 'rulebook-e2e-'));

/** Starts a server on its own port, with an empty store. */
export async function serve() {
  if (process.env.BASE) return { base: process.env.BASE, stop: async () => {} };
  const folder = ownFolder();
  return begin(['serve', '--addr', '127.0.0.1:0', '--store', `sqlite:${join(folder, 'e2e.db')}`, '--rate', '1000', '--tables', '100000'], folder, root);
}

/** Creates a new game with `rulebook new`, and starts `rulebook dev` for it. */
export async function desk() {
  const folder = ownFolder();
  execFileSync(program(), ['new', 'gold-rush', '--family', 'cgml'], { cwd: folder });
  const made = await begin(['dev', join(folder, 'games/gold-rush'), '--addr', '127.0.0.1:0', '--seed', '1'], folder, folder);
  return { ...made, file: join(folder, 'games/gold-rush/game.cgml') };
}

/** Opens a page without animation. Errors on the page are collected. */
export async function newPage(browser, base, { width = 1280, height = 800, motion = 'reduce', settings = {}, pace = 'quick', ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: motion, locale: 'en-US', baseURL: base, ...more });
  await context.addInitScript((kept) => localStorage.getItem('rulebook:settings') ?? localStorage.setItem('rulebook:settings', JSON.stringify(kept)), { pace, listMoves: true, ...settings });
  // The time limit is generous for busy machines. A wait ends as soon as the element appears.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  return page;
}

/** Creates a table over HTTP with one player and bots. Stores its tokens in the browser, as the page does. */
export async function table(page, { game, seats = 2, me = 0, bot = 'random', options, terms, open = [], start = true }) {
  await page.goto('/');
  await page.evaluate(() => undefined);
  const match = await page.evaluate(
    async ({ game, seats, options, terms, me }) => {
      const post = async (path, body) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
      const opened = await post('/active-games', { game, seats, options: options ?? {}, terms: terms ?? {} });
      const sat = me === null ? null : await post(`/active-games/${opened.match}/seats`, { seat: me, name: 'Ann', token: opened.hostToken });
      const tokens = { host: opened.hostToken, invite: opened.inviteToken, watch: opened.watchToken, seats: sat ? { [me]: sat.token } : {} };
      localStorage.setItem(`rulebook:table:${opened.match}`, JSON.stringify(tokens));
      return opened.match;
    },
    { game, seats, options, terms, me },
  );
  await page.goto(`/#/t/${match}`);
  const start_ = page.getByRole('button', { name: 'Start game' });
  await start_.waitFor();
  for (let seat = 0; seat < seats; seat++) {
    if (seat === me || open.includes(seat)) continue;
    await page.locator('.waiting li').nth(seat).getByRole('button', { name: 'Add bot' }).click();
    await page.locator('.waiting li').nth(seat).getByRole('button', { name: 'Remove bot' }).waitFor();
  }
  void bot;
  if (start && open.length === 0) {
    await start_.click();
    await page.locator('.felt').waitFor();
  }
  return match;
}

export const over = (page) => page.locator('.outcome').isVisible();

/** Waits until the player of this page has to move, or the game is over. */
export async function turn(page, patience = 60_000) {
  await page.waitForFunction(() => document.querySelector('.outcome, .felt.active'), null, { timeout: patience });
  return !(await over(page));
}

/** Opens a sheet beside the table. Beside a board there is a column instead, so the sheets are in the menu "More". */
export async function openSheet(page, name) {
  if ((await page.locator('.side').count()) === 0) await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('tab', { name }).click();
}

/** Plays the move in the list whose index `choose` returns. */
export async function byList(page, choose = (count) => Math.floor(Math.random() * count)) {
  if ((await page.locator('.moves button').count()) === 0) {
    await openSheet(page, /Moves/);
  }
  const buttons = page.locator('.moves button');
  const count = await buttons.count();
  if (count === 0) return false;
  const before = await page.evaluate(() => document.querySelector('.felt')?.textContent);
  await buttons.nth(choose(count)).click();
  void before;
  return true;
}

/** The names of long tests begin with this word. They run only if a word of their name is given. */
export const LONG = 'long: ';
