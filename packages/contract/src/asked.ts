import { z } from 'zod';
import { limits } from './limits.ts';
import { id } from './text.ts';

/** Path parameters with the id of one resource. */
export const byId = z.object({ id });

/** Path parameters with the id of a resource and of a user in it. */
export const byIdAndUser = z.object({ id, userId: id });

/** Pagination query of a list. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault),
  cursor: z.string().max(1_000).optional(),
});
