import type { CommentAnchor } from '@longhand/contract';
import { useCallback, useMemo } from 'react';
import { draftName, useDraft } from './use-draft.ts';

/** A comment being written: on a passage, or on the document (null). */
export type Pending = { readonly anchor: CommentAnchor | null };

/**
 * Stores the anchor of the comment being written, like its text. Otherwise the text would be
 * restored without it.
 */
export function usePending(
  userId: string,
  documentId: string,
): [Pending | null, (pending: Pending | null) => void] {
  const { draft, keep } = useDraft(draftName(userId, documentId, 'about'));
  const pending = useMemo(() => (draft === null ? null : read(draft)), [draft]);
  const setPending = useCallback(
    (next: Pending | null) => keep(next && JSON.stringify(next.anchor)),
    [keep],
  );
  return [pending, setPending];
}

/** Returns null for a stored anchor that cannot be read, for example after a partial write. */
function read(kept: string): Pending | null {
  try {
    const anchor: unknown = JSON.parse(kept);
    return anchor === null || isAnchor(anchor) ? { anchor } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** True for the form of an anchor. The server checks its values. */
const isAnchor = (value: unknown): value is CommentAnchor =>
  typeof value === 'object' &&
  value !== null &&
  ['quote', 'from', 'to'].every(
    (name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'string',
  );
