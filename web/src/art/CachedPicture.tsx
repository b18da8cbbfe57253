/** Caches the drawing of a card. A card that changes its pile is new to React; its picture is copied. */
import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';

const cache = new Map<string, DocumentFragment>();
/** Maximum number of cached pictures. The oldest is dropped beyond it. */
const MAX_PICTURES = 600;

function store(id: string, picture: SVGSVGElement): void {
  if (cache.size >= MAX_PICTURES) cache.delete(cache.keys().next().value!);
  const copy = document.createDocumentFragment();
  for (const child of picture.childNodes) copy.append(child.cloneNode(true));
  cache.set(id, copy);
}

/** `id` must identify the picture; use it as `key`, too. Colours come from CSS. */
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
