import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CardFace } from '../src/art/CardArt';
import { placeOutline, suitOutline } from '../src/art/suit_outlines';
import { TextContext } from '../src/text';
import { de } from '../src/text/de';
import { bringTranslations } from '../src/text/game_words';

describe('signs', () => {
  test('have the given position and size', () => {
    expect(placeOutline('M0 0C100 0 100 100 50 50h-50z', { x: 10, y: 20, size: 10 })).toBe('M5 15C15 15 15 25 10 20h-5z');
  });
  test('can be upside down', () => {
    expect(placeOutline('M0 0H100a20 10 0 0 1 10 5z', { x: 10, y: 20, size: 10, down: true })).toBe('M15 25H5a2 1 0 0 1 -1 -0.5z');
  });
  test('are parsed from numbers without separators', () => {
    expect(placeOutline('M50 50c.6 10.500-4-17.500 0 0', { x: 50, y: 50, size: 100 })).toBe('M50 50c0.6 10.5 -4 -17.5 0 0');
  });
  test('of one suit form one outline', () => {
    expect(suitOutline('H', [{ x: 0, y: 0, size: 10 }, { x: 50, y: 50, size: 10 }]).match(/M/g)).toHaveLength(2);
  });
});

// A hundred moving cards are rendered at once, so each must be cheap to lay out.
test('a card has few elements', () => {
  for (const id of ['10H', 'KS', 'AS', '2C']) {
    const face = { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) };
    for (const clear of [true, false]) expect(renderToStaticMarkup(createElement(CardFace, { face, clear })).match(/<[a-z]/g)!.length, id).toBeLessThanOrEqual(8);
  }
});

test('a lone number is printed large, and its name below it', () => {
  const drawn = (face: object) => renderToStaticMarkup(createElement(CardFace, { face: face as Parameters<typeof CardFace>[0]['face'], clear: false }));
  expect(drawn({ id: '7', name: '7', text: [['number', '7']] })).toMatch(/class="numeral">7</);
  expect(drawn({ id: '7', name: '7', text: [['number', '7']] })).not.toContain('numeral-name');
  expect(drawn({ id: 'Shell', name: 'Shell', text: [['coins', '1']] })).toMatch(/class="numeral-name">coins</);
  expect(drawn({ id: 'Pilot', name: 'Pilot', text: [['coins', '1'], ['draws', '1']] })).not.toContain('numeral');
});

test('a card is drawn in the language of the page, with the picture of its English words', () => {
  bringTranslations({ de: { 'Night Bear': 'Nachtbär', Flying: 'Fliegend', 'Creature — Bear': 'Kreatur — Bär' } });
  const face = { id: 'b', name: 'Night Bear', text: [['type', 'Creature — Bear'], ['text', 'Flying\nReach'], ['size', '2/2']] as [string, string][] };
  const english = renderToStaticMarkup(createElement(CardFace, { face, clear: false }));
  const german = renderToStaticMarkup(createElement(TextContext, { value: de }, createElement(CardFace, { face, clear: false })));
  bringTranslations();
  for (const words of ['Nachtbär', 'Kreatur — Bär', 'Fliegend', 'Reichweite', '2/2']) expect(german).toContain(words);
  expect(english).toContain('Night Bear');
  const figure = (drawn: string) => /<g class="figure">.*?<\/g>/s.exec(drawn)?.[0];
  expect(figure(german)).toBe(figure(english));
});
