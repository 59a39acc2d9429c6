import { z } from 'zod';
import { id } from './text.ts';
import { versionDifference } from './version.ts';

/**
 * A passage changed differently in a working copy (`ours`) and in the published document
 * (`theirs`), as plain text. `block`: text of the paragraph with the passage; null if whole
 * paragraphs are concerned. `key` identifies it in {@link workingCopyMerge} while neither side
 * changes.
 */
export const mergeConflict = z
  .object({
    key: z.string(),
    block: z.string().nullable(),
    before: z.string(),
    ours: z.string(),
    theirs: z.string(),
  })
  .meta({ id: 'MergeConflict' });
/** See {@link mergeConflict}. */
export type MergeConflict = z.infer<typeof mergeConflict>;

/**
 * Differences between a working copy and the published document it was created from. `ours`:
 * changes in the copy; `theirs`: changes in the published document since; `conflicts`: the passages
 * that both changed.
 */
export const workingCopy = z
  .object({
    originalId: id,
    originalTitle: z.string(),
    ours: z.array(versionDifference),
    theirs: z.array(versionDifference),
    conflicts: z.array(mergeConflict),
  })
  .meta({ id: 'WorkingCopy' });
/** See {@link workingCopy}. */
export type WorkingCopy = z.infer<typeof workingCopy>;

/** Resolution of a conflict; `both`: the published text followed by that of the copy. */
export const mergeChoice = z.enum(['ours', 'theirs', 'both']);
/** See {@link mergeChoice}. */
export type MergeChoice = z.infer<typeof mergeChoice>;

/**
 * Body of `POST /documents/{id}/working-copy/merge`: as one edit, or as separate suggestions.
 * `choices`: resolution by the key of each conflict; the merge is refused if one is missing.
 */
export const workingCopyMerge = z.strictObject({
  as: z.enum(['edit', 'suggestions']),
  choices: z.record(z.string().max(100), mergeChoice).optional(),
});
/** See {@link workingCopyMerge}. */
export type WorkingCopyMerge = z.infer<typeof workingCopyMerge>;
