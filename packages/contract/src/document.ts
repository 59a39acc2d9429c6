import { z } from 'zod';
import { limits } from './limits.ts';
import { documentRights } from './rights.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';
import { schemaMessage } from './field-messages.ts';
import { person } from './user.ts';

const title = textOf({ max: limits.titleMax, trim: true, what: 'Title' }).refine(
  (text) => !/[\r\n]/.test(text),
  {
    error: schemaMessage('title_lines'),
  },
);

/** A tag of a document: a word or a few. Compared case-insensitively. */
export const tag = textOf({ min: 1, max: limits.tagMax, trim: true, what: 'Tag' }).refine(
  (text) => !/[\r\n,]/.test(text),
  {
    error: schemaMessage('tag_lines'),
  },
);

const tags = z.array(tag).max(limits.tagsPerDocumentMax, {
  error: schemaMessage('tags_max', { max: limits.tagsPerDocumentMax }),
});

/** Publication status of a document. */
export const documentStatus = z.enum(['draft', 'in_review', 'approved', 'published']);
/** See {@link documentStatus}. */
export type DocumentStatus = z.infer<typeof documentStatus>;

/** Writing goal of a document: number of words, with an optional due date. */
export const documentGoal = z.strictObject({
  words: z.number().int().min(1).max(limits.goalWordsMax),
  dueOn: z.iso.date().nullable(),
});
/** See {@link documentGoal}. */
export type DocumentGoal = z.infer<typeof documentGoal>;

/** A BCP 47 language tag, converted to its canonical spelling. */
const language = z
  .string()
  .max(limits.languageMax)
  .transform((tag, context) => {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical !== undefined) return canonical;
    } catch {
      // Reported below.
    }
    context.addIssue({
      code: 'custom',
      message: schemaMessage('not_language'),
    });
    return z.NEVER;
  });

/**
 * The documents that contain a document, outermost first, as far as the caller may read them.
 */
export const documentPath = z.array(z.object({ id, title: z.string() }));
/** See {@link documentPath}. */
export type DocumentPath = z.infer<typeof documentPath>;

/**
 * A document as the caller sees it.
 * - `projectId` null: a personal draft.
 * - `parentId`: the document that contains this one; null at the top level, and if the caller may
 *   not read the parent.
 * - `childCount`: number of active documents directly inside this one.
 * - `ancestors`: only in responses about a single document.
 * - `excerpt`: the first words of its text.
 * - `archivedAt`: also set while its project is archived. Then `archivedWithProject` is true, and
 *   the document is restored only with the project.
 * - `lockedAt`: time since which it can only be read and commented on.
 * - `workingCopyOf`: the published document of which it is a working copy.
 * - `language`: language of the text, used by browsers for spell checking; null if not set.
 * - `isEditedSinceApproval`: the status is `approved` by a review, and the text was changed after
 *   it.
 * - `favourite`: the caller's own mark.
 * - `content`: only if a format was requested; everything acknowledged so far.
 */
export const document = z
  .object({
    id,
    projectId: id.nullable(),
    parentId: id.nullable(),
    childCount: z.number().int(),
    ancestors: documentPath.optional(),
    title: z.string(),
    status: documentStatus,
    isEditedSinceApproval: z.boolean(),
    role,
    rights: documentRights,
    position: z.string(),
    wordCount: z.number().int(),
    excerpt: z.string(),
    goal: documentGoal.nullable(),
    language: z.string().nullable(),
    tags: z.array(z.string()),
    favourite: z.boolean(),
    isTemplate: z.boolean(),
    createdBy: id,
    createdAt: moment,
    updatedAt: moment,
    archivedAt: moment.nullable(),
    archivedWithProject: z.boolean(),
    lockedAt: moment.nullable(),
    workingCopyOf: id.nullable(),
    deletedAt: moment.nullable(),
    content: z.unknown().optional(),
  })
  .meta({ id: 'Document' });
/** See {@link document}. */
export type Document = z.infer<typeof document>;

/**
 * Output formats of a document's text. `markdown` has no suggestions; `text` contains suggested
 * insertions and deletions alike.
 */
export const documentFormat = z.enum(['json', 'html', 'markdown', 'text']);
/** See {@link documentFormat}. */
export type DocumentFormat = z.infer<typeof documentFormat>;

/** Values for the placeholders of a template, by name. */
const placeholders = z
  .record(
    textOf({ min: 1, max: limits.tagMax, what: 'Placeholder' }),
    textOf({ max: limits.placeholderMax, what: 'The text for a placeholder' }),
  )
  .refine((given) => Object.keys(given).length <= limits.placeholdersMax, {
    error: schemaMessage('placeholders_max', { max: limits.placeholdersMax }),
  });

const fromTemplate = { templateId: id.optional(), placeholders: placeholders.optional() };

/** Body of `POST /projects/{id}/documents`. Default title: that of the template, or empty. */
export const newProjectDocument = z.strictObject({ title: title.optional(), ...fromTemplate });

/**
 * Body of `POST /documents`. Without a project it is a personal draft. With a `parentId`, it is
 * created inside that document, in its project or among the personal drafts of its owner.
 */
export const newDocument = z.strictObject({
  title: title.optional(),
  projectId: id.nullable().optional(),
  parentId: id.nullable().optional(),
  ...fromTemplate,
});
/** See {@link newDocument}. */
export type NewDocument = z.infer<typeof newDocument>;

/**
 * Body of `PATCH /documents/{id}`. Another `projectId` moves it; null makes it a personal draft of
 * the caller. Another `parentId` moves it into that document; null moves it to the top level. With
 * it, `beforeId` is the sibling that follows; null or absent: it becomes the last one. A move takes
 * along what is inside the document. A `goal` or `language` of null removes it.
 */
export const documentChange = z.strictObject({
  title: title.optional(),
  projectId: id.nullable().optional(),
  parentId: id.nullable().optional(),
  beforeId: id.nullable().optional(),
  status: documentStatus.optional(),
  goal: documentGoal.nullable().optional(),
  language: language.nullable().optional(),
});
/** See {@link documentChange}. */
export type DocumentChange = z.infer<typeof documentChange>;

/**
 * Numbers of documents inside a document, in any depth.
 * - `all`: in any state; they move along with it.
 * - `active`: neither archived nor in the trash; they are archived with it.
 * - `present`: not in the trash; they are moved to the trash with it.
 */
export const branchSize = z
  .object({
    all: z.number().int(),
    active: z.number().int(),
    present: z.number().int(),
  })
  .meta({ id: 'BranchSize' });
/** See {@link branchSize}. */
export type BranchSize = z.infer<typeof branchSize>;

/** Body of `POST /documents/access-after-move`: documents, and where they are to be moved. */
export const moveQuestion = z.strictObject({
  documentIds: z.array(id).min(1).max(limits.batchMax),
  projectId: id.nullable().optional(),
  parentId: id.nullable().optional(),
});
/** See {@link moveQuestion}. */
export type MoveQuestion = z.infer<typeof moveQuestion>;

/**
 * Change of access by a move.
 * - `inside`: number of documents inside the moved ones, in any state, which move along.
 * - `count`: number of users whose role in a moved document changes.
 * - `users`: the first of them, those without access afterwards first, with their roles before and
 *   after the move; null for no access.
 */
export const accessAfterMove = z
  .object({
    inside: z.number().int(),
    count: z.number().int(),
    users: z.array(z.object({ user: person, before: role.nullable(), after: role.nullable() })),
  })
  .meta({ id: 'AccessAfterMove' });
/** See {@link accessAfterMove}. */
export type AccessAfterMove = z.infer<typeof accessAfterMove>;

/** Body of `POST /documents/{id}/delete`. `permanent` applies to documents in the trash. */
export const documentRemoval = z.strictObject({ permanent: z.boolean().optional() });

/**
 * Body of `POST /documents/{id}/duplicate`. Absent `projectId`: the project of the original; null:
 * a personal draft. `versionId`: copies the content of that version.
 */
export const documentCopy = z.strictObject({
  title: title.optional(),
  projectId: id.nullable().optional(),
  versionId: id.optional(),
});
/** See {@link documentCopy}. */
export type DocumentCopy = z.infer<typeof documentCopy>;

/**
 * Body of `PUT /projects/{id}/documents/reorder`: every active document of the project, exactly
 * once.
 */
export const documentOrder = z.strictObject({ documentIds: z.array(id).max(10_000) });

/** Body of `PUT /documents/{id}/tags`: the new complete list of tags. */
export const documentTags = z.strictObject({ tags });

/** A tag in use on documents that the caller may read, with the number of those. */
export const usedTag = z
  .object({ name: z.string(), documentCount: z.number().int() })
  .meta({ id: 'Tag' });

const several = { documentIds: z.array(id).min(1).max(limits.batchMax) };

/** Body of `POST /documents/batch`: one action on several documents, applied to all or none. */
export const documentBatch = z.strictObject({
  ...several,
  action: z.enum(['archive', 'restore', 'delete', 'move', 'tag', 'untag']),
  /** Target project of `move`; null makes them personal drafts. */
  projectId: id.nullable().optional(),
  /** Tags that `tag` adds or `untag` removes. */
  tags: tags.optional(),
});
/** See {@link documentBatch}. */
export type DocumentBatch = z.infer<typeof documentBatch>;
