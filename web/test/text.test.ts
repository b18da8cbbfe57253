import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { de } from '../src/text/de';
import { en } from '../src/text/en';
import { bringTranslations, gameText } from '../src/text/game_words';

type Words = { [key: string]: Words | string | ((...args: never[]) => string) };

const inside = (words: Words): [string, Words[string]][] => Object.entries(words);
const isWords = (value: Words[string]): value is Words => typeof value === 'object';

/** Every path with the type of its value. */
function paths(words: Words, before = ''): string[] {
  return inside(words).flatMap(([key, value]) => (isWords(value) ? paths(value, `${before}${key}.`) : [`${before}${key}: ${typeof value}${typeof value === 'function' ? value.length : ''}`]));
}

it('every language has the same texts', () => {
  const [first, ...others] = [en, de].map((text) => paths(text as unknown as Words).sort());
  expect(first!.length).toBeGreaterThan(200);
  for (const other of others) expect(other).toEqual(first);
});

it('no sentence is the same in two languages', () => {
  const same = (a: Words, b: Words): string[] =>
    inside(a).flatMap(([key, value]) => (isWords(value) ? same(value, b[key] as Words).map((path) => `${key}.${path}`) : typeof value === 'string' && value === b[key] ? [`${key}: ${value}`] : []));
  const equal = same(en as unknown as Words, de as unknown as Words);
  // Words that are the same in both languages. A sentence is never one of them.
  expect(equal.filter((line) => line.split(': ')[1]!.split(' ').length > 2)).toEqual([]);
});

it('every text is used', () => {
  const root = new URL('../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true }).map(String).filter((name) => /\.tsx?$/.test(name) && !/^text[\\/]/.test(name) && name !== 'messages.ts');
  const source = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
  const used = (key: string) => new RegExp(`\\.${key}\\b|'${key}'`).test(source);
  // The server sends the keys of these tables as words. So the test checks only that each table is used.
  const keys = inside(en as unknown as Words).flatMap(([section, words]) => (isWords(words) ? inside(words).map(([key]) => [section, key] as const) : [['', section] as const]));
  expect(keys.filter(([, key]) => !used(key)).map((path) => path.join('.'))).toEqual([]);
});

it('a game brings translations in its own file, and they come first', () => {
  expect(gameText('Draw a card', de)).not.toBe('Nimm eine!');
  bringTranslations({ de: { 'draw a card': 'Nimm eine!' }, en: { stock: 'the well' } });
  expect(gameText('Draw a card', de)).toBe('Nimm eine!');
  expect(gameText('Stock', en)).toBe('the well');
  expect(gameText('Stock', de)).toBe('Stapel');
  bringTranslations();
  expect(gameText('Stock', en)).toBe('Stock');
});
