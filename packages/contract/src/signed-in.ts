import type { z } from 'zod';
import { page } from './asked.ts';
import { listOf } from './text.ts';

/** Fields of an endpoint that every signed-in user may call. Role checks are separate. */
export const signedIn = { access: 'signed_in', rateLimit: 'calls' } as const;

/** Returns the fields of an endpoint that gives signed-in users a list of `item` by pages. */
export const pagesOf = <Item extends z.ZodType>(item: Item) =>
  ({ ...signedIn, query: page, status: 200, answer: listOf(item) }) as const;
