import { plural, t } from '@lingui/core/macro';
import { displayTitle } from '../../language/display-title.ts';
import type { BranchInside } from './tree.ts';

/** Returns the label for what is inside a document, shown while it is moved; null for nothing. */
export function carriedLabel({ count, isAll }: BranchInside): string | null {
  if (count === 0) return null;
  if (!isAll) return t`with all documents inside`;
  return plural(count, { one: 'with # document inside', other: 'with # documents inside' });
}

/** Returns the sentence that a move takes along what is inside a document; null for nothing. */
export function carriedSentence({ count, isAll }: BranchInside): string | null {
  if (count === 0) return null;
  if (!isAll) return t`All documents inside it are moved with it.`;
  return plural(count, {
    one: 'The document inside it is moved with it.',
    other: 'The # documents inside it are moved with it.',
  });
}

/** Returns the sentence after a move. */
export function movedSentence(title: string, { count, isAll }: BranchInside): string {
  const name = displayTitle(title);
  if (count === 0) return t`${{ title: name }} was moved`;
  if (!isAll) return t`${{ title: name }} was moved with all documents inside it`;
  return plural(count, {
    one: `${{ title: name }} was moved with the document inside it`,
    other: `${{ title: name }} was moved with the # documents inside it`,
  });
}
