import { z } from 'zod';
import { moment } from './text.ts';
import { person } from './user.ts';

/**
 * Changes in a document since the caller's last visit, which ended at `at`. Includes the other
 * users who wrote since (latest last), and the content at that time as ProseMirror JSON.
 * `alsoByMe`: the caller wrote something since then as well.
 */
export const news = z
  .object({ at: moment, people: z.array(person), alsoByMe: z.boolean(), content: z.unknown() })
  .meta({ id: 'News' });
/** See {@link news}. */
export type News = z.infer<typeof news>;

/**
 * Null if no other user has written since, or if the caller was never here or has marked it as
 * seen.
 */
export const changesSinceVisit = z.object({ news: news.nullable() });
/** See {@link changesSinceVisit}. */
export type ChangesSinceVisit = z.infer<typeof changesSinceVisit>;
