/** Checks in the browser that the deal was fair. */
import type { Status } from '../messages';
import { deriveKey, hash, hex, unhex } from './blake3';

const COMMITMENT = 'rulebook 2026 key commitment';
const MIXED = 'rulebook 2026 fair key';

function varint(n: number): number[] {
  const bytes = [];
  for (; n >= 0x80; n >>>= 7) bytes.push((n & 0x7f) | 0x80);
  return [...bytes, n];
}

const text = (words: string): number[] => {
  const bytes = new TextEncoder().encode(words);
  return [...varint(bytes.length), ...bytes];
};

/** The key of the shuffle: a hash of the server's secret and the words of the players. */
export function mixKey(secret: string, words: string[]): string {
  const bytes = [...text(MIXED), ...unhex(secret), ...varint(words.length), ...words.flatMap(text)];
  return hex(hash(Uint8Array.from(bytes)));
}

/**
 * Whether the deal was fair. The server's secret must match the commitment that was published before anyone joined, and must give the key.
 */
export function isFair(status: Pick<Status, 'commitment' | 'secret' | 'key' | 'entropy'>): boolean {
  if (!status.secret || !status.key) return false;
  const sealed = hex(deriveKey(COMMITMENT, unhex(status.secret)));
  return sealed === status.commitment && mixKey(status.secret, status.entropy) === status.key;
}
