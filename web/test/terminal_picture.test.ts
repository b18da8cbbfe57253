// Tests how the screen of a terminal becomes a page for a picture.
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script of plain JavaScript has no types
import { colour, html } from '../scripts/terminal.mjs';

describe('the picture of a terminal', () => {
  it('knows the 256 colours', () => {
    expect(colour(231)).toBe('rgb(255,255,255)');
    expect(colour(16)).toBe('rgb(0,0,0)');
    expect(colour(110)).toBe('rgb(135,175,215)');
    expect(colour(232)).toBe('rgb(8,8,8)');
  });

  it('keeps a style until another sequence changes it, also on the next line', () => {
    const page = html('\x1b[1m\x1b[38;5;231mA\nB\x1b[0mC\n');
    expect(page).toContain('<div><span style="color:rgb(255,255,255);font-weight:700"><i>A</i></span></div>');
    expect(page).toContain('<div><span style="color:rgb(255,255,255);font-weight:700"><i>B</i></span><span style="color:#d7dce3"><i>C</i></span></div>');
  });

  it('swaps colours and escapes letters', () => {
    expect(html('\x1b[7m<\x1b[27m&')).toContain('color:#15181d;background:#d7dce3"><i>&lt;</i></span><span style="color:#d7dce3"><i>&amp;</i>');
    expect(html('\x1b[48;2;1;2;3mx')).toContain('background:rgb(1,2,3)');
  });
});
