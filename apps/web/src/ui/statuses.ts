import type { Document, DocumentStatus } from '@longhand/contract';

/** Document statuses in order, with their display names. Source: API, Shapes. */
export const statuses: readonly { value: DocumentStatus; name: string }[] = [
  { value: 'draft', name: 'Draft' },
  { value: 'in_review', name: 'In review' },
  { value: 'approved', name: 'Approved' },
  { value: 'published', name: 'Published' },
];

/**
 * Returns the display name of a document's status, or a note if it was edited since its approval.
 */
export function statusOf({
  status,
  isEditedSinceApproval,
}: Pick<Document, 'status' | 'isEditedSinceApproval'>): string {
  return isEditedSinceApproval ? 'Edited since approval' : statusName(status);
}

/** Returns the display name of a status; an unknown status is returned unchanged. */
export function statusName(status: string): string {
  return statuses.find(({ value }) => value === status)?.name ?? status;
}
