/** The pages of the site as parts of the address after `#`: `#/t/ID?invite=TOKEN`. */
import { useSyncExternalStore } from 'react';

export type Route =
  | { page: 'lobby' }
  | { page: 'showcase'; part: string | null }
  | { page: 'dev' }
  | { page: 'new'; game: string }
  | { page: 'table'; match: string; invite: string | null; watch: string | null; god: boolean }
  | { page: 'replay'; match: string | null; at: number; /** The view: a seat, `spectator` or `god`. `null` for the own seat. */ as: string | null };

export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, id] = path.split('/');
  const asked = new URLSearchParams(query);
  if (page === 'new' && id) return { page: 'new', game: decodeURIComponent(id) };
  if (page === 't' && id) return { page: 'table', match: id, invite: asked.get('invite'), watch: asked.get('watch'), god: asked.has('god') };
  if (page === 'showcase') return { page, part: id || null };
  if (page === 'dev') return { page };
  if (page === 'replay') return { page: 'replay', match: id || null, at: Number(asked.get('at') ?? 0) || 0, as: asked.get('as') };
  return { page: 'lobby' };
}

/** The route for a pasted link or table id. `null` if the text is neither. */
export function tableOf(text: string): string | null {
  const link = /#\/t\/[^\s]+/.exec(text);
  if (link) return link[0];
  const id = text.trim();
  return /^[0-9a-f]{24}$/.test(id) ? `#/t/${id}` : null;
}

/** A typed table code in capitals, without spaces and hyphens. `null` if the text cannot be a code. */
export function codeOf(text: string): string | null {
  const code = text.replace(/[\s\u002d\u2010-\u2015]/g, '').toUpperCase();
  return /^[2-9A-HJKMNP-Z]{6}$/.test(code) ? code : null;
}

export const go = (hash: string): void => {
  location.hash = hash;
};

const listen = (heard: () => void) => {
  window.addEventListener('hashchange', heard);
  return () => window.removeEventListener('hashchange', heard);
};

export const useHash = (): string => useSyncExternalStore(listen, () => location.hash);
