import { z } from 'zod';
import { codePoints } from './code-points.ts';
import { schemaMessage } from './field-messages.ts';
import type { FieldName } from './field-texts.ts';

/**
 * True if `text` can be stored and sent unchanged: well-formed UTF-16 without the character NUL.
 */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/**
 * Creates a schema for a string of `min` to `max` code points. `trim` removes surrounding white
 * space first. The bounds are included in the JSON schema, whose lengths are code points as well.
 */
export function textOf({
  min = 0,
  max,
  trim = false,
  what,
}: {
  min?: number;
  max: number;
  trim?: boolean;
  what: FieldName;
}) {
  const base = trim ? z.string().trim() : z.string();
  return base
    .refine(isStorable, {
      error: schemaMessage('unstorable', { what }),
      abort: true,
    })
    .refine((text) => codePoints(text) >= min, {
      error:
        min === 1
          ? schemaMessage('required_name', { what })
          : schemaMessage('too_short', { what, min }),
    })
    .refine((text) => codePoints(text) <= max, {
      error: schemaMessage('too_long', { what, max }),
    })
    .meta({ minLength: min, maxLength: max });
}

/**
 * An id: a UUID of version 7. It is normalized to lower case, so that two spellings never address
 * two rooms. Any other value matches nothing: the server responds with 404.
 */
export const id = z.uuid().toLowerCase();

/** A time: ISO 8601 in UTC, with milliseconds. */
export const moment = z.iso.datetime();

/** Creates the schema of a paginated list. `nextCursor` is null on the last page. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
