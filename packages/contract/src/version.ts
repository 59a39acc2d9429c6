import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/**
 * Origin of a version: automatic at the end of a work session (`auto`), requested by a user
 * (`named`), by a restore, by an approval.
 */
export const versionKind = z.enum(['auto', 'named', 'restore', 'approval']);

/** A node or a text mark as ProseMirror JSON. */
const node = z.looseObject({ type: z.string() });

const differencePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
  z.object({
    kind: z.literal('formatted'),
    text: z.string(),
    marksBefore: z.array(node),
    marksAfter: z.array(node),
  }),
]);

/**
 * Differences between the blocks of two documents, in reading order: a number of unchanged blocks,
 * or one added, removed or changed block. The parts of a changed block without the added ones are
 * its text before; without the removed ones, its text after.
 */
export const versionDifference = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('same'), count: z.number().int() }),
    z.object({ kind: z.literal('added'), after: node }),
    z.object({ kind: z.literal('removed'), before: node }),
    z.object({
      kind: z.literal('changed'),
      before: node,
      after: node,
      parts: z.array(differencePart),
    }),
  ])
  .meta({ id: 'VersionDifference' });
/** See {@link versionDifference}. */
export type VersionDifference = z.infer<typeof versionDifference>;

/**
 * Content of a document at a certain time. `number` counts up from 1 in its document. `createdBy`:
 * the user who requested it; for `auto`, the last author. `authors`: users who wrote since the
 * version before. `content` and `differences` are only in the response for one version.
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

/** Body of `POST /documents/{id}/versions`; the name is optional. */
export const newVersion = z.strictObject({ name: name.optional() });
/** See {@link newVersion}. */
export type NewVersion = z.infer<typeof newVersion>;

/** Body of `PATCH /documents/{id}/versions/{versionId}`; null removes the name. */
export const versionChanges = z.strictObject({ name: name.nullable() });
/** See {@link versionChanges}. */
export type VersionChanges = z.infer<typeof versionChanges>;
