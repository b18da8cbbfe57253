import { describe, expect, it } from 'vitest';
import type { TrickRow } from '../src/logic/trick_record';
import { winningFace } from '../src/logic/winning_card';

const row = (led: number, winner: number | null, ...plays: (string | null)[]): TrickRow => ({ led, winner, plays });
const deal = (...tricks: TrickRow[]) => [{ deal: 1, tricks }];

describe('the card that wins a trick', () => {
  it('is not known before any trick was won, because the lowest card could win', () => {
    expect(winningFace(deal(row(0, null, '2C', '6C', null, null)), null)).toBeNull();
  });

  it('is the highest card of the suit led if this explains the tricks before', () => {
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
    // A spade that lost a trick is no trump.
    expect(winningFace(deal(won, row(2, 2, '3H', '4H', 'AH', '7S'), now), null)).toBe('5D');
  });

  it('follows the order of the game: in some games a ten beats a king', () => {
    const tens = row(0, 1, 'KC', '10C', '9C');
    expect(winningFace(deal(tens, row(1, null, 'KD', '10D', null)), null)).toBe('10D');
    const kings = row(0, 0, 'KC', '10C', '9C');
    expect(winningFace(deal(kings, row(0, null, 'KD', '10D', null)), null)).toBe('KD');
  });

  it('is not guessed if no usual way explains the tricks, or with other cards', () => {
    expect(winningFace(deal(row(0, 1, 'KC', '2C', '9C'), row(1, 0, 'AD', '3D', '5D'), row(0, null, '4D', '5D', null)), null)).toBeNull();
    expect(winningFace(deal(row(0, 1, 'Red 3', 'Red 9'), row(1, null, 'Red 5', 'Red 4')), null)).toBeNull();
  });
});
