import type { Document, DocumentStatus } from '@longhand/contract';

/** Where a document can stand on its way to readers, from first to last, as people call it. Source: API, Shapes. */
export const statuses: readonly { value: DocumentStatus; name: string }[] = [
  { value: 'draft', name: 'Draft' },
  { value: 'in_review', name: 'In review' },
  { value: 'approved', name: 'Approved' },
  { value: 'published', name: 'Published' },
];

/** Names a document's status; an approval that later edits left behind says so. */
export function statusOf({ status, isEditedSinceApproval }: Pick<Document, 'status' | 'isEditedSinceApproval'>): string {
  return isEditedSinceApproval ? 'Edited since approval' : statusName(status);
}

/** The status as people call it; one that is not known is said as it is. */
export function statusName(status: string): string {
  return statuses.find(({ value }) => value === status)?.name ?? status;
}
