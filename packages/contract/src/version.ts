import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/**
 * How a version came about: by itself at the end of a stretch of work (`auto`), because somebody wanted it (`named`), by a restore,
 * by an approval. Source: API, Shapes, Version.
 */
export const versionKind = z.enum(['auto', 'named', 'restore', 'approval']);

/**
 * How one block of a document became another. `same` blocks that follow each other are told by their number only. Of a `changed` one
 * `parts` tells which words came, went or changed their form.
 */
export const difference = z.looseObject({ kind: z.enum(['same', 'added', 'removed', 'changed']) }).meta({ id: 'Difference' });

/**
 * What a document said at a time worth keeping. `number` counts up from 1 in its document. `createdBy` is who asked for it, of an
 * `auto` one whoever wrote last; `authors` are those who wrote since the version before. `content` and `differences` are there only
 * in the answer to one version. Source: API, Shapes, Version.
 */
export const version = z
  .object({
    id,
    documentId: id,
    number: z.number().int(),
    name: z.string().nullable(),
    kind: versionKind,
    createdBy: person,
    authors: z.array(person),
    createdAt: moment,
    wordCount: z.number().int(),
    content: z.unknown().optional(),
    differences: z.array(difference).optional(),
  })
  .meta({ id: 'Version' });
/** See {@link version}. */
export type Version = z.infer<typeof version>;

const name = textOf({ min: 1, max: limits.nameMax, trim: true, what: 'Name' });

/** See {@link difference}. */
export type VersionDifference = z.infer<typeof difference>;

/** Body of `POST /documents/{id}/versions`: without a name it is kept all the same. */
export const newVersion = z.strictObject({ name: name.optional() });
/** See {@link newVersion}. */
export type NewVersion = z.infer<typeof newVersion>;
