import { z } from 'zod';
import { page } from './asked.ts';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/** Kind of object that a legal hold is about. */
export const holdKind = z.enum(['person', 'project', 'document']).meta({ id: 'HoldKind' });
/** See {@link holdKind}. */
export type HoldKind = z.infer<typeof holdKind>;

/**
 * A legal hold. `name`: the user's name, the name of the project or the title of the document; null
 * if the object does not exist. `madeBy`, `endedBy`: null if unknown. `endedAt` null: it holds.
 */
export const hold = z
  .object({
    id,
    kind: holdKind,
    objectId: id,
    name: z.string().nullable(),
    reason: z.string(),
    madeBy: person.nullable(),
    madeAt: moment,
    endedBy: person.nullable(),
    endedAt: moment.nullable(),
  })
  .meta({ id: 'Hold' });
/** See {@link hold}. */
export type Hold = z.infer<typeof hold>;

/** Query of the list of holds. `ended`: whether to list the ended ones instead. */
export const holdsAsked = page.extend({ ended: z.stringbool().default(false) });

/**
 * Body of `POST /admin/holds`. `object`: a username, or the id or the address of a project or a
 * document.
 */
export const newHold = z.strictObject({
  kind: holdKind,
  object: textOf({ min: 1, max: limits.lineMax, trim: true, what: 'The object' }),
  reason: textOf({ min: 1, max: limits.lineMax, trim: true, what: 'The reason' }),
});
/** See {@link newHold}. */
export type NewHold = z.infer<typeof newHold>;
