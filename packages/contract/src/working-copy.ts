import { z } from 'zod';
import { id } from './text.ts';
import { versionDifference } from './version.ts';

/**
 * A passage that was changed in a working copy (`ours`) and in the published document (`theirs`), each in
 * another way, as plain text. `block`: the text of the paragraph that the words are in; null where whole
 * paragraphs are concerned. `key` names it in {@link workingCopyMerge} while neither side changes.
 */
export const mergeConflict = z
  .object({ key: z.string(), block: z.string().nullable(), before: z.string(), ours: z.string(), theirs: z.string() })
  .meta({ id: 'MergeConflict' });
/** See {@link mergeConflict}. */
export type MergeConflict = z.infer<typeof mergeConflict>;

/**
 * How a working copy differs from the published document that it was made of: changes in the copy (`ours`),
 * changes in the published document since (`theirs`), and the passages that both have changed.
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

/** Which side of a conflict stays; `both`: the published words, and those of the copy after them. */
export const mergeChoice = z.enum(['ours', 'theirs', 'both']);
/** See {@link mergeChoice}. */
export type MergeChoice = z.infer<typeof mergeChoice>;

/**
 * Body of `POST /documents/{id}/working-copy/merge`: as one edit, or as suggestions to be decided one by one.
 * `choices` holds a choice for the key of each conflict; a conflict without one refuses the merge.
 */
export const workingCopyMerge = z.strictObject({
  as: z.enum(['edit', 'suggestions']),
  choices: z.record(z.string().max(100), mergeChoice).optional(),
});
/** See {@link workingCopyMerge}. */
export type WorkingCopyMerge = z.infer<typeof workingCopyMerge>;
