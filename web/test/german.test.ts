import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { withNames } from '../src/logic/phrases';
import type { SeatInfo } from '../src/messages';
import { de } from '../src/text/de';
import { bringTranslations, cardText, gameText, translatedMeta, translatedPage } from '../src/text/game_words';
import type { GameMeta, GamePage } from '../src/net/api';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
/** Words that no German sentence contains. If one is left over, only a part of the sentence has been translated. */
const ENGLISH = /(?<![\p{L}])(?:the|you|your|card|cards|with|and|or|of|from|is|no)(?![\p{L}])/u;
const isGerman = (words: string): boolean => gameText(words, de) !== words && !ENGLISH.test(gameText(words, de));

function bring(game: string): void {
  const path = `games/${game}/meta.json`;
  bringTranslations(existsSync(new URL(path, root)) ? (JSON.parse(read(path)) as { translations?: Record<string, Record<string, string>> }).translations : {});
}

afterEach(() => bringTranslations());

/** The texts of a rules file after `prompt:` and `text:`, quoted or plain, on a line of their own or in braces. */
function texts(file: string): string[] {
  const quoted = [...file.matchAll(/\b(?:prompt|text): (?:"([^"]*)"|'([^']*)')/g)].map((found) => found[1] ?? found[2]!);
  const lines = [...file.matchAll(/^\s*(?:- )?(?:prompt|text): ([^"'{\n#]+)$/gm)].map((found) => found[1]!.trim());
  const inBraces = [...file.matchAll(/[{,] (?:prompt|text): ([^"'{},\n]+)(?=[,}])/g)].map((found) => found[1]!.trim());
  return [...quoted, ...lines, ...inBraces].filter((words) => !words.includes('{if '));
}

/** The text with samples instead of its values: each value is a seat, a card, a suit or a number. */
function filled(words: string): string[] {
  const at = words.search(/\{[^{}]*\}/);
  return at < 0 ? [words] : ['seat 2', '7♥', 'hearts', '4'].flatMap((value) => filled(words.replace(/\{[^{}]*\}/, value)));
}

it('every prompt and announcement of a game is German', () => {
  const games = readdirSync(new URL('games/', root)).filter((game) => existsSync(new URL(`games/${game}/game.cgml`, root)));
  let count = 0;
  const english = games.flatMap((game) => {
    bring(game);
    const all = texts(read(`games/${game}/game.cgml`)).filter((words) => /[a-z]{3}/.test(words.replaceAll(/\{[^{}]*\}/g, '')));
    count += all.length;
    return all.filter((words) => !filled(words).some(isGerman)).map((words) => `${game}: ${words}`);
  });
  expect(count).toBeGreaterThan(50);
  expect(english).toEqual([]);
});

it('every refusal of a game in Rust without values is German', () => {
  const modules = readdirSync(new URL('crates/natives/src/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'module');
  let count = 0;
  const english = modules.flatMap(({ name }) => {
    bring(name.replaceAll('_', '-'));
    const files = readdirSync(new URL(`crates/natives/src/${name}/`, root)).filter((file) => file.endsWith('.rs'));
    const refusals = files.flatMap((file) => [...read(`crates/natives/src/${name}/${file}`).matchAll(/(?:\bno|Illegal::new|IllegalReason::Said)\(\s*"([^"{]+)"/g)].map((found) => found[1]!));
    count += refusals.length;
    return refusals.filter((words) => !isGerman(words)).map((words) => `${name}: ${words}`);
  });
  expect(count).toBeGreaterThan(100);
  expect(english).toEqual([]);
});

it('the results of board games and duels are German', () => {
  const reasons = (path: string) => [...read(path).matchAll(/Reason::\w+ => "([^"]+)"/g)].map((found) => found[1]!);
  const all = [...reasons('crates/boards/src/play/end.rs'), ...reasons('crates/mtg/src/rules/mod.rs')];
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((words) => !isGerman(words))).toEqual([]);
});

it('the questions of duels are German', () => {
  const questions = [...read('crates/mtg/src/rules/scene.rs').matchAll(/Question::\w+[^=\n]*=> "([^"]+)"/g)].map((found) => found[1]!);
  expect(questions.length).toBeGreaterThan(20);
  expect(questions.filter((words) => !isGerman(words))).toEqual([]);
});

it('the reasons why a piece cannot move are German', () => {
  const names: Record<string, string> = { piece: 'knight', whose: 'white', start: 'g1', end: 'e4', square: 'e4', more: ', …', because: 'you are in check: ', what: 'piece' };
  const formats = [...read('crates/boards/src/illegal_reasons.rs').matchAll(/format!\("([^"]+)"/g)].map((found) => found[1]!);
  const sentences = formats.map((format) => format.replace(/\{(\w*)\}/g, (_, name: string) => names[name] ?? 'a knight').replace('own a knight', 'own knight').replace('to a knight, …', 'to f3, h3, …'));
  expect(sentences.length).toBeGreaterThan(8);
  expect(sentences.filter((words) => !isGerman(words))).toEqual([]);
  expect(gameText('you are in check, and the knight on g1 cannot stop it', de)).toBe('Du stehst im Schach. Springer auf g1 kann es nicht abwehren');
});

it('sentences with values are German, with the names of players', () => {
  const seats = [{ owner: 'Ann', driver: { kind: 'person' } }, { owner: 'Ben', driver: { kind: 'person' } }] as SeatInfo[];
  const said = (words: string, own: number | null = 0) => withNames(words, seats, own, de);
  expect(said('the six of hearts does not beat the ace of spades')).toBe('Herz-Sechs schlägt Pik-Ass nicht');
  expect(said('seat 2 takes the seven of clubs from the discard pile')).toBe('Ben nimmt Kreuz-Sieben von der Ablage');
  expect(said("seat 1's side gets 120 and has 300")).toBe('Die Seite von dir bekommt 120 und hat 300');
  expect(said('seats 1 and 2 win the rubber: 700', null)).toBe('Ann und Ben gewinnen den Rubber: 700 Punkte');
  expect(said('the game is over: the position was repeated')).toBe('Spiel beendet: Die Stellung hat sich wiederholt');
  expect(said('1 NT doubled by seat 2')).toBe('1 NT kontriert von Ben');
  expect(said('lay the two of clubs, the three of clubs and the four of clubs')).not.toMatch(ENGLISH);
  expect(said('Meld what you like, then discard. Your first meld counts 40 of 90.')).toBe('Melde, was du willst, und leg dann ab. Deine erste Meldung zählt 40 von 90.');
});

it('the sentence about every game is German, and its English name is still found', () => {
  const games = readdirSync(new URL('games/', root)).filter((game) => existsSync(new URL(`games/${game}/meta.json`, root)));
  const metas = games.map((game) => JSON.parse(read(`games/${game}/meta.json`)) as GameMeta);
  expect(metas.length).toBeGreaterThan(70);
  expect(metas.filter((meta) => translatedMeta(meta, de).description === meta.description).map(({ rulesId }) => rulesId)).toEqual([]);
  const chess = metas.find(({ rulesId }) => rulesId === 'chess')!;
  expect(translatedMeta(chess, de)).toMatchObject({ gameName: 'Schach', aliases: expect.arrayContaining(['chess']) });
});

it('the rules of a game are shown in the language of the page', () => {
  const page = { meta: { gameName: 'Chess', rulesTexts: { de: '# Schach' } }, rules: '# Chess' } as unknown as GamePage;
  expect(translatedPage(page, de).rules).toBe('# Schach');
  expect(translatedPage({ ...page, meta: { ...page.meta, rulesTexts: {} } }, de).rules).toBe('# Chess');
});

it('every card of the duel is German: its name, its type and each line of its text', () => {
  bring('duel');
  // The same words in both languages.
  const same = ['Land', 'Echo {1}{R}'];
  const cards = JSON.parse(read('games/duel/cards.json')) as { name: string; type_line: string; oracle_text: string }[];
  const said = cards.flatMap(({ type_line, oracle_text }) => [type_line, ...oracle_text.split('\n')]).filter((words) => /[a-z]{3}/.test(words) && !same.includes(words));
  expect(said.length).toBeGreaterThan(300);
  expect([...new Set(said)].filter((words) => cardText(words, de) === words)).toEqual([]);
  expect(cards.filter(({ name }) => cardText(name, de) === name).map(({ name }) => name)).toEqual([]);
});

it('the moves of duels are German, with the names of their cards', () => {
  bring('duel');
  for (const [english, german] of [
    ['cast Cinder Lance', 'Zunderlanze wirken'],
    ['cast Dirge for the Fallen with flashback', 'Klagelied für die Gefallenen wirken (mit Rückblende)'],
    ['tap Forest #3', 'Wald #3 tappen'],
    ['use Wandering Crossroads ability 2', 'Wandernder Kreuzweg benutzen (Fähigkeit 2)'],
    ['block Thicket Boar with Mossgarth Elf', 'Dickicht-Eber mit Elf von Mossgarth blocken'],
    ['Cinder Lance deals 2 damage to Thicket Boar', 'Zunderlanze: 2 Schaden an Dickicht-Eber'],
    ['p2 casts Spark Peddler', 'p2 wirkt Funkenkrämer'],
    ['p2 gets a Treasure token', 'p2 bekommt einen Spielstein: Schatz'],
  ]) expect(gameText(english!, de)).toBe(german);
});

it('the names of cards in rules files are German', () => {
  // The same word in both languages.
  const same = ['Rose', 'Wild'];
  const games = readdirSync(new URL('games/', root)).filter((game) => existsSync(new URL(`games/${game}/game.cgml`, root)));
  const english = games.flatMap((game) => {
    bring(game);
    const names = [...read(`games/${game}/game.cgml`).matchAll(/properties: \{ name: (\w+)/g)].map((found) => found[1]!);
    const suits = [...read(`games/${game}/game.cgml`).matchAll(/suit: \[(\w{2,}(?:, \w{2,})*)\]/g)].flatMap((found) => found[1]!.split(', '));
    return [...names, ...suits].filter((name) => !same.includes(name) && cardText(name, de) === name).map((name) => `${game}: ${name}`);
  });
  expect(english).toEqual([]);
});
