// Browser tests of boards: the list of moves, arrows, premoves, and the lobby with unfinished games.
import assert from 'node:assert/strict';
import { newPage, showcase, table, turn } from './lib.mjs';

/** The middle of a square of a board. */
const middle = async (part, name) => {
  const box = await part.locator(`[data-square="${name}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Drags from one square to another with this mouse button. */
async function drag(page, part, from, to, button) {
  await page.mouse.move(...(await middle(part, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await middle(part, to)), { steps: 4 });
  await page.mouse.up({ button });
}

/** Opens the invented game of the showcase. */
async function invented(browser, base, pages, look = {}) {
  const page = await newPage(browser, base, { width: 1440, height: 900, ...look });
  pages.push(page);
  const part = await showcase(page, 'moves');
  await part.locator('.board').waitFor();
  return { page, part };
}

export const boards = [
  ['a move in the list shows the position after it, and arrow keys go through the moves', async ({ browser, base, pages }) => {
    const { page, part } = await invented(browser, base, pages);
    const current = part.locator('.move[aria-current="step"]');
    assert.equal(await current.textContent(), 'Nd3');
    await part.getByRole('button', { name: 'Nb3' }).click();
    await part.getByRole('button', { name: 'b3, white knight, last move' }).waitFor();
    await part.getByRole('button', { name: 'f6, black rook' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await part.getByRole('button', { name: 'f5, black rook, last move' }).waitFor();
    assert.equal(await current.textContent(), 'Rf5');
    await page.keyboard.press('Home');
    await part.getByRole('button', { name: 'a1, white knight' }).waitFor();
    assert.equal(await current.count(), 0, 'at the start no move is current');
    await page.keyboard.press('End');
    await part.getByRole('button', { name: 'd3, white knight, last move' }).waitFor();
    // A click on the board must not take the arrow keys away from the list.
    await part.locator('[data-square="a5"]').click();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await current.textContent(), 'Re5');
    const shaded = await part.locator('.square.last').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
    assert.ok(shaded.length === 2 && shaded.every((image) => image !== 'none'), 'the last move is highlighted');
    const list = await part.locator('.move-number').allTextContents();
    assert.deepEqual(list, ['1', '2', '3']);
    await part.getByText(/^away for \d/).waitFor();
  }],
  ['a list of moves is one stop of the Tab key, and arrow keys go through it', async ({ browser, base, pages }) => {
    const { part } = await invented(browser, base, pages);
    assert.equal(await part.locator('.move[tabindex="0"]').count(), 1);
    const page = await newPage(browser, base);
    pages.push(page);
    await table(page, { game: 'chess' });
    await turn(page);
    await page.keyboard.press('m');
    const focused = () => page.evaluate(() => [...document.querySelectorAll('.moves button')].indexOf(document.activeElement));
    await page.waitForFunction(() => document.activeElement?.closest('.moves'));
    assert.equal(await page.locator('.moves button[tabindex="0"]').count(), 1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 2);
    await page.keyboard.press('End');
    assert.equal(await focused(), 19);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), -1, 'one Tab leaves the list');
  }],
  ['the right mouse button draws arrows and circles, and a click erases them', async ({ browser, base, pages }) => {
    const { page, part } = await invented(browser, base, pages);
    await drag(page, part, 'a2', 'd5', 'right');
    await page.locator('g.drawn.green').waitFor({ state: 'attached' });
    await page.mouse.click(...(await middle(part, 'b2')), { button: 'right' });
    await page.locator('circle.drawn.green').waitFor({ state: 'attached' });
    await drag(page, part, 'a2', 'd5', 'right');
    await page.locator('g.drawn').waitFor({ state: 'detached' });
    await part.locator('[data-square="f1"]').click();
    assert.equal(await page.locator('.drawn').count(), 0);
  }],
  ['a premove is shown, by click and by drag, and Escape takes it back', async ({ browser, base, pages }) => {
    const { page, part } = await invented(browser, base, pages);
    await part.locator('[data-square="d3"]').click();
    await part.locator('[data-square="e5"]').click();
    const marked = () => part.locator('.square.premove').evaluateAll((all) => all.map((one) => one.dataset.square).sort());
    assert.deepEqual(await marked(), ['d3', 'e5']);
    await page.keyboard.press('Escape');
    assert.deepEqual(await marked(), []);
    await drag(page, part, 'd3', 'f4', 'left');
    assert.deepEqual(await marked(), ['d3', 'f4']);
    await part.locator('[data-square="a6"]').click();
    assert.deepEqual(await marked(), [], 'a click elsewhere cancels it');
    await drag(page, part, 'e5', 'f4', 'left');
    assert.deepEqual(await marked(), [], 'a piece of the other player cannot be premoved');
  }],
  ['the list of moves of a chess game shows earlier positions, also after a reload', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await table(page, { game: 'chess' });
    await turn(page);
    await page.locator('[data-square="g1"]').click();
    await page.locator('[data-square="f3"]').click();
    await page.getByRole('button', { name: 'Nf3', exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('button.move').length === 2);
    await turn(page);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'g1, white knight' }).waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.getByRole('button', { name: 'f3, white knight' }).waitFor();
    // After a reload, the page shows the list again.
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('button.move').length === 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(() => document.querySelectorAll('button.move').length === 0);
  }],
  ['a winning line is marked before the result is shown', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { motion: 'no-preference' });
    pages.push(page);
    await table(page, { game: 'connect-four' });
    const free = (column) => page.evaluate((column) => [1, 2, 3, 4, 5, 6].map((row) => `${column}${row}`).find((name) => document.querySelector(`[data-square="${name}"].target, [data-square="${name}"].source`)) ?? null, column);
    for (let move = 0; move < 21 && (await page.locator('.square.line').count()) === 0; move++) {
      await page.waitForFunction(() => document.querySelector('.outcome, .felt.active, .square.line'), null, { timeout: 60_000 });
      if (await page.locator('.square.line, .outcome').count()) break;
      let square = null;
      for (const column of 'abcdefg') square ??= await free(column);
      const shows = await page.evaluate(() => window.rulebookLink.snapshot().shows);
      await page.locator(`[data-square="${square}"]`).click();
      await page.waitForFunction((shows) => document.querySelector('.outcome, .square.line') || window.rulebookLink.snapshot().shows > shows, shows);
    }
    await page.locator('.square.line').first().waitFor({ timeout: 30_000 });
    assert.ok((await page.locator('.square.line').count()) >= 4);
    assert.equal(await page.locator('.outcome').count(), 0, 'the line comes before the result');
    await page.locator('.outcome').waitFor();
  }],
  ['the lobby shows all unfinished games, also private ones, and finds games by their other names', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await page.goto('/');
    const play = page.getByRole('button', { name: /^Play now/ }).first();
    const box = await play.boundingBox();
    assert.ok(box.y + box.height < 900, 'the first button is above the fold');
    await page.getByLabel('Search games').fill('solitaire');
    await page.getByRole('button', { name: 'Play now: Klondike' }).waitFor();
    await page.getByLabel('Search games').fill('checkers');
    await page.getByRole('button', { name: 'Play now: Draughts' }).waitFor();
    const match = await table(page, { game: 'hearts', seats: 4, terms: { private: true } });
    await page.evaluate((match) => localStorage.setItem('rulebook:tables', JSON.stringify([match])), match);
    await turn(page);
    await page.goto('/#/');
    await page.getByRole('heading', { name: 'Continue' }).waitFor();
    const link = page.locator('.continued');
    assert.equal(await link.count(), 1);
    await link.getByText('Your turn').waitFor();
    await link.click();
    await page.locator('.felt').waitFor();
    assert.match(await page.title(), /^● Your turn · Hearts/);
  }],
  ['hints and bots are refused in a timed game between people', async ({ browser, base, pages }) => {
    const ann = await newPage(browser, base);
    pages.push(ann);
    const match = await table(ann, { game: 'chess', open: [1], start: false, terms: { clock: { gameMs: 600_000 } } });
    const bob = await newPage(browser, base);
    pages.push(bob);
    await bob.goto(`/#/t/${match}`);
    await bob.getByRole('button', { name: 'Take seat' }).first().click();
    await ann.getByRole('button', { name: 'Start game' }).click();
    await turn(ann);
    assert.equal(await ann.getByRole('button', { name: 'Hint' }).count(), 0);
    const asked = await ann.evaluate(async (match) => {
      const token = JSON.parse(localStorage.getItem(`rulebook:table:${match}`)).seats[0];
      const answer = await fetch(`/active-games/${match}/hint`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      return [answer.status, (await answer.json()).code];
    }, match);
    assert.equal(asked[1], 'not-allowed', `the server answers ${asked}`);
    ann.faults.length = 0;
    // The clocks of both players are beside the board. A player who closes the page is shown as away.
    assert.equal(await ann.locator('.big-clock').count(), 2);
    await bob.goto('about:blank');
    await ann.getByText(/away for 0:0/).waitFor();
    // An empty page has no storage, so the script that stores the settings would fail there.
    bob.faults.length = 0;
    await bob.goto(`/#/t/${match}`);
    await ann.getByText(/away for/).waitFor({ state: 'detached' });
  }],
];
