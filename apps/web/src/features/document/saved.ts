import type { SavedMark } from '@longhand/sync';

/** From the worst to the best: text and title are only as safe as the less safe of the two. */
const order = ['not_saved', 'offline', 'saving', 'saved'] as const;

/** The one mark for text and title together. */
export function worseOf(a: SavedMark, b: SavedMark): SavedMark {
  return order.indexOf(a.kind) <= order.indexOf(b.kind) ? a : b;
}

/** The mark in words. These four and no others. Source: the screens, The document. */
export function savedWords(mark: SavedMark): string {
  switch (mark.kind) {
    case 'saving':
      return 'Saving…';
    case 'saved':
      return 'Saved';
    case 'offline':
      return 'Offline: kept on this device';
    case 'not_saved':
      return `Not saved: ${mark.reason}`;
  }
}
