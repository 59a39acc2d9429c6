import { z } from 'zod';
import { id, moment } from './text.ts';
import { person } from './user.ts';

/**
 * Reason why a thread waits for a user: it is assigned to them, mentions them, replies to them, or
 * is about a document of theirs.
 */
export const waitingReason = z.enum(['assigned', 'mention', 'answer', 'comment']);

/**
 * An open thread that waits for the caller: it is assigned to them (`dueOn`: due date), or another
 * user commented last. `excerpt`: the first words of the last comment, by `by`, at `at`. `title`:
 * title of the document.
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

/**
 * Suggestions of others in a document that the caller may decide. `by`: their authors, most
 * suggestions first. `at`: time of the last one.
 */
export const waitingSuggestions = z
  .object({
    documentId: id,
    title: z.string(),
    count: z.number().int(),
    by: z.array(person),
    at: moment,
  })
  .meta({ id: 'WaitingSuggestions' });
/** See {@link waitingSuggestions}. */
export type WaitingSuggestions = z.infer<typeof waitingSuggestions>;
