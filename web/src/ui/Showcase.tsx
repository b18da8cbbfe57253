/** Shows everything that a scene can contain, with invented scenes. For authors of games and for tests. */
import { useState } from 'react';
import type { Layouts } from '../logic/layout';
import { NO_SELECTION, type Selection } from '../logic/offers';
import type { CardScene, Offer, PieceScene, SeatInfo, Scene, Square } from '../messages';
import { Page } from './Page';
import { Phases } from './Phases';
import { Table } from './Table';

const SEATS: SeatInfo[] = [{ owner: 'Ann', driver: { kind: 'person' } }, { owner: 'Bob', driver: { kind: 'person' } }];
const at = (x: number, y: number): Square => ({ x, y });
const playing = (key: number, id: string): CardScene => ({ key, faceUp: true, back: 'blue', face: { id, name: id, rank: id.slice(0, -1), suit: id.slice(-1) } });
const printed = (key: number, name: string, text: [string, string][], more: Partial<CardScene> = {}): CardScene => ({ key, faceUp: true, back: 'own', face: { id: name, name, text }, ...more });
const piece = (kind: string, glyph: string, owner: number, square: Square): PieceScene => ({ kind, glyph, owner, at: square });

const boardLayout: Layouts = {
  plain: {
    rows: 1, cols: 4,
    zones: [
      { id: 'board', row: 0, col: 0, rowSpan: 1, colSpan: 3, widget: 'board' },
      { id: 'hand', row: 0, col: 3, rowSpan: 1, colSpan: 1, piles: ['hand.self'] },
    ],
  },
};

const promotion: Scene = {
  viewer: { Seat: 0 }, seats: 2, due: [0], prompt: 'White to move',
  board: { width: 8, height: 8, sides: ['white', 'black'], facing: [0, 2], marks: [[at(6, 7), 'check']], captured: [{ pieces: [{ kind: 'rook', glyph: '♖', count: 2 }, { kind: 'pawn', glyph: '♙', count: 7 }] }, { pieces: [{ kind: 'queen', glyph: '♛', count: 1 }, { kind: 'pawn', glyph: '♟', count: 8 }], ahead: 250 }], pieces: [piece('pawn', '♙', 0, at(4, 6)), piece('king', '♔', 0, at(4, 0)), piece('king', '♚', 1, at(6, 7)), piece('rook', '♜', 1, at(0, 6)), piece('bishop', '♝', 1, at(2, 4)), piece('knight', '♘', 0, at(5, 5))] },
};
const promotions: Offer[] = ['♕q', '♖r', '♗b', '♘n'].map((sign) => ({ text: `e7e8${sign.slice(-1)}`, label: `e8=${sign.slice(-1).toUpperCase()}`, sign: sign.slice(0, -1), gesture: { kind: 'squares', from: at(4, 6), to: at(4, 7) } }));

const drop: Scene = {
  viewer: { Seat: 0 }, seats: 2, due: [0],
  board: { width: 5, height: 5, sides: ['white', 'black'], facing: [0, 2], marks: [[at(2, 2), 'last']], pieces: [piece('king', '♔', 0, at(0, 0)), piece('king', '♚', 1, at(4, 4)), piece('pawn', '♙', 0, at(2, 2))] },
  zones: [{ id: 'hand.0', name: 'in hand', owner: 0, category: 'hand', count: 2, cards: [{ key: 71, faceUp: true, back: '', face: { id: 'P', name: 'pawn' } }, { key: 72, faceUp: true, back: '', face: { id: 'K', name: 'king' } }] }],
};
const drops: Offer[] = [at(1, 1), at(3, 1)].map((square) => ({ text: `P@${String.fromCharCode(97 + square.x)}${square.y + 1}`, label: 'place a pawn', gesture: { kind: 'place', card: { zone: 0, at: 0, key: 71 }, at: square } }));

const melding: Scene = {
  viewer: { Seat: 0 }, seats: 2, due: [0], prompt: 'Meld three or more of a rank.',
  zones: [
    { id: 'hand.0', name: 'hand', owner: 0, category: 'hand', count: 5, cards: [playing(1, '7H'), playing(2, '7C'), playing(3, '7S'), playing(4, 'KD'), playing(5, 'AS')] },
    { id: 'meld.0', name: 'meld', owner: 0, ordered: true, count: 0, cards: [] },
    { id: 'hand.1', name: 'hand', owner: 1, category: 'hand', count: 7, cards: Array.from({ length: 7 }, (_, n) => ({ key: 20 + n, back: 'blue' })) },
  ],
};
const melds: Offer[] = [{ text: 'meld 7H 7C 7S', label: 'meld three sevens', gesture: { kind: 'drag', cards: [1, 2, 3].map((key) => ({ zone: 0, at: key - 1, key })), to: 'meld.0' } }];
const meldLayout: Layouts = {
  plain: {
    rows: 3, cols: 2,
    zones: [
      { id: 'others', row: 0, col: 0, rowSpan: 1, colSpan: 2, piles: ['hand.others'] },
      { id: 'meld', row: 1, col: 0, rowSpan: 1, colSpan: 2, piles: ['meld.self'] },
      { id: 'mine', row: 2, col: 0, rowSpan: 1, colSpan: 2, piles: ['hand.self'] },
    ],
    pileStyles: { 'meld.*': { layout: 'horizontal' }, 'hand.*': { layout: 'horizontal' } },
  },
};

const battle: Scene = {
  viewer: { Seat: 0 }, seats: 2, due: [0], phase: 'combat', phases: ['untap', 'draw', 'main', 'combat', 'second main', 'end'], prompt: 'Choose who blocks, or pass.', announcements: ['Bob attacks with two creatures'],
  buttons: [{ id: 'pass', label: 'Pass' }],
  stack: [
    { text: 'Giant strength on Bear', controller: 1, targets: [[1, 0]] },
    { text: 'Lightning', face: { id: 'Lightning', name: 'Lightning', text: [['cost', 'R']] }, controller: 0, targets: [[1, 1]] },
  ],
  scoreboards: [{ title: 'Life', columns: ['player', 'life', 'poison'], rows: [['p1', '20', '0'], ['p2', '14', '2']] }],
  zones: [
    { id: 'field.0', name: 'battlefield', owner: 0, category: 'battlefield', count: 4, cards: [printed(101, 'Wall', [['power', '0/5']], { notes: ['#1', 'asleep'], signs: [['asleep', 'zz']] }), printed(102, 'Elf', [['power', '1/1']], { rotation: 90 }), printed(103, 'Shield', [['gives', '+0/+2']], { attachedTo: [0, 0] }), printed(104, 'Knight', [['power', '2/2']], { counters: [['+1/+1', 2]], pointsAt: [[1, 0]] })] },
    { id: 'field.1', name: 'battlefield', owner: 1, category: 'battlefield', count: 3, cards: [printed(111, 'Bear', [['power', '2/2']], { rotation: 90, marked: true }), printed(112, 'Wolf', [['power', '3/2']], { rotation: 90, marked: true }), printed(113, 'Golem', [['power', '4/4']], { notes: ['#13', '4/4', 'guarding p1'], counters: [['stun', 1], ['charge', 3]], controller: 1 })] },
    { id: 'hand.0', name: 'hand', owner: 0, category: 'hand', count: 3, cards: [printed(121, 'Lightning', [['cost', 'R']]), printed(122, 'Forest', [['gives', 'G']]), printed(123, 'Growth', [['cost', 'G']])] },
    { id: 'hand.1', name: 'hand', owner: 1, category: 'hand', count: 4, cards: Array.from({ length: 4 }, (_, n) => ({ key: 130 + n, back: 'own' })) },
    { id: 'library.0', name: 'library', owner: 0, ordered: true, count: 31, cards: [] },
    { id: 'grave.0', name: 'graveyard', owner: 0, ordered: true, count: 2, cards: [printed(141, 'Sprite', []), printed(142, 'Fog', [['cost', 'G']])] },
  ],
};
const battleOffers: Offer[] = [
  { text: 'pass', label: 'pass', gesture: { kind: 'button', id: 'pass' } },
  { text: 'wall blocks bear', label: 'the wall blocks the bear', gesture: { kind: 'card', card: { zone: 0, at: 0, key: 101 } } },
  { text: 'knight blocks wolf', label: 'the knight blocks the wolf', gesture: { kind: 'card', card: { zone: 0, at: 3, key: 104 } } },
];
const battleLayout: Layouts = {
  plain: {
    rows: 4, cols: 8,
    zones: [
      { id: 'others', row: 0, col: 0, rowSpan: 1, colSpan: 5, piles: ['hand.others'] },
      { id: 'scores', row: 0, col: 5, rowSpan: 1, colSpan: 1, widget: 'scoreboards' },
      { id: 'theirs', row: 1, col: 0, rowSpan: 1, colSpan: 6, piles: ['field.others'] },
      { id: 'field', row: 2, col: 0, rowSpan: 1, colSpan: 6, piles: ['field.self'] },
      { id: 'library', row: 3, col: 6, rowSpan: 1, colSpan: 1, piles: ['library.self'] },
      { id: 'grave', row: 3, col: 7, rowSpan: 1, colSpan: 1, piles: ['grave.self'] },
      { id: 'mine', row: 3, col: 0, rowSpan: 1, colSpan: 5, piles: ['hand.self'] },
      { id: 'actions', row: 3, col: 5, rowSpan: 1, colSpan: 1, widget: 'actions' },
    ],
    pileStyles: { 'hand.*': { layout: 'horizontal' }, 'field.*': { layout: 'spread' }, 'library.*': { layout: 'complete' }, 'grave.*': { layout: 'complete' } },
  },
};

type PartProps = { name: string; title: string; scene: Scene; layouts: Layouts; offers: Offer[] };

function Part({ name, title, scene, layouts, offers }: PartProps) {
  const [held, setHeld] = useState<Selection>(NO_SELECTION);
  const [played, setPlayed] = useState('');
  const [ask] = useState({ number: 0, offers });
  return (
    <section data-part={name} className="showcase-part" aria-label={title}>
      <h2>{title}</h2>
      <Phases scene={scene} />
      <Table scene={scene} steps={[]} layouts={layouts} seats={SEATS} own={0} ask={ask} active duration={0} hint={null} flipped={false} onPlay={(offer) => setPlayed(offer.text ?? '')} held={held} setHeld={setHeld} />
      <p className="mono">{played || ' '}</p>
    </section>
  );
}

const PACKS = Array.from({ length: 104 }, (_, n) => playing(1000 + n, `${['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'][n % 13]}${'CDHS'[Math.floor(n / 13) % 4]}`));
const packsLayout: Layouts = {
  plain: {
    rows: 4, cols: 1,
    zones: [0, 1, 2, 3].map((row) => ({ id: `row${row}`, row, col: 0, rowSpan: 1, colSpan: 1, piles: [`row.${row}`] })),
    pileStyles: { 'row.*': { layout: 'horizontal' } },
  },
};
/** Two packs of cards in four rows. With each `turn`, the cards move to other rows. */
const packs = (turn: number): Scene => ({
  viewer: 'Spectator', seats: 0,
  zones: [0, 1, 2, 3].map((row) => {
    const cards = PACKS.filter((_, n) => (n + turn * 3) % 4 === row);
    return { id: `row.${row}`, name: `row ${row + 1}`, count: cards.length, cards };
  }),
});

/** Moves all 104 cards at once. Used by `npm run measure`. */
function Packs() {
  const [turn, setTurn] = useState(0);
  const [scene, setScene] = useState(() => packs(0));
  return (
    <section data-part="packs" className="showcase-part" aria-label="Two packs">
      <h2>Two packs</h2>
      <button
        className="button"
        onClick={() => {
          setTurn(turn + 1);
          setScene(packs(turn + 1));
        }}
      >
        Move all
      </button>
      <Table scene={scene} steps={[]} layouts={packsLayout} seats={SEATS} own={null} ask={null} active={false} duration={1000} hint={null} flipped={false} onPlay={() => undefined} held={NO_SELECTION} setHeld={() => undefined} />
    </section>
  );
}

export default function Showcase() {
  return (
    <Page className="showcase">
      <h1>What a scene can say</h1>
      <Part name="battlefield" title="A battlefield: attachments, counters, turned cards, a stack, targets" scene={battle} layouts={battleLayout} offers={battleOffers} />
      <Part name="promotion" title="A move that means several things" scene={promotion} layouts={boardLayout} offers={promotions} />
      <Part name="drop" title="Pieces from the hand" scene={drop} layouts={boardLayout} offers={drops} />
      <Packs />
      <Part name="meld" title="Several cards at once" scene={melding} layouts={meldLayout} offers={melds} />
    </Page>
  );
}
