import type { CommentAnchor } from '@longhand/contract';
import { isPlace } from '@longhand/sync/protocol';
import { refuse } from '../../platform/refusal.ts';

/**
 * Refuses `invalid` for an anchor whose ends are not places in the text of a document. Pages could
 * fail while reading it.
 */
export function requirePlaces(anchor: CommentAnchor): void {
  const errors = (['from', 'to'] as const)
    .filter((end) => !isPlace(Buffer.from(anchor[end], 'base64')))
    .map((end) => ({
      path: `anchor.${end}`,
      message: 'Invalid position in the text of a document',
    }));
  if (errors.length > 0) refuse('invalid', { errors });
}
