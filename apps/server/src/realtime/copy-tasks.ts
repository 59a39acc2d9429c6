import type { MergeConflict } from '@longhand/contract';
import {
  conflictKey,
  differences,
  merge,
  plainTextOfJson,
  type Conflict,
  type NodeJson,
} from '@longhand/document';
import type { Compared, Copied, Merging } from '../domain/live.ts';

/**
 * Replaces every unchanged block of the copy with the original's block. The copy has its own
 * pictures, so unchanged blocks differ from the original's only in their files.
 */
function inTermsOf({ base, beginning, ours }: Copied): NodeJson {
  const [original, copied] = [base.content ?? [], beginning.content ?? []];
  if (original.length !== copied.length) return ours;
  const known = new Map(copied.map((block, i) => [JSON.stringify(block), original[i] as NodeJson]));
  return {
    ...ours,
    content: (ours.content ?? []).map((block) => known.get(JSON.stringify(block)) ?? block),
  };
}

/** Compares a working copy and its original with their common base. */
export function compareCopy(copied: Copied): Compared {
  const { base, theirs } = copied;
  const ours = inTermsOf(copied);
  return {
    ours: differences(base, ours),
    theirs: differences(base, theirs),
    conflicts: merge(base, ours, theirs).conflicts.map(presentConflict),
  };
}

/** Returns a merge conflict as plain text. */
function presentConflict(conflict: Conflict): MergeConflict {
  const { block, before, ours, theirs } = conflict;
  const textOf = (content: readonly NodeJson[]): string =>
    plainTextOfJson({ ...(block ?? { type: 'doc' }), content: [...content] });
  return {
    key: conflictKey(conflict),
    block: block && plainTextOfJson(block),
    before: textOf(before),
    ours: textOf(ours),
    theirs: textOf(theirs),
  };
}

/** Merges a working copy into its original. Returns null if a conflict has no choice. */
export function mergeCopy(copied: Copied, { choices }: Merging): NodeJson | null {
  const { content, conflicts } = merge(
    copied.base,
    inTermsOf(copied),
    copied.theirs,
    (conflict) => choices[conflictKey(conflict)] ?? 'both',
  );
  return conflicts.some((conflict) => choices[conflictKey(conflict)] === undefined)
    ? null
    : content;
}
