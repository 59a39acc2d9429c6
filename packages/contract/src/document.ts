import { z } from 'zod';
import { limits } from './limits.ts';
import { role } from './role.ts';
import { id, moment, textOf } from './text.ts';

const title = textOf({ max: limits.titleMax, trim: true, what: 'Title' }).refine((text) => !/[\r\n]/.test(text), {
  error: 'Title has to be one line',
});

/** Where a document stands on its way to readers. Source: API, Shapes. */
export const documentStatus = z.enum(['draft', 'in_review', 'approved', 'published']);

/**
 * A document as the caller sees it. `projectId` null is a personal draft. `excerpt` is the first words of its text.
 * `content` is there only when a format was asked for: everything acknowledged so far. Source: API, Shapes.
 */
export const document = z
  .object({
    id,
    projectId: id.nullable(),
    title: z.string(),
    status: documentStatus,
    role,
    position: z.string(),
    wordCount: z.number().int(),
    excerpt: z.string(),
    createdBy: id,
    createdAt: moment,
    updatedAt: moment,
    archivedAt: moment.nullable(),
    deletedAt: moment.nullable(),
    content: z.unknown().optional(),
  })
  .meta({ id: 'Document' });
/** See {@link document}. */
export type Document = z.infer<typeof document>;

/** The forms in which a document's text can be read. */
export const documentFormat = z.enum(['json', 'text']);
/** See {@link documentFormat}. */
export type DocumentFormat = z.infer<typeof documentFormat>;

/** Body of `POST /projects/{id}/documents`. An absent title is the empty one. */
export const newProjectDocument = z.strictObject({ title: title.optional() });

/** Body of `POST /documents`: without a project it is a personal draft. */
export const newDocument = z.strictObject({ title: title.optional(), projectId: id.nullable().optional() });
/** See {@link newDocument}. */
export type NewDocument = z.infer<typeof newDocument>;

/** Body of `PATCH /documents/{id}`. */
export const documentChange = z.strictObject({ title: title.optional() });
/** See {@link documentChange}. */
export type DocumentChange = z.infer<typeof documentChange>;
