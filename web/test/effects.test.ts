import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('../src/', import.meta.url);

// React calls what an effect hands back when the effect ends. What the types call void need not be: newer browsers answer
// `scrollTo` with a promise, and a page that handed it back broke on the way out.
it('an effect hands back a function or nothing', () => {
  const files = readdirSync(src, { recursive: true }).map(String).filter((name) => /\.tsx?$/.test(name));
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(file, src), 'utf8');
    return [...text.matchAll(/use(?:Layout|Insertion)?Effect\(\s*\(\) => (?!\{|void |\(\) =>)[^\n]*/g)].map((hit) => `${file}: ${hit[0]}`);
  });
  expect(found).toEqual([]);
});
