// Tests of table codes in a real browser.
import assert from 'node:assert/strict';
import { newPage, table } from './lib.mjs';
import { open } from './tests.mjs';

const FORM = /^[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}$/;

/** Types a code into the lobby and submits it. */
async function type(page, words) {
  // On a page of this server, do not load the page again.
  if (!page.url().startsWith(page.base)) await page.goto('/?test');
  else await page.evaluate(() => (location.hash = '#/'));
  await page.getByLabel('Join with a code').fill(words);
}

const enter = (page) => page.getByRole('button', { name: 'Join', exact: true });

/** Checks that an unknown code shows a message. The browser itself also logs the refused request. This is not a failure. */
async function findsNothing(page, words) {
  await type(page, words);
  await enter(page).click();
  await page.locator('.notice', { hasText: 'No open table has that code.' }).waitFor();
  assert.ok(page.faults.every((fault) => fault.includes('404')), page.faults.join(' | '));
  page.faults.length = 0;
}

export const codes = [
  ['a friend joins by typing the code of the table', async ({ browser, base, pages }) => {
    const [ann, bob] = [await newPage(browser, base), await newPage(browser, base)];
    pages.push(ann, bob);
    await open(ann, 'tic-tac-toe', { openSeat: 1 });
    const field = ann.locator('.copy', { hasText: 'Table code' });
    await field.locator('input').waitFor();
    const code = await field.locator('input').inputValue();
    assert.match(code, FORM);
    await field.getByRole('button', { name: 'Copy' }).click();
    await field.getByRole('button', { name: 'Copied' }).waitFor();
    await type(bob, code.toLowerCase().replace('-', ' '));
    await enter(bob).click();
    await bob.getByLabel('Your name').fill('Bob');
    await bob.getByRole('button', { name: 'Take seat' }).click();
    await ann.getByText('Bob').first().waitFor();
    const told = await bob.locator('.copy', { hasText: 'Table code' }).locator('input').inputValue();
    assert.equal(told, code, 'a player at the table sees its code');
    await ann.getByRole('button', { name: 'Start game' }).click();
    await Promise.all([ann, bob].map((page) => page.locator('.felt').waitFor()));
  }],
  ['an unknown code shows a message, and a private table has no code', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base);
    pages.push(page);
    for (const none of ['', 'KQ7-3F', 'KQ7-3F0', 'KQ7-3FMX']) {
      await type(page, none);
      assert.ok(await enter(page).isDisabled(), none);
    }
    await open(page, 'tic-tac-toe', { openSeat: 1 });
    const input = page.locator('.copy', { hasText: 'Table code' }).locator('input');
    await input.waitFor();
    const code = await input.inputValue();
    await page.evaluate(() => window.rulebookLink.command({ kind: 'close', reason: 'it rains' }));
    await page.getByRole('heading', { name: 'Table closed' }).waitFor();
    await findsNothing(page, code);
    await table(page, { game: 'tic-tac-toe', terms: { private: true }, open: [1] });
    await page.locator('.copy', { hasText: 'Invite link' }).waitFor();
    assert.equal(await page.locator('.copy', { hasText: 'Table code' }).count(), 0);
  }],
];
