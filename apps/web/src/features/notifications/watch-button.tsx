import { IconEye, IconEyeCheck } from '@tabler/icons-react';
import { useWatch, type Watchable } from './use-notifications.ts';
import classes from './notifications.module.css';

/**
 * Toggle button that watches a document or project. Its space is reserved until the state is known.
 */
export function WatchButton({ of }: { of: Watchable }) {
  const { watching, choose } = useWatch(of);
  const name =
    watching === true
      ? `Watching this ${of.kind}: you are notified of its changes`
      : `Watch this ${of.kind}`;
  const Icon = watching === true ? IconEyeCheck : IconEye;
  return (
    <button
      type="button"
      className={`iconButton ${classes['watch']}`}
      aria-label={`Watch this ${of.kind}`}
      aria-pressed={watching === true}
      title={name}
      disabled={watching === null}
      onClick={() => choose(watching !== true)}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
