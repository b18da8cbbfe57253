// Rewrites a PNG with a palette of at most 256 colours (median cut, no dithering), so that screenshots stay small.
// Reads only what Chromium writes: 8 bits per channel, RGB or RGBA, not interlaced.
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** Returns width, height and the pixels as RGB. */
function decode(png) {
  let at = 8;
  let width = 0, height = 0, channels = 0;
  const parts = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = data.readUInt32BE(0);
      height = data.readUInt32BE(4);
      channels = { 2: 3, 6: 4 }[data[9]];
      if (data[8] !== 8 || !channels || data[12] !== 0) throw new Error('this kind of PNG is not supported');
    }
    if (type === 'IDAT') parts.push(data);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const rgb = Buffer.alloc(width * height * 3);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const row = Buffer.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? row[x - channels] : 0;
      const up = above[x];
      const corner = x >= channels ? above[x - channels] : 0;
      let guess = 0;
      if (filter === 1) guess = left;
      else if (filter === 2) guess = up;
      else if (filter === 3) guess = (left + up) >> 1;
      else if (filter === 4) {
        const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
        guess = a <= b && a <= c ? left : b <= c ? up : corner;
      }
      row[x] = (row[x] + guess) & 255;
    }
    for (let x = 0; x < width; x++) row.copy(rgb, (y * width + x) * 3, x * channels, x * channels + 3);
    above = row;
  }
  return { width, height, rgb };
}

/** Splits the colours into at most `limit` boxes along their longest side. Returns the mean of each box, and the box of each colour. */
function quantise(rgb, limit) {
  const counts = new Map();
  for (let i = 0; i < rgb.length; i += 3) {
    const colour = (rgb[i] << 16) | (rgb[i + 1] << 8) | rgb[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const channel = (colour, shift) => (colour >> shift) & 255;
  const measure = (colours) => {
    let best = { span: -1, shift: 0 };
    for (const shift of [16, 8, 0]) {
      let low = 255, high = 0;
      for (const colour of colours) {
        low = Math.min(low, channel(colour, shift));
        high = Math.max(high, channel(colour, shift));
      }
      if (high - low > best.span) best = { span: high - low, shift };
    }
    const weight = colours.reduce((sum, colour) => sum + counts.get(colour), 0);
    return { colours, ...best, weight };
  };
  const boxes = [measure([...counts.keys()])];
  while (boxes.length < limit) {
    // The square root gives large areas of one colour less weight, so that they do not use up the
    // palette.
    let worst = -1, score = 0;
    boxes.forEach((box, at) => {
      const value = box.span * Math.sqrt(box.weight);
      if (box.colours.length > 1 && value > score) [worst, score] = [at, value];
    });
    if (worst < 0) break;
    const { colours, shift, weight } = boxes[worst];
    colours.sort((a, b) => channel(a, shift) - channel(b, shift));
    let sum = 0, cut = 0;
    while (cut < colours.length - 1 && sum < weight / 2) sum += counts.get(colours[cut++]);
    boxes.splice(worst, 1, measure(colours.slice(0, cut)), measure(colours.slice(cut)));
  }
  const index = new Map();
  const palette = boxes.map(({ colours, weight }, at) => {
    const mean = [16, 8, 0].map((shift) => Math.round(colours.reduce((sum, colour) => sum + channel(colour, shift) * counts.get(colour), 0) / weight));
    for (const colour of colours) index.set(colour, at);
    return mean;
  });
  return { palette, index };
}

/** Returns the same picture as a PNG with a palette of at most `limit` colours. */
export function withPalette(png, limit = 256) {
  const { width, height, rgb } = decode(png);
  const { palette, index } = quantise(rgb, limit);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3;
      rows[y * (width + 1) + 1 + x] = index.get((rgb[i] << 16) | (rgb[i + 1] << 8) | rgb[i + 2]);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
