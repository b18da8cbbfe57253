import { errorText } from '../logic/refusal';
import { api } from '../net/api';
import { storage } from '../net/storage';
import type { Text } from '../text';
import { notice } from './Notices';

/** Downloads the log of a match with the token of the viewer. A plain link could not send the token. */
export function saveLog(event: { preventDefault(): void }, match: string, text: Text): void {
  event.preventDefault();
  api.saveLog(match, storage.bearer(match)).catch((why: Error) => notice(errorText(why, text), true));
}
