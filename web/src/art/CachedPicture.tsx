/**
 * Caches drawings of cards. When a card moves to another pile, React creates a new element for it. Its picture is then copied instead of
 * drawn again.
 */
import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';

const cache = new Map<string, DocumentFragment>();
/** Maximum number of cached pictures. If there are more, the oldest is dropped. */
const MAX_PICTURES = 600;

function store(id: string, picture: SVGSVGElement): void {
  if (cache.size >= MAX_PICTURES) cache.delete(cache.keys().next().value!);
  const copy = document.createDocumentFragment();
  for (const child of picture.childNodes) copy.append(child.cloneNode(true));
  cache.set(id, copy);
}

/** Draws a picture, or copies it from the cache. `id` must identify the picture; also use it as `key`. Colours come from CSS. */
export function CachedPicture({ id, draw, height = 140 }: { id: string; draw: () => ReactNode; /** The height of the drawing at a width of 100. */ height?: number }) {
  const known = useRef(cache.get(id)).current;
  const own = useRef<SVGSVGElement>(null);
  const copied = useCallback((picture: SVGSVGElement | null) => picture?.replaceChildren(known!.cloneNode(true)), [known]);
  useLayoutEffect(() => {
    if (own.current) store(id, own.current);
  }, [id]);
  return known ? (
    <svg ref={copied} className="art" viewBox={`0 0 100 ${height}`} aria-hidden="true" />
  ) : (
    <svg ref={own} className="art" viewBox={`0 0 100 ${height}`} aria-hidden="true">
      {draw()}
    </svg>
  );
}
