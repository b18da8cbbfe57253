import { describe, expect, it } from 'vitest';
import { readFiles, withDecks, type ChosenFile } from '../src/net/own_game';

const file = (name: string, text: string, webkitRelativePath = ''): ChosenFile => ({
  name,
  webkitRelativePath,
  text: () => Promise.resolve(text),
  arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer as ArrayBuffer),
});

describe('an upload of rules', () => {
  it('sends a single file with its name', async () => {
    expect(await readFiles([file('mine.cgml', 'a')])).toBe('{"files":{"mine.cgml":"a"}}');
    expect(await readFiles([file('notes.pdf', 'b')])).toBe('{"files":{"notes.pdf":"b"}}');
  });

  it('sends an archive as it is', async () => {
    const body = await readFiles([file('game.ZIP', 'PK')]);
    expect(new TextDecoder().decode(body as ArrayBuffer)).toBe('PK');
  });

  it('sends the texts of a folder, without pictures and hidden files', async () => {
    const folder = [file('game.cgml', 'a', 'mine/game.cgml'), file('x.png', 'p', 'mine/x.png'), file('config', 'c', 'mine/.git/config.json'), file('rules.md', 'r', 'mine/rules.md')];
    expect(JSON.parse((await readFiles(folder)) as string)).toEqual({ files: { 'mine/game.cgml': 'a', 'mine/rules.md': 'r' } });
  });
});

it('a pasted deck list lies beside the other lists of the game', () => {
  const body = JSON.parse(withDecks({ 'duel/cards.json': '[]', 'duel/decks/a.txt': '60 Plains' }, { 'deck-2': '60 Swamp' })) as { files: Record<string, string> };
  expect(body.files).toEqual({ 'duel/cards.json': '[]', 'duel/decks/a.txt': '60 Plains', 'duel/decks/own-deck-2.txt': '60 Swamp' });
});
