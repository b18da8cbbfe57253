/** The hash function BLAKE3 and its key derivation, for checking a deal in the browser. */
const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const SHUFFLE = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const [CHUNK_START, CHUNK_END, PARENT, ROOT, CONTEXT, MATERIAL] = [1, 2, 4, 8, 32, 64] as const;
const CHUNK = 1024;

type Words = number[];

function compress(chain: Words, block: Words, counter: number, length: number, flags: number): Words {
  const v = [...chain, ...IV.slice(0, 4), counter >>> 0, Math.floor(counter / 2 ** 32) >>> 0, length, flags];
  const turn = (value: number, by: number) => ((value >>> by) | (value << (32 - by))) >>> 0;
  const mix = (a: number, b: number, c: number, d: number, x: number, y: number) => {
    v[a] = (v[a]! + v[b]! + x) >>> 0;
    v[d] = turn(v[d]! ^ v[a]!, 16);
    v[c] = (v[c]! + v[d]!) >>> 0;
    v[b] = turn(v[b]! ^ v[c]!, 12);
    v[a] = (v[a]! + v[b]! + y) >>> 0;
    v[d] = turn(v[d]! ^ v[a]!, 8);
    v[c] = (v[c]! + v[d]!) >>> 0;
    v[b] = turn(v[b]! ^ v[c]!, 7);
  };
  let m = block;
  for (let round = 0; round < 7; round++) {
    mix(0, 4, 8, 12, m[0]!, m[1]!);
    mix(1, 5, 9, 13, m[2]!, m[3]!);
    mix(2, 6, 10, 14, m[4]!, m[5]!);
    mix(3, 7, 11, 15, m[6]!, m[7]!);
    mix(0, 5, 10, 15, m[8]!, m[9]!);
    mix(1, 6, 11, 12, m[10]!, m[11]!);
    mix(2, 7, 8, 13, m[12]!, m[13]!);
    mix(3, 4, 9, 14, m[14]!, m[15]!);
    m = SHUFFLE.map((at) => m[at]!);
  }
  return Array.from({ length: 8 }, (_, at) => (v[at]! ^ v[at + 8]!) >>> 0);
}

function words(bytes: Uint8Array): Words {
  const padded = new Uint8Array(64);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return Array.from({ length: 16 }, (_, at) => view.getUint32(at * 4, true));
}

/** Hashes one chunk. The flags of its last block include `root`. */
function chunk(key: Words, bytes: Uint8Array, counter: number, flags: number, root: number): Words {
  const blocks = Math.max(1, Math.ceil(bytes.length / 64));
  let chain = key;
  for (let at = 0; at < blocks; at++) {
    const block = bytes.subarray(at * 64, at * 64 + 64);
    const own = (at === 0 ? CHUNK_START : 0) | (at === blocks - 1 ? CHUNK_END | root : 0);
    chain = compress(chain, words(block), counter, block.length, flags | own);
  }
  return chain;
}

function tree(key: Words, bytes: Uint8Array, counter: number, flags: number, root: number): Words {
  if (bytes.length <= CHUNK) return chunk(key, bytes, counter, flags, root);
  // The left part is the largest complete binary tree of chunks that leaves at least one byte for the right part.
  const left = 2 ** Math.floor(Math.log2((bytes.length - 1) / CHUNK));
  const one = tree(key, bytes.subarray(0, left * CHUNK), counter, flags, 0);
  const two = tree(key, bytes.subarray(left * CHUNK), counter + left, flags, 0);
  return compress(key, [...one, ...two], 0, 64, flags | PARENT | root);
}

function bytesOf(chain: Words): Uint8Array {
  const view = new DataView(new ArrayBuffer(32));
  chain.forEach((word, at) => view.setUint32(at * 4, word, true));
  return new Uint8Array(view.buffer);
}

export const hash = (bytes: Uint8Array): Uint8Array => bytesOf(tree(IV, bytes, 0, 0, ROOT));

export function deriveKey(context: string, material: Uint8Array): Uint8Array {
  const key = tree(IV, new TextEncoder().encode(context), 0, CONTEXT, ROOT);
  return bytesOf(tree(key, material, 0, MATERIAL, ROOT));
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
