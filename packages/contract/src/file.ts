import { z } from 'zod';
import { id, moment } from './text.ts';

/**
 * A picture or an attachment of a document. `type` is detected from the bytes, not from the file
 * name. `width` and `height` in pixels; null if it is not a picture that browsers show. `createdBy`
 * is null after the demo of that user ended. `url` is the address of its bytes.
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
