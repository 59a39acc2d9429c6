import { z } from 'zod';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/** Why something waits for a person: it was assigned to them, they are named in it, it answers them, or it is about a document of theirs. */
export const waitingReason = z.enum(['assigned', 'mention', 'answer', 'comment']);

/**
 * An open thread which waits for the caller: it was assigned to them (`dueOn`: by which day), or somebody else spoke last. `excerpt`: the
 * first words of what was said last, by `by`, at `at`. `title` is the document's.
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
    dueOn: z.iso.date().nullable(),
  })
  .meta({ id: 'Waiting' });
/** See {@link waiting}. */
export type Waiting = z.infer<typeof waiting>;

/** Suggestions of others in a document that the caller may decide on, and who made them, the most first; `at`: when the last one came. */
export const waitingSuggestions = z
  .object({ documentId: id, title: z.string(), count: z.number().int(), by: z.array(person), at: moment })
  .meta({ id: 'WaitingSuggestions' });
/** See {@link waitingSuggestions}. */
export type WaitingSuggestions = z.infer<typeof waitingSuggestions>;
