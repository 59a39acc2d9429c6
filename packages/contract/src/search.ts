import { z } from 'zod';
import { page } from './asked.ts';
import { documentPath, documentStatus, tag } from './document.ts';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';

/** Kinds of search results. */
export const foundTypes = ['document', 'comment', 'person', 'project'] as const;

/** See {@link foundTypes}. */
export const foundType = z.enum(foundTypes);
/** See {@link foundTypes}. */
export type FoundType = z.infer<typeof foundType>;

/**
 * Query of `GET /search`.
 * - `q`: words that must all occur, in any order, ignoring case and accents; the last one may be a
 *   prefix. `"…"` matches a phrase, `-word` excludes a word.
 * - `projectId`, `status`, `tag`: documents with this project, status or tag, and comments on them.
 * - `within`: this document and those inside it, and comments on them.
 * - `personId`: documents created by this user, and their comments. With any of these filters,
 *   neither people nor projects are found.
 * - `since`: changed at this time or later; excludes people.
 * - `archived=true`: includes archived items. Items in the trash are never found.
 */
export const searchAsked = page.extend({
  q: textOf({ max: limits.searchMax, what: 'Search' }).default(''),
  type: foundType.optional(),
  projectId: id.optional(),
  within: id.optional(),
  status: documentStatus.optional(),
  tag: tag.optional(),
  personId: id.optional(),
  since: moment.optional(),
  archived: z.enum(['true', 'false']).optional(),
});
/** See {@link searchAsked}. */
export type SearchAsked = z.output<typeof searchAsked>;

/** Matching ranges of code points: start, and end (exclusive). Ordered and not overlapping. */
const marks = z.array(z.tuple([z.number().int().min(0), z.number().int().min(1)]));

/**
 * A search result. `path`: of the document, empty at the top level. `title`: title of the document
 * (also for a comment on it), or name of the person or project. `snippet`: plain text around the
 * match, from the document's text, the comment or the project's description; `@username` for a
 * person. The client must escape it like any text, and highlights `marks` and `titleMarks`.
 * `score`: higher is better, comparable within one response. `updatedAt`: null if it is not visible
 * to others, as for a person.
 */
export const found = z
  .object({
    type: foundType,
    id,
    documentId: id.nullable(),
    projectId: id.nullable(),
    path: documentPath,
    title: z.string(),
    titleMarks: marks,
    snippet: z.string(),
    marks,
    score: z.number(),
    updatedAt: moment.nullable(),
  })
  .meta({ id: 'Found' });
/** See {@link found}. */
export type Found = z.infer<typeof found>;
