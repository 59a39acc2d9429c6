import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { deviceStorage } from '../../ui/storage.ts';
import { dismissedIn, dismissIn } from './dismissed.ts';
import classes from './running-announcements.module.css';

/**
 * Shows active announcements above every page of a signed-in user, until each is dismissed on this
 * device.
 */
export function RunningAnnouncements() {
  const { items } = useList(keys.announcements, (call, cursor, signal) =>
    call('listRunningAnnouncements', { query: { ...cursor, limit: 5 } }, signal),
  );
  const [dismissed, setDismissed] = useState(() => dismissedIn(deviceStorage));
  const shown = items.filter(({ id }) => !dismissed.includes(id));
  return (
    <section
      aria-label="Announcements"
      aria-live="polite"
      className={classes['announcements']}
      hidden={shown.length === 0}
    >
      {shown.map(({ id, text }) => (
        <div key={id}>
          <p>{text}</p>
          <button
            type="button"
            className="iconButton"
            aria-label="Dismiss the announcement"
            title="Dismiss"
            onClick={() => setDismissed(dismissIn(deviceStorage, id))}
          >
            <IconX size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
      ))}
    </section>
  );
}
