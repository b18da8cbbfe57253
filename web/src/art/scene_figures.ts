/** Has the silhouettes for the pictures of printed cards, in a box of 120 by 80. Parts without a colour of their own are dark. */
import figures from './figures.json';

export const FIGURES: Record<string, string> = figures.scenery;
