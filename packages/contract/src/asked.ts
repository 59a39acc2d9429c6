import { z } from 'zod';
import { limits } from './limits.ts';
import { id } from './text.ts';

/** The parameter of a path that names one thing. */
export const byId = z.object({ id });

/** The parameters of a path that names a person in a thing. */
export const byIdAndUser = z.object({ id, userId: id });

/** Which part of a list is asked for. Source: API, Conventions. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault),
  cursor: z.string().max(1_000).optional(),
});
