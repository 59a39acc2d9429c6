import { z } from 'zod';
import { page } from './asked.ts';
import { documentStatus, tag } from './document.ts';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';

/** The kinds of thing that search finds. */
export const foundTypes = ['document', 'comment', 'person', 'project'] as const;

/** See {@link foundTypes}. */
export const foundType = z.enum(foundTypes);
/** See {@link foundTypes}. */
export type FoundType = z.infer<typeof foundType>;

/**
 * The query of `GET /search`. `q`: words that all have to be there, in any order, small or large, with or without accents; the last one
 * may be unfinished. `"…"` is found as it stands, `-word` leaves out. `projectId`, `status`, `tag`: documents in that project, of
 * that status, with that tag, and comments on them. `personId`: documents that this person began, and comments of theirs. With any of these neither people
 * nor projects are found. `since`: what was changed then or later, so no people. `archived=true` adds what is archived; what is in the
 * trash is never found. Source: API, Calls.
 */
export const searchAsked = page.extend({
  q: textOf({ max: limits.searchMax, what: 'Search' }).default(''),
  type: foundType.optional(),
  projectId: id.optional(),
  status: documentStatus.optional(),
  tag: tag.optional(),
  personId: id.optional(),
  since: moment.optional(),
  archived: z.enum(['true', 'false']).optional(),
});
/** See {@link searchAsked}. */
export type SearchAsked = z.output<typeof searchAsked>;

/** Which code points of a text were found: from, and up to but not with. In order, and never overlapping. */
const marks = z.array(z.tuple([z.number().int().min(0), z.number().int().min(1)]));

/**
 * Something that was found. `title`: of the document (also of the one that a comment is on), the person's or the project's name.
 * `snippet`: plain text around what was found, of the document's text, the comment, the project's description; of a person `@username`. Whoever
 * shows it escapes it like any text and sets off what `marks` and `titleMarks` say. `score`: higher is better, comparable within
 * one answer. `updatedAt`: null where it is not known to others, as of a person.
 */
export const found = z
  .object({
    type: foundType,
    id,
    documentId: id.nullable(),
    projectId: id.nullable(),
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
