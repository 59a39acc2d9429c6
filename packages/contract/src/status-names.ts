import type { DocumentStatus } from './document.ts';

/** Document statuses in order, with their display names. */
export const statusNames: Readonly<Record<DocumentStatus, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  approved: 'Approved',
  published: 'Published',
};
