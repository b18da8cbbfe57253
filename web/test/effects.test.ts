import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('../src/', import.meta.url);

// React calls the return value of an effect when the effect ends. A function typed as void may still return a value:
// newer browsers return a promise from `scrollTo`. A page that returned it from an effect crashed when it closed.
it('an effect returns a cleanup function or nothing', () => {
  const files = readdirSync(src, { recursive: true }).map(String).filter((name) => /\.tsx?$/.test(name));
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(file, src), 'utf8');
    return [...text.matchAll(/use(?:Layout|Insertion)?Effect\(\s*\(\) => (?!\{|void |\(\) =>)[^\n]*/g)].map((hit) => `${file}: ${hit[0]}`);
  });
  expect(found).toEqual([]);
});
