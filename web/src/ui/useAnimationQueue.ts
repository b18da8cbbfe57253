/** Plays updates as animation frames, one after another. The more updates wait, the shorter each frame is shown. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { animationFrames, frameDuration, type AnimationFrame, type Said } from '../logic/animation_frames';
import { withFacesOf, type KnownFaces } from '../logic/apply_step';
import type { Show } from '../messages';

/** The queue from which views are taken. */
type ViewSource = { take(): Show | null; snapshot(): { waiting: Show[] } };
type DrawnFrame = { show: Show | null; said: Said[]; duration: number };

export type AnimationState = DrawnFrame & {
  upToDate: boolean;
  /** Shows the next frame at once. */
  skip: () => void;
};

export function useAnimationQueue(link: ViewSource, state: { view: Show | null; waiting: Show[] }, still: boolean, hurry: number): AnimationState {
  const [drawn, setDrawn] = useState<DrawnFrame>({ show: null, said: [], duration: 0 });
  const [free, setFree] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const acted = useRef<{ show: Show; beats: AnimationFrame[] } | null>(null);
  const last = useRef<Show | null>(null);
  const faces = useRef<KnownFaces>(new Map());

  const skip = useCallback(() => {
    if (!timer.current) return;
    clearTimeout(timer.current);
    timer.current = null;
    setFree((free) => free + 1);
  }, []);

  useEffect(() => {
    if (timer.current) return;
    const hidden = document.hidden;
    if (!acted.current || acted.current.beats.length === 0) {
      if (state.waiting.length === 0) return;
      const show = link.take();
      if (!show) return;
      const before = last.current?.viewer && JSON.stringify(last.current.viewer) === JSON.stringify(show.viewer) ? last.current.scene : null;
      const all = animationFrames(hidden ? null : before, show, faces.current);
      faces.current = withFacesOf(faces.current, show.scene);
      acted.current = { show, beats: all };
      last.current = show;
    }
    const { show, beats: left } = acted.current;
    const beat = left.shift()!;
    const final = left.length === 0;
    const { travel, stay } = hidden ? { travel: 0, stay: 0 } : frameDuration(beat, final, link.snapshot().waiting.length, still);
    setDrawn({ show: final ? { ...show, steps: beat.steps } : { ...show, scene: beat.scene, steps: beat.steps, ask: null }, said: beat.said, duration: travel / hurry });
    if (stay > 0) timer.current = setTimeout(skip, stay / hurry);
    else if (!final) setFree((free) => free + 1);
  }, [link, state.waiting, still, hurry, free, skip]);

  useEffect(() => () => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  }, []);

  const newest = state.view;
  const upToDate = drawn.show !== null && newest !== null && drawn.show.scene === newest.scene;
  return { ...drawn, upToDate, skip };
}
