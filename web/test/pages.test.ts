import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SeatInfo, Status } from '../src/messages';
import type { TableLink } from '../src/net/table_link';
import { en } from '../src/text/en';
import { LoadError } from '../src/ui/Page';
import { Captured } from '../src/ui/Captured';
import { Outcome } from '../src/ui/Outcome';
import { ReplayPage } from '../src/ui/ReplayPage';
import { Moves, SidePanel } from '../src/ui/SidePanel';

const seats = [{ driver: { kind: 'person' }, name: 'Ann' }, { driver: { kind: 'bot', spec: 'medium' }, name: 'bot 2' }] as unknown as SeatInfo[];

it('a result has the colours of the sides', () => {
  const status = { seats, outcome: { places: [2, 1] }, offers: [], terms: {} } as unknown as Status;
  const drawn = (sides: string[]) => renderToStaticMarkup(createElement(Outcome, { link: { match: 'm' } as TableLink, status, own: 0, sides, command: () => Promise.resolve(true), close: () => undefined }));
  expect(drawn(['red', 'blue'])).toMatch(/dot side-blue.*dot side-red/);
  expect(drawn([])).toMatch(/dot seat-1.*dot seat-0/);
});

it('only a game with a deal offers the fairness check and a replay of the deal', () => {
  const status = { seats, outcome: { places: [2, 1] }, offers: [], terms: {}, commitment: '', secret: '00', key: '00', entropy: [] } as unknown as Status;
  const drawn = (dealt: boolean) => renderToStaticMarkup(createElement(Outcome, { link: { match: 'm' } as TableLink, status, own: 0, sides: [], command: () => Promise.resolve(true), close: () => undefined, dealt }));
  for (const words of [en.over.fair, en.over.practice]) {
    expect(drawn(true)).toContain(words);
    expect(drawn(false)).not.toContain(words);
  }
  expect(drawn(false)).toContain(en.over.rematch);
  // The log of the match is available in both cases.
  for (const dealt of [true, false]) expect(drawn(dealt).split(en.over.download)).toHaveLength(2);
});

it('the empty replay page says what can be opened', () => {
  expect(renderToStaticMarkup(createElement(ReplayPage, { match: null, at: 0, as: 'spectator' }))).toContain(en.replay.empty);
});

it('says why there are no moves', () => {
  const moves = (idle?: string) => renderToStaticMarkup(createElement(Moves, { offers: [], active: false, play: () => undefined, point: () => undefined, say: (words: string) => words, idle }));
  expect(moves()).toContain(en.table.noMoves);
  expect(moves(en.table.watching)).toContain(en.table.watching);
});

it('an error is shown as a sentence', () => {
  expect(renderToStaticMarkup(createElement(LoadError, { error: new Error('there is no such thing here') }))).toContain('There is no such thing here.');
});

it('captured pieces are drawn one by one, and described for screen readers', () => {
  const board = { sides: ['white', 'black'], captured: [{ pieces: [{ kind: 'rook', glyph: '♖', count: 1 }] }, { pieces: [{ kind: 'queen', glyph: '♛', count: 1 }, { kind: 'pawn', glyph: '♟', count: 3 }], ahead: 250 }] };
  const drawn = (seat: number) => renderToStaticMarkup(createElement(Captured, { board, seats: [seat], end: 'near', aside: null }));
  expect(drawn(0)).toContain('Captured from black: queen, pawn ×3');
  expect(drawn(0).match(/tint-dark/g)).toHaveLength(4);
  expect(drawn(1)).toContain('Captured from white: rook; black +2.5');
  expect(drawn(1)).toContain('+2.5');
  const empty = createElement(Captured, { board: { ...board, captured: [{}, {}] }, seats: [0, 1], end: 'far', aside: 80 });
  expect(renderToStaticMarkup(empty)).toBe('');
});

// clause: Cards 6.5-1
it('the panel of the table has a sheet with the rules of the game', () => {
  const nothing = () => undefined;
  const drawn = (tab: 'rules' | 'log') => renderToStaticMarkup(createElement(SidePanel, { tab, setTab: nothing, offers: [], active: false, play: nothing, point: nothing, lines: [], rules: '# Whist\n\nFollow **suit**.', say: (words: string) => words, info: null, close: nothing }));
  expect(drawn('rules')).toMatch(/<h2>Whist<\/h2>.*Follow <strong>suit<\/strong>/);
  expect(drawn('log')).toContain(en.table.rules);
  expect(drawn('log')).not.toContain('Whist');
});
