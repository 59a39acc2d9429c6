import { z } from 'zod';
import { moment } from './text.ts';
import { person } from './user.ts';

/**
 * How words came into a document: typed by a person (`typed`), out of a file (`import`), by a program with an access token (`api`),
 * from a template or another document (`copy`), or out of a version (`restore`).
 */
export const writtenHow = z.enum(['typed', 'import', 'api', 'copy', 'restore']);
/** See {@link writtenHow}. */
export type WrittenHow = z.infer<typeof writtenHow>;

const count = z.number().int().min(0);

/**
 * What one person wrote in one go. `person` is their place in `people`. `ranges`: client id, first clock, and the clock after the last,
 * for each run of letters and nodes, as the document's Yjs items have them.
 */
export const writing = z.object({
  person: count,
  at: moment,
  how: writtenHow,
  ranges: z.array(z.tuple([count, count, count])),
});
/** See {@link writing}. */
export type Writing = z.infer<typeof writing>;

/**
 * Who wrote what of a document, from what the server recorded as it came. `seq` is the last entry of the log that is in it, `after` the
 * entry after which it begins: 0 is everything. What no range covers nobody knows the author of.
 */
export const authors = z
  .object({ seq: count, after: count, people: z.array(person), writings: z.array(writing) })
  .meta({ id: 'Authors' });
/** See {@link authors}. */
export type Authors = z.infer<typeof authors>;
