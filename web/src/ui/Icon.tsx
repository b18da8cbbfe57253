/** Icons as SVG. */
const PATHS = {
  first: 'M5 5v14M19 5 9 12l10 7z',
  back: 'M17 5 7 12l10 7z',
  on: 'M7 5l10 7-10 7z',
  last: 'M19 5v14M5 5l10 7-10 7z',
  lobby: 'M20 12H5M11 6l-6 6 6 6',
  turn: 'M8 4v16M8 4 4.5 8M8 4l3.5 4M16 20V4M16 20l-3.5-4M16 20l3.5-4',
  close: 'M6 6l12 12M18 6 6 18',
  machine: 'M7 9h10v8H7zM12 9V5M10 13h.01M14 13h.01M4 12v3M20 12v3',
  undo: 'M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-3',
  flag: 'M6 21V4h11l-2.500 4L17 12H6',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const solid = name === 'first' || name === 'back' || name === 'on' || name === 'last';
  return (
    <svg className="icon-art" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill={solid ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <path d={PATHS[name]} />
    </svg>
  );
}
