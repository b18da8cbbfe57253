/** Makes the addresses of card pictures. A game names the picture of a card by the property `art`. */

let root = '';

/** Sets the address below which the pictures of the shown game are. */
export function setPictureRoot(address: string): void {
  root = address;
}

/** The address of the pictures of a game on this server. */
export const picturesOf = (game: string): string => `/games/${encodeURIComponent(game)}/art/`;

/** The address of a picture. Empty if the card has none, or if no game is shown. */
export const pictureAddress = (art: string): string => (art === '' || root === '' ? '' : root + art.split('/').map(encodeURIComponent).join('/'));
