import { z } from 'zod';
import { id, moment } from './text.ts';

/**
 * A template for documents: built in, or a document marked as one. `placeholders`: the names in
 * double braces in its text, in order of appearance, which are replaced by given values. `excerpt`:
 * its first words.
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
/** See {@link template}. `content` is ProseMirror JSON. */
export type Template = z.infer<typeof template>;
