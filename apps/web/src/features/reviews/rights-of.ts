import type { Document } from '@longhand/contract';

/**
 * Returns the user's rights on the rounds of a document. `isActive`: rounds can be answered,
 * because the document is neither archived nor in the trash. `mayAsk`: the user may also request,
 * change and end them.
 */
export function rightsOf({ archivedAt, deletedAt, rights }: Document): {
  isActive: boolean;
  mayAsk: boolean;
} {
  const isActive = archivedAt === null && deletedAt === null;
  return { isActive, mayAsk: rights.change };
}
