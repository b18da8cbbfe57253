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
  if (!bin) throw new Error('the program `rulebook` is missing: build it with `cargo build`');
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
  page.base = base;
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  return page;
}

const tokensOf = (match, tokens) => [`rulebook:table:${match}`, JSON.stringify(tokens)];

/**
 * Creates a table over HTTP with one player and bots, loads its page and starts the match. Nothing is clicked, because this is much faster than
 * the form. With `open`, these seats stay open and the match does not start. Returns the id of the match.
 */
export async function table(page, { game, seats, me = 0, bot = 'random', options = {}, terms = {}, open = [], start = true }) {
  const send = async (path, body) => (await fetch(page.base + path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
  const { meta } = await send(`/games/${game}`);
  const count = seats ?? Math.max(meta.minPlayers, Math.min(2, meta.maxPlayers));
  const { match, hostToken, inviteToken, watchToken } = await send('/active-games', { game, seats: count, options, terms });
  const sat = me === null ? null : await send(`/active-games/${match}/seats`, { seat: me, name: 'Ann', token: hostToken });
  const kept = tokensOf(match, { host: hostToken, invite: inviteToken, watch: watchToken, seats: sat ? { [me]: sat.token } : {} });
  const keep = ([key, value]) => localStorage.setItem(key, value);
  // A page of this server keeps its storage. For a new page, the script runs before the page does.
  if (page.url().startsWith(page.base)) await page.evaluate(keep, kept);
  else await page.addInitScript(keep, kept);
  await page.goto(`/?test#/t/${match}`);
  const others = Array.from({ length: count }, (_, seat) => seat).filter((seat) => seat !== me && !open.includes(seat));
  await page.waitForFunction((match) => window.rulebookLink?.match === match && window.rulebookLink.snapshot().connected && window.rulebookLink.snapshot().status, match);
  await page.evaluate(
    async ({ others, bot, start }) => {
      for (const seat of others) await window.rulebookLink.command({ kind: 'drive', seat, driver: { kind: 'bot', spec: bot } });
      if (start) await window.rulebookLink.command({ kind: 'start' });
    },
    { others, bot, start: start && open.length === 0 },
  );
  if (start && open.length === 0) await page.locator('.felt').waitFor();
  else await page.getByRole('button', { name: 'Start game' }).waitFor();
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
  await buttons.nth(choose(count)).click();
  return true;
}

/** Opens one part of the showcase. A single part loads faster than the whole page. */
export async function showcase(page, part) {
  await page.goto(`/#/showcase/${part}`);
  const found = page.locator(`section[data-part="${part}"]`);
  await found.waitFor();
  return found;
}

/** The names of long tests begin with this word. They run only if a word of their name is given. */
export const LONG = 'long: ';
