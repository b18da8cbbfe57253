/** Arrows over the table: attackers, blockers and targets. Their ends follow the boxes of cards, players and items of the stack. */
import { useEffect, useState, type RefObject } from 'react';
import type { Arrow, End } from '../logic/playmat';
import type { Scene } from '../messages';

type Box = { x: number; y: number; w: number; h: number };
type Drawn = { path: string; kind: Arrow['kind']; middle: { x: number; y: number } };

/** The box of an element inside the table. Offsets ignore animations, so arrows point to where a card will lie. */
function boxOf(element: HTMLElement, root: HTMLElement): Box {
  let [x, y] = [0, 0];
  for (let at: HTMLElement | null = element; at && at !== root; at = at.offsetParent as HTMLElement | null) {
    x += at.offsetLeft - (at === element ? 0 : at.scrollLeft);
    y += at.offsetTop - (at === element ? 0 : at.scrollTop);
  }
  return { x, y, w: element.offsetWidth, h: element.offsetHeight };
}

function find(root: HTMLElement, end: End): HTMLElement | null {
  if ('key' in end) return root.querySelector<HTMLElement>(`.field [data-key="${end.key}"]`) ?? root.querySelector<HTMLElement>(`[data-key="${end.key}"]`);
  if ('seat' in end) return root.querySelector<HTMLElement>(`.player-block[data-seat="${end.seat}"]`);
  return root.querySelector<HTMLElement>(`[data-item="${end.item}"]`);
}

/** The point where the line to another point leaves a box. */
function edge(box: Box, to: { x: number; y: number }, inset: number): { x: number; y: number } {
  const [cx, cy] = [box.x + box.w / 2, box.y + box.h / 2];
  const [dx, dy] = [to.x - cx, to.y - cy];
  const scale = Math.min(Math.abs(dx) < 1 ? Infinity : box.w / 2 / Math.abs(dx), Math.abs(dy) < 1 ? Infinity : box.h / 2 / Math.abs(dy), 1);
  const length = Math.hypot(dx, dy) || 1;
  return { x: cx + dx * scale - (dx / length) * inset, y: cy + dy * scale - (dy / length) * inset };
}

function draw(root: HTMLElement, { from, to, kind }: Arrow): Drawn | null {
  const [a, b] = [find(root, from), find(root, to)];
  if (!a || !b) return null;
  const [start, end] = [boxOf(a, root), boxOf(b, root)];
  const centre = (box: Box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
  const p = edge(start, centre(end), 10);
  const q = edge(end, centre(start), -6);
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const length = Math.hypot(dx, dy);
  const bend = kind === 'block' || (kind === 'plan' && length < 160) ? 0 : Math.min(70, length * 0.22);
  // Arrows bend upwards.
  const side = dx >= 0 ? -1 : 1;
  const control = { x: (p.x + q.x) / 2 - (dy / (length || 1)) * bend * side, y: (p.y + q.y) / 2 + (dx / (length || 1)) * bend * side };
  return { path: `M${p.x.toFixed(1)} ${p.y.toFixed(1)}Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${q.x.toFixed(1)} ${q.y.toFixed(1)}`, kind, middle: { x: (p.x + 2 * control.x + q.x) / 4, y: (p.y + 2 * control.y + q.y) / 4 } };
}

export function Arrows({ root, arrows, scene, size }: { root: RefObject<HTMLElement | null>; arrows: Arrow[]; scene: Scene; size: { width: number; height: number } }) {
  const [drawn, setDrawn] = useState<Drawn[]>([]);
  // The table itself is known only after its first drawing, so this cannot be a layout effect.
  useEffect(() => {
    const mat = root.current;
    setDrawn(mat ? arrows.flatMap((arrow) => draw(mat, arrow) ?? []) : []);
  }, [root, arrows, scene, size.width, size.height]);
  if (drawn.length === 0) return null;
  return (
    <svg className="arrows" width={size.width} height={size.height} aria-hidden="true">
      <defs>
        {(['attack', 'target', 'later', 'plan'] as const).map((kind) => (
          <marker key={kind} id={`head-${kind}`} viewBox="0 0 10 10" refX="6.500" refY="5" markerWidth="4.200" markerHeight="4.200" orient="auto-start-reverse">
            <path d="M0 0 10 5 0 10z" className={`head ${kind}`} />
          </marker>
        ))}
      </defs>
      {drawn.map(({ path, kind }, at) => (
        <g key={at} data-arrow={kind}>
          <path d={path} className="under" />
          <path d={path} className={`arrow ${kind}`} markerEnd={kind === 'block' ? undefined : `url(#head-${kind})`} />
        </g>
      ))}
      {drawn.filter(({ kind }) => kind === 'block').map(({ middle }, at) => (
        <g key={`x${at}`} transform={`translate(${middle.x} ${middle.y})`} className="clash">
          <circle r="12" />
          <path d="M-5-5 5 5M5-5-5 5" />
        </g>
      ))}
    </svg>
  );
}
