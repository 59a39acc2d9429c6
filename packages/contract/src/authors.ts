import { z } from 'zod';
import { moment } from './text.ts';
import { person } from './user.ts';

/**
 * Origin of text in a document:
 * - `typed`: by a user.
 * - `import`: from a file.
 * - `api`: by a program with an access token.
 * - `copy`: from a template or another document.
 * - `restore`: from a version.
 */
export const writtenHow = z.enum(['typed', 'import', 'api', 'copy', 'restore']);
/** See {@link writtenHow}. */
export type WrittenHow = z.infer<typeof writtenHow>;

const count = z.number().int().min(0);

/**
 * Text that one user wrote in one stretch of time. `person` is an index into `people`. `ranges`:
 * client id, first clock, and clock after the last, for each run of characters and nodes, as in the
 * document's Yjs items.
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
 * Authors of a document, as the server recorded them. `seq` is the last included log entry, `after`
 * the entry after which the record begins (0: everything). The author of text outside all ranges is
 * unknown.
 */
export const authors = z
  .object({ seq: count, after: count, people: z.array(person), writings: z.array(writing) })
  .meta({ id: 'Authors' });
/** See {@link authors}. */
export type Authors = z.infer<typeof authors>;
