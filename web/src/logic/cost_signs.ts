/** Signs in braces, such as `{2}`, `{R}`, `{W/U}`, `{T}` and `{coin}`, in costs and rules texts. */

const SIGN = /\{([^{}\s]{1,12})\}/g;

/** The signs of a cost, in order. */
export const signsOf = (cost: string): string[] => [...cost.matchAll(SIGN)].map((found) => found[1]!);

/** A text, split into plain parts and signs. */
export function splitSigns(words: string): { text: string; sign?: string }[] {
  const parts: { text: string; sign?: string }[] = [];
  let at = 0;
  for (const found of words.matchAll(SIGN)) {
    if (found.index > at) parts.push({ text: words.slice(at, found.index) });
    parts.push({ text: found[0], sign: found[1]! });
    at = found.index + found[0].length;
  }
  if (at < words.length) parts.push({ text: words.slice(at) });
  return parts;
}

/** The first sign of mana that a text makes: `{T}: Add {G}.` makes `G`. `null` if it makes none. */
export const madeSign = (rules: string): string | null => /\badd \{([WUBRGC])\}/i.exec(rules)?.[1] ?? null;
