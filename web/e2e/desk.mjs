// Tests of the designer's panel beside the table (`rulebook dev`).
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { desk as begin, newPage } from './lib.mjs';
import { clean } from './tests.mjs';

const tab = (page, name) => page.getByRole('tab', { name }).click();

/** Runs a test with its own `rulebook dev`. */
const at = (test) => async (all) => {
  const desk = await begin();
  try {
    const page = await newPage(all.browser, desk.base);
    all.pages.push(page);
    await page.goto('/');
    await page.locator('.felt.active').waitFor();
    await test({ ...all, page, desk });
    // Close the page before the program stops. Otherwise the page reports that the program cannot be reached.
    await page.close();
  } finally {
    await desk.stop();
  }
};

const made = (page) => page.locator('.made li');

export const desk = [
  ['a designer plays, makes a mistake in the file, mends it, and continues the match', at(async ({ page, desk }) => {
    const hand = () => page.locator('[data-zone="hand.0"] .card').count();
    const before = await hand();
    assert.ok(before > 1, 'the player\'s own hand shows cards');
    await page.locator('.moves button').first().click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-zone="hand.0"] .card').length < count, before);
    await tab(page, /Log/);
    await made(page).nth(1).waitFor();
    const moves = await made(page).allTextContents();
    const text = readFileSync(desk.file, 'utf8');
    const wrong = text.replace('zones.discard', 'zones.discrad');
    assert.notEqual(wrong, text);
    writeFileSync(desk.file, wrong);
    // The message is beside the table. It shows the wrong line, with a mark below the mistake.
    await page.locator('.mistake.error .excerpt').first().waitFor();
    const excerpt = await page.locator('.mistake.error .excerpt').first().textContent();
    const [line, caret] = excerpt.split('\n');
    assert.ok(line.includes('discrad') && caret.includes('^'), excerpt);
    assert.ok(await page.locator('.playing.behind .felt').count(), 'the table stays, and says that it shows an older version of the file');
    const rows = await page.locator('.tab-list').evaluate((list) => new Set([...list.children].map((one) => one.offsetTop)).size);
    assert.equal(rows, 1, 'the sheets stay in one row beside the number of mistakes');
    writeFileSync(desk.file, text);
    await page.getByText('No problems.').waitFor();
    await page.keyboard.press('m');
    await page.locator('.moves button:focus').waitFor();
    await tab(page, /Log/);
    assert.deepEqual(await made(page).allTextContents(), moves, 'the deal and the moves are the same as before');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-zone="hand.0"] .card').length === count, before);
  })],
  ['a designer sees every hand, plays every seat and deals again', at(async ({ page }) => {
    await tab(page, /State/);
    await page.locator('.values tbody tr').first().waitFor();
    assert.ok((await page.locator('.zone-open .faces span').allTextContents()).every((face) => face !== '?'), 'all cards are open');
    assert.ok(await page.locator('.asked').count(), 'the question and the asked player are shown');
    const open = (zone) => {
      const labels = [...document.querySelectorAll(`[data-zone="${zone}"] .card`)].map((card) => card.getAttribute('aria-label') ?? card.querySelector('[aria-label]')?.getAttribute('aria-label') ?? '');
      return labels.length > 0 && labels.every((label) => label && !label.includes('face-down'));
    };
    assert.equal(await page.evaluate(open, 'hand.1'), false, 'the view of a seat is shown');
    await page.getByLabel('View as').selectOption('1');
    await page.waitForFunction(open, 'hand.1');
    await page.getByLabel('View as').selectOption('all');
    await page.waitForFunction(open, 'hand.0');
    await page.waitForFunction(open, 'hand.1');
    await page.getByLabel('Play all seats').check();
    await page.getByLabel('View as').selectOption('turn');
    await page.locator('.felt.active').waitFor();
    await tab(page, /Moves/);
    await page.locator('.moves button').first().click();
    // Now the other seat has to move, so its view is shown.
    await page.waitForFunction(() => document.querySelector('.seat.own')?.textContent?.includes('You') && document.querySelector('.seat[data-seat="1"]')?.classList.contains('own'));
    await page.getByLabel('Seed', { exact: true }).fill('77');
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.waitForFunction(() => document.querySelector('.seat[data-seat="0"]')?.classList.contains('own'));
    await tab(page, /Log/);
    assert.equal(await made(page).count(), 0);
  })],
  ['a designer simulates a thousand games and looks at the plots', at(async ({ page, axe }) => {
    await clean(page, axe, 'the desk');
    await tab(page, /State/);
    await page.locator('.values tbody tr').first().waitFor();
    await clean(page, axe, 'the whole state is listed');
    await tab(page, /Games/);
    await page.getByRole('button', { name: 'Play 1,000 games now' }).click();
    const report = page.frameLocator('iframe.report');
    await report.getByText('1,000 games with').waitFor({ timeout: 120_000 });
    await report.getByRole('heading', { name: 'Who wins' }).waitFor();
    assert.ok((await report.locator('figure svg').count()) >= 4, 'plots');
  })],
];
