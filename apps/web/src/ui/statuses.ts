import { t } from '@lingui/core/macro';
import { statusText } from '../language/contract-text.ts';
import { statusNames, type Document, type DocumentStatus } from '@longhand/contract';

/** Document statuses in order, with their display names. */
export const statuses: readonly { value: DocumentStatus; name: string }[] = (
  Object.entries(statusNames) as [DocumentStatus, string][]
).map(([value, name]) => ({ value, name: statusText(value, name) }));

/**
 * Returns the display name of a document's status, or a note if it was edited since its approval.
 */
export function statusOf({
  status,
  isEditedSinceApproval,
}: Pick<Document, 'status' | 'isEditedSinceApproval'>): string {
  return isEditedSinceApproval ? t`Edited since approval` : statusName(status);
}

/** Returns the display name of a status; an unknown status is returned unchanged. */
export function statusName(status: string): string {
  return statuses.find(({ value }) => value === status)?.name ?? status;
}
