import { t } from '@lingui/core/macro';
import { IconEye, IconEyeCheck } from '@tabler/icons-react';
import { useWatch, type Watchable } from './use-notifications.ts';
import classes from './notifications.module.css';

/**
 * Toggle button that watches a document or project. Its space is reserved until the state is known.
 */
export function WatchButton({ of }: { of: Watchable }) {
  const { watching, choose } = useWatch(of);
  const isDocument = of.kind === 'document';
  const label = isDocument ? t`Watch this document` : t`Watch this project`;
  const watched = isDocument
    ? t`Watching this document: you are notified of its changes`
    : t`Watching this project: you are notified of its changes`;
  const Icon = watching === true ? IconEyeCheck : IconEye;
  return (
    <button
      type="button"
      className={`iconButton ${classes['watch']}`}
      aria-label={label}
      aria-pressed={watching === true}
      title={watching === true ? watched : label}
      disabled={watching === null}
      onClick={() => choose(watching !== true)}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
