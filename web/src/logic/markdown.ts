/** Parses the Markdown that rules use: headings, paragraphs, lists, tables, code, emphasis. HTML stays text. */

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string };
export type Block =
  | { kind: 'heading'; level: number; inline: Inline[] }
  | { kind: 'paragraph'; inline: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_]+)_|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const hit of text.matchAll(INLINE)) {
    if (hit.index > at) found.push({ kind: 'text', text: text.slice(at, hit.index) });
    const [all, strong, em, under, code, label, href] = hit;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined || under !== undefined) found.push({ kind: 'em', text: em ?? under ?? '' });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (/^(https?:|#)/.test(href ?? '')) found.push({ kind: 'link', text: label ?? '', href: href ?? '' });
    else found.push({ kind: 'text', text: label ?? '' });
    at = hit.index + all.length;
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) });
  return found;
}

const cells = (line: string): Inline[][] => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim()));

export function markdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  const item = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === '') {
      at++;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, inline: inline(heading[2]!.trim()) });
      at++;
    } else if (line.startsWith('```')) {
      const from = ++at;
      while (at < lines.length && !lines[at]!.startsWith('```')) at++;
      blocks.push({ kind: 'code', text: lines.slice(from, at).join('\n') });
      at++;
    } else if (line.includes('|') && /^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(lines[at + 1] ?? '')) {
      const head = cells(line);
      at += 2;
      const rows = [];
      while (at < lines.length && lines[at]!.includes('|')) rows.push(cells(lines[at++]!));
      blocks.push({ kind: 'table', head, rows });
    } else if (item.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const items: string[] = [];
      while (at < lines.length && lines[at]!.trim() !== '') {
        const hit = item.exec(lines[at]!);
        if (hit) items.push(hit[3]!);
        else items[items.length - 1] += ` ${lines[at]!.trim()}`;
        at++;
      }
      blocks.push({ kind: 'list', ordered, items: items.map(inline) });
    } else {
      const from = at;
      while (at < lines.length && lines[at]!.trim() !== '' && !item.test(lines[at]!) && !lines[at]!.startsWith('#')) at++;
      blocks.push({ kind: 'paragraph', inline: inline(lines.slice(from, at).map((part) => part.trim()).join(' ')) });
    }
  }
  return blocks;
}
