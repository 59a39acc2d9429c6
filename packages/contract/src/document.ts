import { z } from 'zod';
import { limits } from './limits.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';

const title = textOf({ max: limits.titleMax, trim: true, what: 'Title' }).refine((text) => !/[\r\n]/.test(text), {
  error: 'Title has to be one line',
});

/** A tag: a word or a few that people put on documents. Compared without regard to case. */
export const tag = textOf({ min: 1, max: limits.tagMax, trim: true, what: 'Tag' }).refine((text) => !/[\r\n,]/.test(text), {
  error: 'Tag has to be one line without commas',
});

const tags = z.array(tag).max(limits.tagsPerDocumentMax, { error: `At most ${limits.tagsPerDocumentMax} tags` });

/** Where a document stands on its way to readers. Source: API, Shapes. */
export const documentStatus = z.enum(['draft', 'in_review', 'approved', 'published']);
/** See {@link documentStatus}. */
export type DocumentStatus = z.infer<typeof documentStatus>;

/** What a document is to become: so many words, by a day where one is named. */
export const documentGoal = z.strictObject({
  words: z.number().int().min(1).max(limits.goalWordsMax),
  dueOn: z.iso.date().nullable(),
});
/** See {@link documentGoal}. */
export type DocumentGoal = z.infer<typeof documentGoal>;

/** A language as BCP 47 writes it, in its canonical spelling. */
const language = z
  .string()
  .max(limits.languageMax)
  .transform((tag, context) => {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical !== undefined) return canonical;
    } catch {
      // Told below.
    }
    context.addIssue({ code: 'custom', message: 'This has to be a language such as en, de-AT or zh-Hant' });
    return z.NEVER;
  });

/**
 * A document as the caller sees it. `projectId` null is a personal draft. `excerpt` is the first words of its text. `archivedAt` is
 * also there while its project is archived; then `archivedWithProject`, and it comes back with the project only. `lockedAt`: since when it
 * can only be read and commented on. `workingCopyOf`: the published document of which it is a working copy. `language`: the one that it is written in, null where nobody said; browsers check its spelling by that.
 * `isEditedSinceApproval`: the status is `approved` by a review, and the text was changed after it.
 * `favourite` is the caller's. `content` is there only when a format was asked for:
 * everything acknowledged so far. Source: API, Shapes.
 */
export const document = z
  .object({
    id,
    projectId: id.nullable(),
    title: z.string(),
    status: documentStatus,
    isEditedSinceApproval: z.boolean(),
    role,
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

/** The forms in which a document's text can be read. Source: API, Calls. */
export const documentFormat = z.enum(['json', 'html', 'markdown', 'text']);
/** See {@link documentFormat}. */
export type DocumentFormat = z.infer<typeof documentFormat>;

/** What to put in place of a template's placeholders, by their names. */
const placeholders = z
  .record(
    textOf({ min: 1, max: limits.tagMax, what: 'Placeholder' }),
    textOf({ max: limits.placeholderMax, what: 'The text for a placeholder' }),
  )
  .refine((given) => Object.keys(given).length <= limits.placeholdersMax, {
    error: `At most ${limits.placeholdersMax} placeholders`,
  });

const fromTemplate = { templateId: id.optional(), placeholders: placeholders.optional() };

/** Body of `POST /projects/{id}/documents`. An absent title is the template's, or the empty one. */
export const newProjectDocument = z.strictObject({ title: title.optional(), ...fromTemplate });

/** Body of `POST /documents`: without a project it is a personal draft. */
export const newDocument = z.strictObject({ title: title.optional(), projectId: id.nullable().optional(), ...fromTemplate });
/** See {@link newDocument}. */
export type NewDocument = z.infer<typeof newDocument>;

/** Body of `PATCH /documents/{id}`. Another `projectId` moves it; null makes it a personal draft of the caller. A `goal` or `language` of null: none. */
export const documentChange = z.strictObject({
  title: title.optional(),
  projectId: id.nullable().optional(),
  status: documentStatus.optional(),
  goal: documentGoal.nullable().optional(),
  language: language.nullable().optional(),
});
/** See {@link documentChange}. */
export type DocumentChange = z.infer<typeof documentChange>;

/** Body of `POST /documents/{id}/delete`. `permanent` is for what is in the trash already. */
export const documentRemoval = z.strictObject({ permanent: z.boolean().optional() });

/** Body of `POST /documents/{id}/duplicate`. Absent `projectId`: beside the original; null: a personal draft. `versionId`: says what that version said. */
export const documentCopy = z.strictObject({
  title: title.optional(),
  projectId: id.nullable().optional(),
  versionId: id.optional(),
});
/** See {@link documentCopy}. */
export type DocumentCopy = z.infer<typeof documentCopy>;

/** Body of `PUT /projects/{id}/documents/reorder`: every active document of the project, once each. */
export const documentOrder = z.strictObject({ documentIds: z.array(id).max(10_000) });

/** Body of `PUT /documents/{id}/tags`: all of its tags from now on. */
export const documentTags = z.strictObject({ tags });

/** A tag that is on documents which the caller may read, and on how many of them. */
export const usedTag = z.object({ name: z.string(), documentCount: z.number().int() }).meta({ id: 'Tag' });

const several = { documentIds: z.array(id).min(1).max(limits.batchMax) };

/** Body of `POST /documents/batch`: one thing done to several documents, to all of them or to none. */
export const documentBatch = z.strictObject({
  ...several,
  action: z.enum(['archive', 'restore', 'delete', 'move', 'tag', 'untag']),
  /** Where `move` takes them; null makes them personal drafts. */
  projectId: id.nullable().optional(),
  /** What `tag` adds and `untag` takes away. */
  tags: tags.optional(),
});
/** See {@link documentBatch}. */
export type DocumentBatch = z.infer<typeof documentBatch>;
