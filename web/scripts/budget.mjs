// Packs the built files, and checks the size of the first load: scripts and styles of the lobby after gzip, and the Latin fonts. Pictures and
// the list of games are not included.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 250 * 1024;
const dist = new URL('../dist/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const wanted = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((found) => found[1]);
if (wanted.length === 0) throw new Error('the page loads nothing: is the build broken?');
const fonts = readdirSync(new URL('assets/', dist)).filter((name) => name.includes('-latin-wght-'));
if (fonts.length !== 2) throw new Error(`the page has ${fonts.length} Latin fonts instead of 2`);
wanted.push(...fonts.map((name) => `assets/${name}`));
for (const name of readdirSync(dist, { recursive: true }).map(String)) {
  if (!/\.(js|css|svg|html)$/.test(name)) continue;
  const bytes = readFileSync(new URL(name, dist));
  writeFileSync(new URL(`${name}.gz`, dist), gzipSync(bytes, { level: 9 }));
}
let total = 0;
for (const name of wanted) {
  const bytes = readFileSync(new URL(name, dist));
  const size = name.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  total += size;
  console.log(`${name}: ${(size / 1024).toFixed(1)} kB`);
}
const all = readdirSync(new URL('assets/', dist)).length;
console.log(`first load ${(total / 1024).toFixed(1)} kB of ${BUDGET / 1024} kB, ${all} files in assets`);
if (total > BUDGET) {
  console.error('over budget');
  process.exit(1);
}
