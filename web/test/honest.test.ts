import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../games/', import.meta.url);
const src = new URL('../src/', import.meta.url);

/** Words of all tables that are also names of games: suits, pieces, and families of games. */
const WORDS = new Set(['cannon', 'hearts', 'spades', 'duck', 'rummy', 'duel']);

const files = readdirSync(src, { recursive: true }).map(String).filter((name) => /\.(tsx?|css)$/.test(name));

// clause: Cards 0-3
it('the source of the web table contains no name of a game', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'lib');
  const names = folders.flatMap((folder) => {
    const meta = JSON.parse(readFileSync(new URL(`${folder.name}/meta.json`, root), 'utf8')) as { gameName: string };
    return [folder.name, meta.gameName.toLowerCase()];
  });
  expect(names.length).toBeGreaterThan(40);
  const wanted = [...new Set(names)].filter((name) => !WORDS.has(name));
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(file, src), 'utf8').toLowerCase();
    return wanted.filter((name) => new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(text)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

// React takes the return value of an effect for its cleanup function, and newer browsers return promises from
// scrolling.
it('no effect returns the result of a browser function', () => {
  const bare = /use(?:Layout)?Effect\(\(\) => (?!\{|void |\(\) =>|set[A-Z])/;
  expect(files.filter((file) => bare.test(readFileSync(new URL(file, src), 'utf8')))).toEqual([]);
});
