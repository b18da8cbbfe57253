import { describe, expect, it } from 'vitest';
import { deriveKey, hash, hex } from '../src/logic/blake3';
import { isFair, mixKey } from '../src/logic/fair_deal';

/** The input of the published test vectors: bytes 0 to 250, repeated. */
const input = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);
const CONTEXT = 'BLAKE3 2019-12-27 16:29:52 test vectors context';

describe('BLAKE3', () => {
  it('agrees with the published vectors', () => {
    expect(hex(hash(input(0)))).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
    expect(hex(hash(input(1)))).toBe('2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213');
    expect(hex(hash(input(1024)))).toBe('42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7');
    expect(hex(hash(input(1025)))).toBe('d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444');
    expect(hex(hash(input(3073)))).toBe('7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3');
    expect(hex(deriveKey(CONTEXT, input(0)))).toBe('2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d');
  });
});

describe('a match that was played', () => {
  const status = {
    commitment: '723c9f2fca59750208562774d36b0a85e8f61625549ed309445d52018ae14556',
    secret: 'f7f58e41893168e9b31d1bdee8581a52302b8a942ec751e0db6b90344a77fc10',
    key: '4cde1f655a173b1b18b6e8d35be8f59321b5cb3c39bbf5dc0e14c8596cd08111',
    entropy: ['', ''],
  };
  it('is fair if the published secret and words match', () => {
    expect(isFair(status)).toBe(true);
    expect(mixKey(status.secret, status.entropy)).toBe(status.key);
  });
  it('is not fair with other words, another secret or no published secret', () => {
    expect(isFair({ ...status, entropy: ['a', ''] })).toBe(false);
    expect(isFair({ ...status, secret: status.key })).toBe(false);
    expect(isFair({ ...status, secret: null })).toBe(false);
  });
});
