/** Shows everything that a scene can contain, with invented scenes. Authors of games and tests use this page. */
import { useState, type ReactNode } from 'react';
import type { Layouts } from '../logic/layout';
import { sceneAt } from '../logic/move_list';
import { NO_SELECTION, type Selection } from '../logic/offers';
import type { CardScene, MoveRecord, Offer, PieceScene, SeatInfo, Scene, Square, Status } from '../messages';
import { useMoveKeys } from './MoveList';
import { Page } from './Page';
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
    { text: 'Giant strength on Bear', face: { id: 'Giant strength', name: 'Giant strength', text: [['cost', '{1}{R}'], ['type', 'Instant'], ['rules', 'Target creature gets +3/+3 until end of turn.']] }, controller: 1, targets: [[1, 0]] },
    { text: 'Lightning', face: { id: 'Lightning', name: 'Lightning', text: [['cost', '{R}'], ['type', 'Instant'], ['rules', '{T}: Lightning deals 3 damage to any target.']] }, controller: 0, targets: [[1, 1]], targetSeats: [1] },
  ],
  stops: ['main', 'combat'], turn: { number: 4, seat: 1 },
  scoreboards: [{ title: 'Life', columns: ['seat', 'life', 'mana'], rows: [['p1', '20', 'RRG'], ['p2', '14', '']] }],
  zones: [
    { id: 'field.0', name: 'battlefield', owner: 0, category: 'battlefield', count: 7, cards: [printed(101, 'Wall', [['type', 'Creature — Wall'], ['size', '0/5'], ['rules', 'Defender']], { notes: ['#1', 'asleep'], signs: [['asleep', 'zz']] }), printed(102, 'Elf', [['type', 'Creature — Elf'], ['size', '1/1']], { rotation: 90 }), printed(103, 'Shield', [['type', 'Artifact — Equipment'], ['rules', 'Equipped creature gets +0/+2.']], { attachedTo: [0, 0] }), printed(104, 'Knight', [['type', 'Creature — Human Knight'], ['printed size', '2/2'], ['size', '4/4']], { counters: [['+1/+1', 2]] }), ...[105, 106, 107].map((key) => printed(key, 'Forest', [['type', 'Basic Land — Forest'], ['rules', '({T}: Add {G}.)']], key === 107 ? { rotation: 90, notes: ['tapped'] } : {}))] },
    { id: 'field.1', name: 'battlefield', owner: 1, category: 'battlefield', count: 4, cards: [printed(111, 'Bear', [['type', 'Creature — Bear'], ['size', '2/2']], { rotation: 90, marked: true, pointsAtSeats: [0] }), printed(112, 'Wolf', [['type', 'Creature — Wolf'], ['size', '3/2']], { rotation: 90, marked: true, pointsAtSeats: [0] }), printed(113, 'Golem', [['type', 'Artifact Creature — Golem'], ['size', '4/4']], { notes: ['#13', '4/4', 'guarding p1'], counters: [['stun', 1], ['charge', 3]], controller: 0 }), printed(114, 'Griffin', [['type', 'Creature — Griffin'], ['size', '2/2']], { copyBy: 'Mirror Spirit' })] },
    { id: 'hand.0', name: 'hand', owner: 0, category: 'hand', count: 3, cards: [printed(121, 'Lightning', [['cost', '{R}'], ['type', 'Instant'], ['rules', 'Lightning deals 3 damage to any target.']]), printed(122, 'Forest', [['type', 'Basic Land — Forest'], ['rules', '({T}: Add {G}.)']]), printed(123, 'Growth', [['cost', '{1}{G}'], ['type', 'Sorcery'], ['rules', 'Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.']])] },
    { id: 'hand.1', name: 'hand', owner: 1, category: 'hand', count: 4, cards: Array.from({ length: 4 }, (_, n) => ({ key: 130 + n, back: 'own' })) },
    { id: 'library.0', name: 'library', owner: 0, role: 'deck', ordered: true, count: 31, cards: [] },
    { id: 'grave.0', name: 'graveyard', owner: 0, role: 'graveyard', ordered: true, count: 2, cards: [printed(141, 'Sprite', [['type', 'Creature — Faerie'], ['size', '1/1']]), printed(142, 'Fog', [['cost', '{G}'], ['type', 'Instant']])] },
  ],
};
const blocking = (text: string, key: number, spot: number, aim: [number, number]): Offer => ({ text, label: text, gesture: { kind: 'card', card: { zone: 0, at: spot, key } }, aim: { kind: 'card', card: { zone: 1, at: aim[1], key: aim[0] } } });
const battleOffers: Offer[] = [
  blocking('wall blocks bear', 101, 0, [111, 0]),
  blocking('wall blocks wolf', 101, 0, [112, 1]),
  blocking('knight blocks wolf', 104, 3, [112, 1]),
  { text: 'pass', label: 'pass', kind: 'done', gesture: { kind: 'button', id: 'pass' } },
];
const battleLayout: Layouts = { plain: { rows: 1, cols: 1, zones: [], phases: [{ label: 'Begin', phases: ['untap', 'draw'] }, { label: 'Main', phases: ['main'] }, { label: 'Combat', phases: ['combat'] }, { label: 'End', phases: ['second main', 'end'] }] } };

/** A hand in which nothing can be played: the player must draw. */
const drawing: Scene = {
  viewer: { Seat: 0 }, seats: 2, due: [0], prompt: 'Draw a card.',
  buttons: [{ id: 'draw', label: 'draw' }],
  zones: [
    { id: 'stock', name: 'stock', role: 'deck', ordered: true, count: 20, cards: [], button: 'draw' },
    { id: 'discard', name: 'discard', role: 'discard', ordered: true, count: 1, cards: [playing(30, '9S')] },
    { id: 'hand.0', name: 'hand', owner: 0, role: 'hand', count: 3, cards: [playing(31, '2H'), playing(32, '4D'), playing(33, 'KC')] },
    { id: 'hand.1', name: 'hand', owner: 1, role: 'hand', count: 5, cards: Array.from({ length: 5 }, (_, n) => ({ key: 40 + n, back: 'blue' })) },
  ],
};
const drawOffers: Offer[] = [{ text: 'draw', label: 'draw', gesture: { kind: 'button', id: 'draw' } }];
const naming: Scene = { ...drawing, prompt: 'Name a suit.', buttons: ['clubs', 'diamonds', 'hearts', 'spades'].map((id) => ({ id, label: id })) };
const suitOffers: Offer[] = ['clubs', 'diamonds', 'hearts', 'spades'].map((id) => ({ text: id, label: id, gesture: { kind: 'button', id } }));
const calls = ['1', '2', '3', '4', '5', '6', '7'].flatMap((level) => ['♣', '♦', '♥', '♠', 'NT'].map((strain) => `${level} ${strain}`));
const bidding: Scene = {
  ...drawing, prompt: 'Make a call.', phase: 'auction', buttons: ['Pass', 'Double', ...calls.slice(8)].map((id) => ({ id, label: id })),
  scoreboards: [{ title: 'Auction', columns: ['seat 1', 'seat 2'], rows: [['1 ♣', '1 ♠'], ['2 ♦', '2 ♥']] }],
};
const callOffers: Offer[] = ['Pass', ...calls.slice(8)].map((id) => ({ text: id, label: id, gesture: { kind: 'button', id } }));

type PartProps = { name: string; title: string; scene: Scene; layouts: Layouts; offers: Offer[] };

function Part({ name, title, scene, layouts, offers }: PartProps) {
  const [held, setHeld] = useState<Selection>(NO_SELECTION);
  const [played, setPlayed] = useState('');
  const [ask] = useState({ number: 0, offers });
  return (
    <section data-part={name} className="showcase-part" aria-label={title}>
      <h2>{title}</h2>
      <Table scene={scene} steps={[]} layouts={layouts} seats={SEATS} own={0} ask={ask} active duration={0} hint={null} flipped={false} onPlay={(offer) => setPlayed(offer.text ?? '')} onPlayTogether={(all) => setPlayed(all.map((offer) => offer.text).join('; '))} held={held} setHeld={setHeld} />
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

/** A white knight and a black rook on this square of a small board. */
const knight = (x: number, y: number): PieceScene => ({ kind: 'knight', glyph: '♘', owner: 0, letter: 'N', at: { x, y } });
const rook = (x: number, y: number): PieceScene => ({ kind: 'rook', glyph: '♜', owner: 1, letter: 'R', at: { x, y } });
const walked = [[0, 0], [1, 2], [2, 0], [3, 2]] as const;
const driven = [[5, 5], [5, 4], [4, 4]] as const;
const step = (number: number, text: string, piece: PieceScene, from: readonly [number, number], to: readonly [number, number]): MoveRecord => {
  const [a, b] = [{ x: from[0], y: from[1] }, { x: to[0], y: to[1] }];
  return { number, seat: number % 2, text, piece, from: a, to: b, squares: [{ at: a, before: { ...piece, at: a } }, { at: b, after: { ...piece, at: b } }] };
};
/** Five moves of the knight and the rook. After them it is the opponent's turn, so the viewer can enter a premove. */
const walk: MoveRecord[] = [
  step(0, 'Nb3', knight(0, 0), walked[0], walked[1]), step(1, 'Rf5', rook(5, 5), driven[0], driven[1]), step(2, 'Nc1', knight(1, 2), walked[1], walked[2]),
  step(3, 'Re5', rook(5, 4), driven[1], driven[2]), step(4, 'Nd3', knight(2, 0), walked[2], walked[3]),
];
const walkScene: Scene = {
  viewer: { Seat: 0 }, seats: 2, due: [1], zones: [],
  board: { width: 6, height: 6, sides: ['white', 'black'], facing: [0, 2], pieces: [knight(3, 2), rook(4, 4)], marks: [[{ x: 2, y: 0 }, 'last'], [{ x: 3, y: 2 }, 'last']] },
};
const walkStatus = { phase: 'playing', seats: SEATS, terms: { clock: { gameMs: 600_000 } }, clocks: { leftMs: [425_000, 590_000], running: [1], since: 0, stopped: true }, offers: [], away: [{ seat: 1, since: Date.now() - 40_000 }] } as unknown as Status;

function Moves() {
  const [at, setAt] = useState(walk.length);
  const [flipped, setFlipped] = useState(false);
  const scene = sceneAt(walkScene, walk, at);
  const board = { moves: walk, at, go: (to: number) => setAt(Math.max(0, Math.min(walk.length, to))), past: at < walk.length, flip: () => setFlipped(!flipped), actions: null };
  useMoveKeys(board);
  return (
    <section data-part="moves" className="showcase-part" aria-label="The moves of a board game">
      <h2>The moves of a board game</h2>
      <Table company={{ status: walkStatus, signs: [], due: scene.due ?? [], prompt: null, board }} scene={scene} steps={[]} layouts={boardLayout} seats={SEATS} own={0} ask={null} active={false} duration={0} hint={null} flipped={flipped} onPlay={() => undefined} held={NO_SELECTION} setHeld={() => undefined} />
    </section>
  );
}

/** The parts by name. The address `#/showcase/NAME` shows one of them. */
const PARTS: [string, ReactNode][] = [
  ['battlefield', <Part key="battlefield" name="battlefield" title="A battlefield: attachments, counters, turned cards, a stack, targets" scene={battle} layouts={battleLayout} offers={battleOffers} />],
  ['promotion', <Part key="promotion" name="promotion" title="A move that means several things" scene={promotion} layouts={boardLayout} offers={promotions} />],
  ['drop', <Part key="drop" name="drop" title="Pieces from the hand" scene={drop} layouts={boardLayout} offers={drops} />],
  ['moves', <Moves key="moves" />],
  ['packs', <Packs key="packs" />],
  ['draw', <Part key="draw" name="draw" title="A pile that is a button" scene={drawing} layouts={{}} offers={drawOffers} />],
  ['suits', <Part key="suits" name="suits" title="A choice of suits" scene={naming} layouts={{}} offers={suitOffers} />],
  ['bids', <Part key="bids" name="bids" title="A bidding box and an auction" scene={bidding} layouts={{}} offers={callOffers} />],
  ['meld', <Part key="meld" name="meld" title="Several cards at once" scene={melding} layouts={meldLayout} offers={melds} />],
];

export default function Showcase({ part }: { part: string | null }) {
  return (
    <Page className="showcase">
      <h1>What a scene can say</h1>
      {PARTS.filter(([name]) => part === null || name === part).map(([, drawn]) => drawn)}
    </Page>
  );
}
