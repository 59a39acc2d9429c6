import { t } from '@lingui/core/macro';
import type { SavedMark } from '@longhand/sync/client';
import { notSavedReason } from './not-saved-reason.ts';

/** From the worst to the best: text and title together have the worse state of the two. */
const order = ['not_saved', 'offline', 'saving', 'saved'] as const;

/** Returns the common mark for text and title. */
export function worseOf(a: SavedMark, b: SavedMark): SavedMark {
  return order.indexOf(a.kind) <= order.indexOf(b.kind) ? a : b;
}

/**
 * Returns the displayed text of a mark. Only these four exist. Source: the screens, The document.
 */
export function savedWords(mark: SavedMark): string {
  switch (mark.kind) {
    case 'saving':
      return t`Saving…`;
    case 'saved':
      return t`Saved`;
    case 'offline':
      return t`Offline: kept on this device`;
    case 'not_saved':
      return t`Not saved: ${{ reason: notSavedReason(mark) }}`;
  }
}
