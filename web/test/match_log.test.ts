import { describe, expect, it } from 'vitest';
import { announcement, logLines } from '../src/logic/match_log';
import { splitPicks, withNames } from '../src/logic/phrases';
import type { SeatInfo, Scene, Step } from '../src/messages';
import { buttonText, gameText } from '../src/text/game_words';
import { de } from '../src/text/de';
import { en } from '../src/text/en';

const seats = [{ owner: 'Ann', driver: { kind: 'person' } }, { driver: { kind: 'bot', spec: 'easy' } }, { driver: { kind: 'bot', spec: 'easy' } }] as SeatInfo[];
const zone = (id: string, role: string | null, owner?: number) => ({ id, name: id.replace(/\..*/, ''), role, ...(owner === undefined ? {} : { owner }) });
const scene = {
  seats: 3,
  zones: [zone('stock', 'deck'), zone('discard', 'discard'), zone('trick', 'trick'), zone('oven', null), ...[0, 1, 2].flatMap((seat) => [zone(`hand.${seat}`, 'hand', seat), zone(`taken.${seat}`, 'taken', seat), zone(`meld.${seat}`, 'meld', seat)])],
} as unknown as Scene;
const move = (from: string, to: string, face: string | null = null): Step => ({ step: 'move', from: { zone: from }, to: { zone: to }, face });
const say = (text: string): Step => ({ step: 'say', text });
const chooses = (seat: number, chosen: string) => ({ step: 'say' as const, text: `p${seat} chooses ${chosen}`, choice: { seat: seat - 1, chosen } });
const told = (steps: Step[], text = en) => logLines(steps, scene, seats, 0, text).map((line) => line.text);

describe('the log of a match', () => {
  it('chooses the verb by the roles of the zones', () => {
    expect(told([move('hand.0', 'discard', '10H')])).toEqual(['You discard 10♥']);
    expect(told([move('stock', 'hand.1')])).toEqual(['Bot 2 draws a card']);
    expect(told([move('stock', 'hand.0', '5S')])).toEqual(['You draw 5♠']);
    expect(told([move('hand.2', 'trick', 'QS')])).toEqual(['Bot 3 plays Q♠']);
    expect(told([1, 2, 3].map(() => move('hand.0', 'hand.1')))).toEqual(['You give 3 cards to Bot 2']);
    expect(told([move('hand.1', 'hand.0')])).toEqual(['Bot 2 gives a card to you']);
    expect(told([move('hand.1', 'meld.1', '7H'), move('hand.1', 'meld.1', '7C')])).toEqual(['Bot 2 melds 7♥ 7♣']);
    expect(told([move('discard', 'hand.1', '7C')])).toEqual(['Bot 2 picks up 7♣ from the discard']);
    expect(told([move('stock', 'discard', 'QH')])).toEqual(['Q♥ turned up']);
    expect(told([{ step: 'mix', zone: 'stock' }])).toEqual(['The stock is shuffled']);
  });

  it('reports a taken trick in one line, after the last card', () => {
    expect(told([move('hand.2', 'trick', 'QS'), ...['9S', 'AS', 'QS'].map((face) => move('trick', 'taken.1', face))])).toEqual(['Bot 3 plays Q♠', 'Bot 2 takes the trick']);
  });

  it('reports a deal in one line, with the cards that the viewer sees', () => {
    const round = [move('stock', 'hand.0', '3C'), move('stock', 'hand.1'), move('stock', 'hand.2')];
    expect(told([...round, ...round])).toEqual(['Each player gets 2 cards', 'You get 3♣ 3♣']);
    expect(told(round)).toEqual(['Each player gets a card', 'You get 3♣']);
    expect(told(round.slice(0, 2))).toEqual(['You draw 3♣', 'Bot 2 draws a card']);
  });

  it('writes choices as verbs', () => {
    expect(told([chooses(2, 'pass'), chooses(1, 'knock'), chooses(3, '4')])).toEqual(['Bot 2 passes', 'You knock', 'Bot 3 chooses 4']);
    expect(announcement(chooses(2, 'pass'), scene, seats, 0, de)).toBe('Bot 2 passt');
  });

  it('names the zones without a role', () => {
    const roles = { ...scene, zones: scene.zones!.map((one) => (one.id === 'oven' ? { ...one, role: 'discard' } : one)) } as Scene;
    expect(told([move('hand.0', 'oven', '10H')])).toEqual(['You play 10♥ to the oven']);
    expect(logLines([move('hand.0', 'oven', '10H')], roles, seats, 0, en)[0]!.text).toBe('You discard 10♥');
  });

  it('says who moved the cards if the roles say nothing', () => {
    const odd = { ...scene, zones: [...scene.zones!, zone('pile 1', 'tableau'), zone('starter', null), zone('used.1', 'discard', 1), zone('kept.1', null, 1)] } as Scene;
    const lines = (steps: Step[], text = en, of = odd) => logLines(steps, of, seats, 0, text).map((line) => line.text);
    expect(lines([move('stock', 'pile 1'), move('stock', 'pile 1')])).toEqual(['Pile 1 gets 2 cards']);
    expect(lines([move('stock', 'starter', '3D')])).toEqual(['3♦ turned up']);
    expect(lines([move('oven', 'used.1', 'Pearl')])).toEqual(['Bot 2 takes Pearl from the oven']);
    expect(lines([move('hand.1', 'used.1'), move('kept.1', 'used.1')])).toEqual(['Bot 2 discards 2 cards']);
    expect(lines([move('hand.1', 'kept.1', 'Raft'), move('hand.1', 'kept.1', 'Shell'), move('hand.1', 'kept.1', 'Shell')])).toEqual(['Bot 2 moves Raft, Shell ×2 to the kept']);
    expect(lines([move('pile 1', 'oven', '5C')], en, { ...odd, seats: 1 } as Scene)).toEqual(['You move 5♣ to the oven']);
    // A card that moves on at once is not reported twice. Cards that leave the table later are cleared away.
    expect(lines([move('hand.2', 'oven', '5C'), move('oven', 'pile 1', '5C')])).toEqual(['Bot 3 plays 5♣ to the oven']);
    expect(lines([move('hand.2', 'trick', '5C'), say('seat 1 is out'), move('trick', 'discard', '5C')])).toEqual(['Bot 3 plays 5♣', 'You are out', 'The cards are cleared away']);
    const table = { ...odd, zones: odd.zones!.map((one) => (one.id === 'oven' ? { ...one, role: 'table' } : one)) } as Scene;
    expect(lines([move('hand.0', 'trick', '7S'), move('oven', 'trick', '4D'), move('oven', 'trick', '3C'), ...['4D', '3C', '7S'].map((face) => move('trick', 'taken.0', face))], en, table)).toEqual(['You play 7♠', 'You take the trick']);
    expect(lines([move('hand.0', 'trick', 'KingCoins')])).toEqual(['You play King of Coins']);
    expect(lines([move('oven', 'used.1', 'Pearl')], de)).toEqual(['Bot 2 nimmt Pearl (oven)']);
  });

  it('joins a chosen player and what is wanted from them, quotes words, and counts equal announcements', () => {
    expect(told([chooses(2, 'p3'), chooses(2, '9'), chooses(3, 'p1'), chooses(3, 'K')])).toEqual(['Bot 2 chooses Bot 3: 9', 'Bot 3 chooses you: K']);
    expect(told([chooses(2, 'enough'), chooses(1, 'go')])).toEqual(['Bot 2: “Enough”', 'You: “Go”']);
    expect(told([chooses(2, 'hearts'), chooses(3, 'p2')])).toEqual(['Bot 2 chooses hearts', 'Bot 3 chooses Bot 2']);
    expect(told([say('Runner attacks'), say('Runner attacks'), say('Runner attacks'), say('Ogre attacks')])).toEqual(['Runner attacks ×3', 'Ogre attacks']);
  });

  it('reports a move once, whether or not the game announces it', () => {
    expect(told([move('hand.1', 'discard', '5C'), say('seat 2 discards the five of clubs after a draw')])).toEqual(['Bot 2 discards 5♣']);
    expect(told([chooses(2, 'draw'), move('stock', 'hand.1')])).toEqual(['Bot 2 draws a card']);
    expect(told([chooses(2, 'discard'), move('discard', 'hand.1', '3S')])).toEqual(['Bot 2 picks up 3♠ from the discard']);
    expect(told([chooses(2, 'oven'), say('go')])).toEqual(['Bot 2 chooses oven', 'Go']);
  });

  it('is German on a German page', () => {
    expect(told([move('hand.0', 'discard', '10H'), move('hand.1', 'trick', 'QS'), move('trick', 'taken.2', 'QS'), move('trick', 'taken.2', 'AS'), chooses(2, 'pass'), say('seat 1 wins the trick')], de)).toEqual(['Du legst 10♥ ab', 'Bot 2 spielt Q♠', 'Bot 3 macht den Stich', 'Bot 2 passt', 'Du machst den Stich']);
  });
});

describe('texts of games', () => {
  it('are German on a German page, with names', () => {
    const german = (words: string, own: number | null = 0) => withNames(words, seats, own, de);
    expect(german('Pass three cards to seat 2')).toBe('Gib drei Karten an Bot 2 weiter');
    expect(german('seat 2: double')).toBe('Bot 2: Kontra');
    expect(german('Make a call: 4 ♥ by you, doubled is the last bid.')).toBe('Reize: Das letzte Gebot ist 4 ♥ von dir, kontriert.');
    expect(german('Make a call: 3 NT by seat 2 is the last bid.')).toBe('Reize: Das letzte Gebot ist 3 SA von Bot 2.');
    expect(german('Pass three cards to seat 1')).toBe('Gib drei Karten an dich weiter');
    expect([german('seat 1 and seat 3'), german('seat 2 and seat 1')]).toEqual(['Du und Bot 3', 'Bot 2 und Du']);
    expect(german('seat 2 wins the trick')).toBe('Bot 2 macht den Stich');
    expect(german('seat 1 is out', 0)).toBe('du bist fertig');
    expect(german('seat 2 wins the hand: mau-mau')).toBe('Bot 2 gewinnt die Runde: mau-mau');
    expect(german('seat 1 names hearts')).toBe('du nennst Herz');
    expect(german('How much combat damage does Bear #3 assign to seat 1?')).toBe('Wie viel Kampfschaden von Bear #3 geht an dich?');
    expect(german('How much goes to Bear #4?')).toBe('Wie viel geht an Bear #4?');
    expect(german('Play clubs, a king or a jack, or draw if you cannot.')).toBe('Spiel Kreuz, einen König oder einen Buben. Zieh, wenn du nicht kannst.');
    expect(german('Play a seven, or take 2 cards.')).toBe('Spiel eine Sieben oder nimm 2 Karten.');
    expect(german('you cannot play the ten of clubs because it matches neither hearts nor the queen of hearts')).toBe('Kreuz-Zehn passt weder zu Herz noch zu Herz-Dame');
    expect(german('seat 1 is out', null)).toBe('Ann ist fertig');
    expect(['hand', 'Discard', 'Trick', 'pile 3', 'the queen of hearts', 'play the ten of clubs', 'white to move', 'Lead a card', 'White: pawn d2 to d4, takes a knight', 'Dark: soldier e2 to e4, takes a town, goes back', 'White left places a pawn on e4', 'meld 2', 'meld K', 'draw from the stock'].map((words) => gameText(words, de))).toEqual(['Hand', 'Ablage', 'Stich', 'Stapel 3', 'Herz-Dame', 'Kreuz-Zehn spielen', 'Weiß ist am Zug', 'Spiel eine Karte aus', 'Weiß: Bauer d2–d4, schlägt Springer', 'Dunkel: Soldat e2–e4, schlägt Stadt, geht zurück', 'Weiß links setzt Bauer auf e4', 'Meldung 2', 'Meldung K', 'Vom Stapel ziehen']);
    expect(['Pass', 'discard', 'Take back'].map((words) => buttonText(words, de))).toEqual(['Passen', 'Ablegen', 'Zurücknehmen']);
  });

  it('stay unchanged in English, or without a translation', () => {
    expect(gameText('Frobnicate the widget', de)).toBe('Frobnicate the widget');
    expect(withNames('seat 2 wins the trick', seats, 0, en)).toBe('Bot 2 wins the trick');
  });
});

it('reports a choice once, a shuffle once, and no pick that was put back', () => {
  expect(told([chooses(2, 'stock'), move('stock', 'hand.1')])).toEqual(['Bot 2 draws a card']);
  expect(told([chooses(2, 'hearts'), say('p2 names hearts')])).toEqual(['Bot 2 names hearts']);
  expect(told([chooses(2, 'hearts'), move('stock', 'hand.2')])).toEqual(['Bot 2 chooses hearts', 'Bot 3 draws a card']);
  expect(told([chooses(1, 'put it back')])).toEqual([]);
  expect(told([{ step: 'mix', zone: 'stock' }, { step: 'mix', zone: 'stock' }])).toEqual(['The stock is shuffled']);
  expect(told([move('hand.1', 'discard', 'XB')])).toEqual(['Bot 2 discards joker']);
});

it('separates the task of a prompt from the number of picked cards', () => {
  expect(splitPicks('Pass three cards: 1 of 3 picked')).toEqual({ task: 'Pass three cards', picks: { picked: 1, least: 3, most: 3 } });
  expect(splitPicks('Play several: of a rank: 2 picked, 1 to 4 wanted')).toEqual({ task: 'Play several: of a rank', picks: { picked: 2, least: 1, most: 4 } });
  expect(splitPicks('A set: 2 picked, at least 3 wanted').picks).toEqual({ picked: 2, least: 3 });
  expect(splitPicks('A set: 2 picked').picks).toEqual({ picked: 2 });
  expect(splitPicks('Draw a card')).toEqual({ task: 'Draw a card', picks: null });
  const words = (text: typeof en) => [splitPicks('A: 1 of 3 picked'), splitPicks('A: 2 picked, 1 to 4 wanted'), splitPicks('A: 2 picked, at least 3 wanted')].map(({ picks }) => text.table.picks(picks!));
  expect(words(en)).toEqual(['1 of 3 picked', '2 picked · 1 to 4', '2 picked · at least 3']);
  expect(words(de)).toEqual(['1 von 3 gewählt', '2 gewählt · 1 bis 4', '2 gewählt · mindestens 3']);
});
