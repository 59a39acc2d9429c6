import { z } from 'zod';
import { moment } from './text.ts';
import { person } from './user.ts';

/**
 * What is new in a document to somebody who comes back to it: since when they were away, who else wrote meanwhile (the last of them last),
 * and what the document said when they left, in ProseMirror's JSON. `alsoByMe`: they wrote something since then as well.
 */
export const news = z
  .object({ at: moment, people: z.array(person), alsoByMe: z.boolean(), content: z.unknown() })
  .meta({ id: 'News' });
/** See {@link news}. */
export type News = z.infer<typeof news>;

/** Null where nobody else has written since, where somebody was never here before, or has marked it as seen. */
export const sinceLastTime = z.object({ news: news.nullable() });
/** See {@link sinceLastTime}. */
export type SinceLastTime = z.infer<typeof sinceLastTime>;
