import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/**
 * How a version came about: by itself at the end of a stretch of work (`auto`), because somebody wanted it (`named`), by a restore,
 * by an approval. Source: API, Shapes, Version.
 */
export const versionKind = z.enum(['auto', 'named', 'restore', 'approval']);

/** A node, or a formatting of text, in ProseMirror's JSON. */
const node = z.looseObject({ type: z.string() });

const differencePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
  z.object({ kind: z.literal('formatted'), text: z.string(), marksBefore: z.array(node), marksAfter: z.array(node) }),
]);

/**
 * What became of the blocks of a document, in reading order: so many stayed the same, one came, one went, one was changed. The parts
 * of a changed one, without what was added, are its text before; without what was removed, its text after.
 */
export const versionDifference = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('same'), count: z.number().int() }),
    z.object({ kind: z.literal('added'), after: node }),
    z.object({ kind: z.literal('removed'), before: node }),
    z.object({ kind: z.literal('changed'), before: node, after: node, parts: z.array(differencePart) }),
  ])
  .meta({ id: 'VersionDifference' });
/** See {@link versionDifference}. */
export type VersionDifference = z.infer<typeof versionDifference>;

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
    differences: z.array(versionDifference).optional(),
  })
  .meta({ id: 'Version' });
/** See {@link version}. */
export type Version = z.infer<typeof version>;

const name = textOf({ min: 1, max: limits.nameMax, trim: true, what: 'Name' });

/** Body of `POST /documents/{id}/versions`: without a name it is kept all the same. */
export const newVersion = z.strictObject({ name: name.optional() });
/** See {@link newVersion}. */
export type NewVersion = z.infer<typeof newVersion>;

/** Body of `PATCH /documents/{id}/versions/{versionId}`; null removes the name. */
export const versionChanges = z.strictObject({ name: name.nullable() });
/** See {@link versionChanges}. */
export type VersionChanges = z.infer<typeof versionChanges>;
