/** A picture that is drawn once and copied after that: a card that comes to another pile is new to React, and its picture need not be. */
import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';

const cache = new Map<string, DocumentFragment>();
/** More pictures than the cards of any table: what is over is drawn anew. */
const MAX_PICTURES = 600;

function store(id: string, picture: SVGSVGElement): void {
  if (cache.size >= MAX_PICTURES) cache.delete(cache.keys().next().value!);
  const copy = document.createDocumentFragment();
  for (const child of picture.childNodes) copy.append(child.cloneNode(true));
  cache.set(id, copy);
}

/** `id` says everything that the picture depends on; give it as `key` too. What colours it is left to the styles. */
export function CachedPicture({ id, draw }: { id: string; draw: () => ReactNode }) {
  const known = useRef(cache.get(id)).current;
  const own = useRef<SVGSVGElement>(null);
  const copied = useCallback((picture: SVGSVGElement | null) => picture?.replaceChildren(known!.cloneNode(true)), [known]);
  useLayoutEffect(() => {
    if (own.current) store(id, own.current);
  }, [id]);
  return known ? (
    <svg ref={copied} className="art" viewBox="0 0 100 140" aria-hidden="true" />
  ) : (
    <svg ref={own} className="art" viewBox="0 0 100 140" aria-hidden="true">
      {draw()}
    </svg>
  );
}
