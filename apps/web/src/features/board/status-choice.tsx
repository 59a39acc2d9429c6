import { t } from '@lingui/core/macro';
import { type Document, type DocumentStatus } from '@longhand/contract';
import { statuses, statusOf } from '../../ui/statuses.ts';
import { useStatus } from './use-status.ts';
import classes from './status-choice.module.css';

/**
 * Status of a document, as a select element if the user may change it. Optimistic: a choice is
 * shown at once.
 */
export function StatusChoice({ document }: { document: Document }) {
  const { moving, move } = useStatus();
  const status = moving?.document.id === document.id ? moving.status : document.status;
  const isEditedSinceApproval = status === 'approved' && document.isEditedSinceApproval;
  if (!document.rights.change) {
    return (
      <span
        className={classes['status']}
        data-status={status}
        data-edited={isEditedSinceApproval || undefined}
      >
        <span className="unseen">{t`Status:`} </span>
        {statusOf({ status, isEditedSinceApproval })}
      </span>
    );
  }
  return (
    <select
      className={`coloured ${classes['status']}`}
      aria-label={t`Status`}
      data-status={status}
      data-edited={isEditedSinceApproval || undefined}
      value={status}
      onChange={({ currentTarget: { value } }) => move(document, value as DocumentStatus)}
    >
      {statuses.map(({ value, name }) => (
        <option key={value} value={value}>
          {value === 'approved' && isEditedSinceApproval
            ? statusOf({ status, isEditedSinceApproval })
            : name}
        </option>
      ))}
    </select>
  );
}
