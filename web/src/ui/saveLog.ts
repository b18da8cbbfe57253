import { errorText } from '../logic/refusal';
import { api } from '../net/api';
import { storage } from '../net/storage';
import type { Text } from '../text';
import { notice } from './Notices';

/** A click on a link to the log of a match: whoever played gets their own, which a plain link has no token for. */
export function saveLog(event: { preventDefault(): void }, match: string, text: Text): void {
  event.preventDefault();
  api.saveLog(match, storage.bearer(match)).catch((why: Error) => notice(errorText(why, text), true));
}
