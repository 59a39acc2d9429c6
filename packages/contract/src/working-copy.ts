import { z } from 'zod';
import { id } from './text.ts';
import { versionDifference } from './version.ts';

/**
 * How a working copy stands to the published document that it was made of: what was changed in it (`ours`), and what was changed in the
 * published one since (`theirs`). `conflicts`: passages that both have changed, each in another way.
 */
export const workingCopy = z
  .object({
    originalId: id,
    originalTitle: z.string(),
    ours: z.array(versionDifference),
    theirs: z.array(versionDifference),
    conflicts: z.number().int(),
  })
  .meta({ id: 'WorkingCopy' });
/** See {@link workingCopy}. */
export type WorkingCopy = z.infer<typeof workingCopy>;

/**
 * Body of `POST /documents/{id}/working-copy/merge`: as one edit, or as suggestions to be decided one by one. Where both have changed one
 * passage, `keepBoth` has to say that both stand one after the other; else the merge is refused.
 */
export const workingCopyMerge = z.strictObject({ as: z.enum(['edit', 'suggestions']), keepBoth: z.boolean().optional() });
/** See {@link workingCopyMerge}. */
export type WorkingCopyMerge = z.infer<typeof workingCopyMerge>;
