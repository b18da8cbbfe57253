/** Uploads rules that a visitor has written. */
import type { RefusalCode, UploadedGame } from '../messages';
import { RefusedError } from './api';

/** A mistake in the rules, as `rulebook check --json` writes it. */
export type Diagnostic = { severity: string; code: string; message: string; file: string; line: number; column: number; label: string; help: string | null };

export type OwnUpload = { diagnostics: Diagnostic[]; game?: UploadedGame };

/** The part of a `File` that is needed here. */
export type ChosenFile = Pick<File, 'name' | 'text' | 'arrayBuffer' | 'webkitRelativePath'>;

/** Endings of files that belong to a game. Other files of a folder are not sent. */
const TEXTS = /\.(cgml|ya?ml|json|md|txt|play)$/i;

/** The body of an upload: the archive itself, or JSON with the texts of the files. */
export async function readFiles(files: ChosenFile[]): Promise<ArrayBuffer | string> {
  const [first] = files;
  if (first && files.length === 1 && /\.zip$/i.test(first.name)) return first.arrayBuffer();
  const texts: Record<string, string> = {};
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    // A single file counts as rules whatever its ending is, so that the server can say what is wrong with it.
    if (files.length > 1 && (!TEXTS.test(path) || path.split('/').some((part) => part.startsWith('.')))) continue;
    texts[path] = await file.text();
  }
  return JSON.stringify({ files: texts });
}

/** The name of the deck that a visitor pastes for an option such as `deck-1`. */
export const ownDeckName = (option: string): string => `own-${option}`;

/** The body of an upload: the files of a game, and deck lists beside its other lists. */
export function withDecks(files: Record<string, string>, lists: Record<string, string>): string {
  const known = Object.keys(files).find((name) => /(^|\/)decks\//.test(name)) ?? 'decks/';
  const folder = known.slice(0, known.indexOf('decks/') + 'decks/'.length);
  const added = Object.entries(lists).map(([option, text]) => [`${folder}${ownDeckName(option)}.txt`, text]);
  return JSON.stringify({ files: { ...files, ...Object.fromEntries(added) } });
}

/** Sends the rules to the server and returns its diagnostics. Without errors, the server keeps the game. */
export async function checkOwnGame(body: ArrayBuffer | string): Promise<OwnUpload> {
  const type = typeof body === 'string' ? 'application/json' : 'application/zip';
  let answer: Response;
  try {
    answer = await fetch('/games', { method: 'POST', body, headers: { 'content-type': type } });
  } catch {
    throw new RefusedError('offline', '', 0);
  }
  const told = (await answer.json().catch(() => ({}))) as OwnUpload & { code?: RefusalCode; reason?: string };
  if (!answer.ok) throw new RefusedError(told.code ?? 'unavailable', told.reason ?? `${answer.status}`, answer.status);
  return told;
}
