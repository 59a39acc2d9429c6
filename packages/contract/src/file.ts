import { z } from 'zod';
import { id, moment } from './text.ts';

/**
 * A picture or an attachment of a document. `type` is what the bytes say, whatever they were called; `width` and `height` are pixels,
 * null where it is no picture that browsers show. `createdBy` is null where that person's demo is over. `url` is where its bytes are.
 */
export const file = z
  .object({
    id,
    documentId: id,
    name: z.string(),
    type: z.string(),
    size: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    createdBy: id.nullable(),
    createdAt: moment,
    url: z.string(),
  })
  .meta({ id: 'File' });
/** See {@link file}. */
export type File = z.infer<typeof file>;
