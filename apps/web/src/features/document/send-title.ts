import type { Document } from '@longhand/contract';
import type { Call } from '../../api/caller.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { TitleSent } from './title-sender.ts';

/**
 * Sends a title to the server, and calls `saved` with the document that it returns. An error that a
 * later attempt cannot change is `refused`, any other `failed`: then the title is sent again.
 */
export async function sendTitle(
  call: Call,
  { id, userId }: { id: string; userId: string },
  title: string,
  saved: (document: Document) => void,
): Promise<TitleSent> {
  try {
    saved(await call('updateDocument', { params: { id }, body: { title }, as: userId }));
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof ApiFailure)) return { kind: 'failed' };
    const isForGood =
      error.status >= 400 &&
      error.status < 500 &&
      error.status !== 401 &&
      error.status !== 408 &&
      error.status !== 429;
    return isForGood ? { kind: 'refused', reason: error.sentence } : { kind: 'failed' };
  }
}
