// Plays a game in a real terminal (tmux) and turns the screen into a page, from which `pictures.mjs` makes a picture.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../e2e/lib.mjs';

const PAPER = '#15181d';
const INK = '#d7dce3';
/** The first 16 colours, which each terminal chooses for itself. */
const NAMED = ['#15181d', '#e06c75', '#8fbf7f', '#d9b36c', '#6fa8ff', '#c08bd8', '#5fb3b3', '#c3cad4', '#5c6673', '#ff8a8f', '#a9d696', '#f2cf87', '#95c0ff', '#d9a9ee', '#83d0d0', '#ffffff'];
/** The brightness of a colour channel in the cube of 6 × 6 × 6 colours. */
const STEPS = [0, 95, 135, 175, 215, 255];

/** The colour with this number in the palette of 256 colours. */
export function colour(number) {
  if (number < 16) return NAMED[number];
  if (number > 231) return `rgb(${Array(3).fill(8 + 10 * (number - 232)).join(',')})`;
  const at = number - 16;
  return `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => STEPS[step]).join(',')})`;
}

/** Applies the numbers of one escape sequence (SGR) to a style. */
function styled(style, codes) {
  const next = { ...style };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at];
    if (code === 0) Object.assign(next, { ink: null, paper: null, bold: false, dim: false, swapped: false });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) next.bold = next.dim = false;
    else if (code === 7 || code === 27) next.swapped = code === 7;
    else if (code === 38 || code === 48) {
      const part = code === 38 ? 'ink' : 'paper';
      if (codes[at + 1] === 5) next[part] = colour(codes[at + 2]);
      else next[part] = `rgb(${codes.slice(at + 2, at + 5).join(',')})`;
      at += codes[at + 1] === 5 ? 2 : 4;
    } else if (code === 39) next.ink = null;
    else if (code === 49) next.paper = null;
    else if (code >= 30 && code <= 37) next.ink = NAMED[code - 30];
    else if (code >= 90 && code <= 97) next.ink = NAMED[code - 82];
    else if (code >= 40 && code <= 47) next.paper = NAMED[code - 40];
    else if (code >= 100 && code <= 107) next.paper = NAMED[code - 92];
  }
  return next;
}

const escaped = (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter;

/** The screen of a terminal, with escape sequences, as HTML. Every letter has the same width, whatever font it comes from. */
export function html(screen) {
  let style = { ink: null, paper: null, bold: false, dim: false, swapped: false };
  const line = (text) => {
    let out = '';
    for (const part of text.split(/(\x1b\[[\d;]*m)/)) {
      const codes = /^\x1b\[([\d;]*)m$/.exec(part);
      if (codes) style = styled(style, codes[1].split(';').map(Number));
      else if (part) {
        const [ink, paper] = style.swapped ? [style.paper ?? PAPER, style.ink ?? INK] : [style.ink ?? INK, style.paper];
        const css = `color:${ink}${paper ? `;background:${paper}` : ''}${style.bold ? ';font-weight:700' : ''}${style.dim ? ';opacity:.6' : ''}`;
        out += `<span style="${css}">${[...part].map((letter) => `<i>${escaped(letter)}</i>`).join('')}</span>`;
      }
    }
    return `<div>${out}</div>`;
  };
  const lines = screen.replace(/\n$/, '').split('\n').map(line).join('');
  return `<!doctype html><meta charset="utf-8"><style>
    body{margin:0;padding:14px;background:${PAPER};font:15px/18px "DejaVu Sans Mono",Menlo,Consolas,monospace;width:max-content}
    div{height:18px;white-space:pre}i{display:inline-block;width:9px;height:18px;font-style:normal;text-align:center;overflow:visible}</style>${lines}`;
}

/** Starts `rulebook play WORDS` in a terminal of this size, plays these moves, and returns the screen. */
export async function playedScreen(words, moves, { columns = 100, rows = 26, waits }) {
  const home = mkdtempSync(join(tmpdir(), 'rulebook-terminal-'));
  const tmux = (...args) => execFileSync('tmux', ['-L', `rulebook-picture-${process.pid}`, ...args], { encoding: 'utf8' });
  const shown = async (test, what) => {
    for (let tries = 0; tries < 600; tries++) {
      const screen = tmux('capture-pane', '-p');
      if (test(screen)) return screen;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the terminal does not show ${what}:\n${tmux('capture-pane', '-p')}`);
  };
  const line = `env -u NO_COLOR HOME=${home} TERM=tmux-256color ${program()} play ${words}`;
  tmux('-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), line);
  try {
    let before = await shown((screen) => screen.includes(waits), waits);
    for (const move of moves) {
      tmux('send-keys', '-l', move);
      await shown((screen) => screen.includes(move), move);
      tmux('send-keys', 'Enter');
      // The next decision is shown after the answer of the bot.
      const last = before;
      before = await shown((screen) => screen.includes(waits) && screen !== last && !screen.includes('thinking'), 'the next move');
      await new Promise((done) => setTimeout(done, 1500));
    }
    return tmux('capture-pane', '-p', '-e', '-N');
  } finally {
    tmux('kill-server');
    rmSync(home, { recursive: true, force: true });
  }
}
