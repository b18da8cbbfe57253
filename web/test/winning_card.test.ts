import { describe, expect, it } from 'vitest';
import type { TrickRow } from '../src/logic/trick_record';
import type { Scene } from '../src/messages';
import { shownTrump, winningFace } from '../src/logic/winning_card';

const row = (led: number, winner: number | null, ...plays: (string | null)[]): TrickRow => ({ led, winner, plays });
const deal = (...tricks: TrickRow[]) => [{ deal: 1, tricks }];

describe('the card that wins a trick', () => {
  it('is the highest card of the suit led, already in the first trick, until a trick contradicts this', () => {
    expect(winningFace(deal(row(0, null, '2C', '6C', null, null)), null)).toBe('6C');
    // The lowest card won the trick before.
    expect(winningFace(deal(row(0, 0, '2C', '6C', 'QC', '9C'), row(0, null, '3D', '5D', null, null)), null)).toBe('3D');
    const won = row(0, 2, '2C', '6C', 'QC', '9C');
    expect(winningFace(deal(won, row(2, null, null, null, '5D', 'KD')), null)).toBe('KD');
    expect(winningFace(deal(won, row(2, null, '9D', null, 'KD', '4D')), null)).toBe('KD');
  });

  it('is open while a card of another suit may be a trump', () => {
    const won = row(0, 2, '2C', '6C', 'QC', '9C');
    const now = row(2, null, null, null, '5D', '2S');
    expect(winningFace(deal(won, now), null)).toBeNull();
    expect(winningFace(deal(won, now), 'S')).toBe('2S');
    expect(winningFace(deal(won, now), 'H')).toBe('5D');
    expect(winningFace(deal(won, now), '')).toBe('5D');
    // A spade that lost a trick is no trump.
    expect(winningFace(deal(won, row(2, 2, '3H', '4H', 'AH', '7S'), now), null)).toBe('5D');
  });

  it('follows the order of the game: in some games a ten beats a king', () => {
    const tens = row(0, 1, 'KC', '10C', '9C');
    expect(winningFace(deal(tens, row(1, null, 'KD', '10D', null)), null)).toBe('10D');
    const kings = row(0, 0, 'KC', '10C', '9C');
    expect(winningFace(deal(kings, row(0, null, 'KD', '10D', null)), null)).toBe('KD');
  });

  it('may be a jack in a short pack, where jacks can be the highest trumps', () => {
    expect(winningFace(deal(row(0, null, 'AC', 'JC', null, null)), null)).toBeNull();
    expect(winningFace(deal(row(0, null, 'AC', '9C', null, null)), null)).toBe('AC');
    expect(winningFace(deal(row(0, null, 'AC', 'JC', '5C', null)), null)).toBe('AC');
  });

  it('knows the trump from a fact of the table or from the contract', () => {
    expect(shownTrump({ scoreboards: [{ columns: ['', ''], rows: [['trumps', '♠']] }] } as unknown as Scene)).toBe('S');
    expect(shownTrump({ phase: '4 ♥ doubled by seat 2' } as unknown as Scene)).toBe('H');
    expect(shownTrump({ phase: '3 NT by seat 1' } as unknown as Scene)).toBe('');
    expect(shownTrump({ phase: 'play' } as unknown as Scene)).toBeNull();
  });

  it('is not guessed if no usual way explains the tricks, or with other cards', () => {
    expect(winningFace(deal(row(0, 1, 'KC', '2C', '9C'), row(1, 0, 'AD', '3D', '5D'), row(0, null, '4D', '5D', null)), null)).toBeNull();
    expect(winningFace(deal(row(0, 1, 'Red 3', 'Red 9'), row(1, null, 'Red 5', 'Red 4')), null)).toBeNull();
  });
});
