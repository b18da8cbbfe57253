// Tests of the playmat: rows, stacks, the zoom, attackers and blockers by click, stops, and fixed places.
import assert from 'node:assert/strict';
import { newPage, showcase } from './lib.mjs';
import { open } from './tests.mjs';

/** The scene that the page shows. */
const scene = (page) => page.evaluate(() => window.rulebookLink.snapshot().view.scene);

/** Waits for a decision of the player, or for the end. Returns whether the player has to decide. */
async function ready(page) {
  await page.waitForFunction(() => document.querySelector('.outcome, .felt.active'), null, { timeout: 90_000 });
  return (await page.locator('.outcome').count()) === 0;
}

/** Plays lands and spells, and else passes, until `stop` returns true. Returns whether it did. */
async function develop(page, most, stop) {
  for (let count = 0; count < most; count++) {
    if (!(await ready(page))) return false;
    if (await stop()) return true;
    const shows = await page.evaluate(() => window.rulebookLink.snapshot().shows);
    await page.evaluate(() => {
      const { view } = window.rulebookLink.snapshot();
      if (!view?.ask) return;
      const offers = view.ask.offers.filter(({ text }) => !/^(scoop|cancel|mulligan|pass this turn|skip combat|tap )/.test(text));
      const plays = offers.filter(({ text }) => /^(keep|play|cast|pay|yes)/.test(text));
      const from = plays.length > 0 ? plays : offers;
      return window.rulebookLink.answer(view.ask.number, [from[Math.floor(Math.random() * from.length)].text]);
    });
    await page.waitForFunction((shows) => document.querySelector('.outcome') || window.rulebookLink.snapshot().shows > shows, shows, { timeout: 60_000 });
  }
  return stop();
}

export const playmat = [
  ['a playmat has rows, stacked lands, life and phases, and nothing on it moves', async ({ browser, base, pages, axe }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await open(page, 'duel');
    await ready(page);
    const box = async (selector) => (await page.locator(selector).first().boundingBox());
    const names = ['.player-block.own', '.player-block:not(.own)', '[data-zone="battlefield.0"]', '[data-zone="battlefield.1"]', '.dock-place', '[data-zone="hand.0"]'];
    const before = await Promise.all(names.map(box));
    const stacked = await develop(page, 90, async () => (await page.locator('.own-side .stack-label').count()) > 0 && (await page.locator('.field .card.cropped').count()) > 3);
    assert.ok(stacked, 'equal lands lie on a stack');
    const after = await Promise.all(names.map(box));
    for (const [at, first] of before.entries()) assert.ok(Math.abs(first.x - after[at].x) <= 4 && Math.abs(first.y - after[at].y) <= 4, `${names[at]} moved`);
    assert.match(await page.locator('.player-block.own .life').innerText(), /^-?\d+/);
    assert.equal(await page.locator('.phase-strip li').count(), 9);
    assert.equal(await page.locator('.phase-strip li.on').count(), 1);
    // Costs and rules are drawn with signs, without braces.
    assert.equal(await page.locator('.mat .printed').getByText('{', { exact: false }).count(), 0);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
  }],
  ['the zoom of a card is readable', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await open(page, 'duel');
    await ready(page);
    await page.locator('[data-zone="hand.0"] .card:has(.rules-box)').first().hover();
    const look = page.locator('.look');
    await look.waitFor();
    const words = look.locator('.rules-box p').first();
    const { colour, size, back } = await words.evaluate((line) => {
      const style = getComputedStyle(line);
      const scale = line.closest('svg').getBoundingClientRect().width / 100;
      return { colour: style.color, back: style.backgroundColor, size: parseFloat(style.fontSize) * scale };
    });
    assert.equal(back, 'rgba(0, 0, 0, 0)', 'rules text has no plate of its own');
    assert.equal(colour, 'rgb(35, 32, 26)');
    assert.ok(size >= 10, `letters of ${size} px`);
    const box = await look.boundingBox();
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1440 && box.y + box.height <= 900, JSON.stringify(box));
  }],
  ['attackers are chosen by click in any order, can be taken back, and are drawn with arrows', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    // A quick deck soon has creatures.
    await open(page, 'duel', { options: { 'deck-1': 'emberhold' } });
    const asked = await develop(page, 260, async () => (await scene(page)).prompt === 'Choose attackers.');
    assert.ok(asked, 'the player could attack');
    const able = page.locator('.own-side .card.touchable');
    const last = able.last();
    await last.click({ position: { x: 20, y: 40 } });
    await page.locator('[data-arrow="plan"]').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Attack with 1' }).waitFor();
    await last.click({ position: { x: 20, y: 40 } });
    await page.getByRole('button', { name: 'No attack' }).waitFor();
    assert.equal(await page.locator('[data-arrow="plan"]').count(), 0, 'a pick can be taken back');
    const count = await able.count();
    for (let at = count - 1; at >= 0; at--) await able.nth(at).click({ position: { x: 20, y: 40 } });
    const before = await page.evaluate(() => window.rulebookLink.snapshot().shows);
    await page.getByRole('button', { name: `Attack with ${count}` }).click();
    await page.waitForFunction((shows) => document.querySelector('.outcome') || window.rulebookLink.snapshot().shows > shows, before, { timeout: 60_000 });
    assert.equal(await page.locator('.notice').filter({ hasText: /not|cannot/i }).count(), 0, 'the server took all attackers');
  }],
  ['a turned-off stop passes automatically', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    await open(page, 'duel');
    const main = async () => (await scene(page)).phase === 'main phase' && (await scene(page)).turn?.seat === 0;
    assert.ok(await develop(page, 60, main), 'the player had a main phase');
    const stop = page.locator('.phase-strip li.on button');
    assert.equal(await stop.getAttribute('aria-pressed'), 'true');
    await stop.click();
    await page.waitForFunction(() => window.rulebookLink.snapshot().view.scene.phase !== 'main phase', null, { timeout: 60_000 });
  }],
  ['a playmat shows attachments, counters by kind, copies, stolen cards, the stack and its targets', async ({ browser, base, pages, axe }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    const part = await showcase(page, 'battlefield');
    const mine = part.locator('[data-zone="field.0"]');
    // Bob's golem lies on the side of Ann, who controls it. The card names its owner.
    assert.match(await mine.locator('[data-key="113"] .card-tags').innerText(), /from Bob/);
    assert.deepEqual(await mine.locator('[data-key="113"] .counters i').allInnerTexts(), ['stun', 'charge ×3']);
    assert.match(await part.locator('[data-key="114"]').getAttribute('aria-label'), /copy, printed Mirror Spirit/);
    // The shield peeks out above the wall.
    const [wall, shield] = await Promise.all([101, 103].map((key) => mine.locator(`[data-key="${key}"]`).boundingBox()));
    assert.ok(shield.y < wall.y && shield.y + shield.height > wall.y, 'the shield lies under the wall');
    assert.equal(await mine.locator('.stack-label b').innerText(), '×3');
    assert.equal(await mine.locator('.ready-signs .mana-sign:not(.faint)').count(), 2);
    assert.equal(await part.locator('.stack-item').count(), 2);
    assert.equal(await part.locator('[data-arrow="target"]').count(), 2);
    assert.equal(await part.locator('[data-arrow="later"]').count(), 1);
    assert.equal(await part.locator('.player-block.own .life em').innerText(), '−5', 'the damage of both attackers is announced');
    assert.equal(await part.locator('.player-block.own .pool i.on').count(), 2);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run('section[data-part="battlefield"]', { resultTypes: ['violations'] }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
  }],
  ['a blocker and its attacker are two clicks, and all blocks are sent together', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 1440, height: 900 });
    pages.push(page);
    const part = await showcase(page, 'battlefield');
    const click = (key) => part.locator(`.field [data-key="${key}"] .card-hit`).click();
    await click(104);
    await part.getByRole('button', { name: 'Block with 1' }).waitFor();
    // The wall can block either attacker, so the player chooses one.
    await click(101);
    assert.equal(await part.locator('.aim-target').count(), 2);
    await click(111);
    assert.equal(await part.locator('[data-arrow="plan"]').count(), 2);
    await part.getByRole('button', { name: 'Block with 2' }).click();
    await part.locator('p.mono').getByText('wall blocks bear; knight blocks wolf; pass').waitFor();
  }],
  ['a pile opens as a sheet of cards', async ({ browser, base, pages }) => {
    const page = await newPage(browser, base, { width: 390, height: 844 });
    pages.push(page);
    const part = await showcase(page, 'battlefield');
    await part.getByRole('button', { name: /graveyard/i }).click();
    await page.locator('dialog .sheet-card').nth(1).waitFor();
    assert.equal(await page.locator('dialog .sheet-card').count(), 2);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog').count(), 0);
  }],
];
