import { z } from 'zod';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/** Why something waits for a person: they are named in it, it answers them, or it is about a document of theirs. */
export const waitingReason = z.enum(['mention', 'answer', 'comment']);

/**
 * An open thread in which somebody else spoke last and which waits for the caller. `excerpt`: the first words of what was said last, by
 * `by`, at `at`. `title` is the document's.
 */
export const waiting = z
  .object({
    threadId: id,
    documentId: id,
    title: z.string(),
    reason: waitingReason,
    by: person,
    excerpt: z.string(),
    at: moment,
  })
  .meta({ id: 'Waiting' });
/** See {@link waiting}. */
export type Waiting = z.infer<typeof waiting>;
