// Tests of undo in a real browser.
import assert from 'node:assert/strict';
import { byList, newPage, turn } from './lib.mjs';
import { open } from './tests.mjs';

export const undo = [
  ['an answer from which nobody learnt anything can be undone', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    // A board always shows this button, and disables it while there is nothing to take back.
    const takeBack = page.getByRole('button', { name: 'Take back' });
    const canTakeBack = (can) => page.waitForFunction((can) => [...document.querySelectorAll('button')].some((one) => one.textContent.trim() === 'Take back' && one.disabled !== can), can);
    await open(page, 'breakthrough');
    await turn(page);
    await canTakeBack(false);
    await byList(page, () => 0);
    await canTakeBack(true);
    await turn(page);
    await takeBack.click();
    await canTakeBack(false);
    await open(page, 'whist');
    await turn(page);
    await byList(page, () => 0);
    await turn(page);
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'cards were shown');
  }],
  ['in a solo game, a move that revealed nothing can be undone; otherwise the button says why not', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    const undo = page.getByRole('button', { name: 'Undo' });
    const asked = (words) => page.locator('.prompt', { hasText: words }).waitFor();
    const move = (words) => page.locator('.moves button', { hasText: words });
    await open(page, 'klondike');
    await turn(page);
    await page.getByRole('tab', { name: /Moves/ }).click();
    assert.equal(await undo.count(), 0, 'nobody has answered yet');
    for (let count = 0; count < 24 && (await move(' from ').count()) === 0; count++) {
      await move('Turn').click();
      await page.waitForTimeout(250);
    }
    await move(' from ').first().click();
    await asked('Where to with');
    await undo.click();
    await asked('Move a card');
    await move('Turn').click();
    await page.waitForFunction(() => [...document.querySelectorAll('.tools .button')].some((one) => one.textContent === 'Undo' && one.getAttribute('aria-disabled') === 'true'));
    await undo.dispatchEvent('click');
    await page.locator('.notice', { hasText: 'You cannot undo' }).waitFor();
  }],
];
