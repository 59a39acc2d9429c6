import { z } from 'zod';

/** The number of Unicode code points in `text`: the unit of every length limit. Source: API, Conventions. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** True where `text` can be stored and sent on as it is: well-formed UTF-16 without the character NUL. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/**
 * A string of `min` to `max` code points. Surrounding white space is removed first where `trim` is set.
 * The bounds are written into the JSON schema, whose lengths are code points as well.
 */
export function textOf({ min = 0, max, trim = false, what }: { min?: number; max: number; trim?: boolean; what: string }) {
  const base = trim ? z.string().trim() : z.string();
  return base
    .refine(isStorable, { error: `${what} has a character that cannot be stored`, abort: true })
    .refine((text) => codePoints(text) >= min, {
      error: min === 1 ? `${what} is required` : `${what} needs at least ${min} characters`,
    })
    .refine((text) => codePoints(text) <= max, { error: `${what} may have at most ${max.toLocaleString('en')} characters` })
    .meta({ minLength: min, maxLength: max });
}

/**
 * An id: a UUID of version 7. Lower case is the one spelling that everything behind the API sees, so that two spellings
 * never name two rooms. Anything else names nothing: the server answers it with 404. Source: API, Conventions.
 */
export const id = z.uuid().toLowerCase();

/** A moment: ISO 8601 in UTC, with milliseconds. */
export const moment = z.iso.datetime();

/** A list in pages. `nextCursor` is null on the last page. Source: API, Conventions. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
