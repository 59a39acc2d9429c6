import { z } from 'zod';
import { id, moment } from './text.ts';

/**
 * Something that documents are made from: built in, or a document that was made a template. `placeholders` are the names that stand
 * in double braces in its text, in the order in which they appear; what is given for them is filled in. `excerpt` is its first words.
 */
export const template = z
  .object({
    id,
    kind: z.enum(['built_in', 'document']),
    name: z.string(),
    description: z.string(),
    placeholders: z.array(z.string()),
    excerpt: z.string(),
    content: z.unknown(),
    updatedAt: moment.nullable(),
  })
  .meta({ id: 'Template' });
/** See {@link template}. `content` is ProseMirror's JSON. */
export type Template = z.infer<typeof template>;
