import { t } from '@lingui/core/macro';
import type { Announcement } from '@longhand/contract';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { focusableAfter } from '../../ui/focusable.ts';
import { deviceStorage } from '../../ui/storage.ts';
import { useFocusOnRemoval } from '../../ui/use-focus-on-removal.ts';
import { dismissedIn, dismissIn } from './dismissed.ts';
import classes from './running-announcements.module.css';

/**
 * Shows active announcements above every page of a signed-in user, until each is dismissed on this
 * device. The live region is also there without announcements, so that the first one is announced.
 */
export default function RunningAnnouncements() {
  const { items } = useList(keys.announcements, (call, cursor, signal) =>
    call('listRunningAnnouncements', { query: { ...cursor, limit: 5 } }, signal),
  );
  const [dismissed, setDismissed] = useState(() => dismissedIn(deviceStorage));
  const shown = items.filter(({ id }) => !dismissed.includes(id));
  return (
    <div aria-live="polite">
      {shown.length > 0 && (
        <section aria-label={t`Announcements`} className={classes['announcements']}>
          {shown.map(({ id, text }) => (
            <Row
              key={id}
              text={text}
              onDismiss={() => setDismissed(dismissIn(deviceStorage, id))}
            />
          ))}
        </section>
      )}
    </div>
  );
}

function Row({ text, onDismiss }: { text: Announcement['text']; onDismiss: () => void }) {
  const row = useFocusOnRemoval<HTMLDivElement>(focusableAfter);
  return (
    <div ref={row}>
      <p className="grow wraps" dir="auto">
        {text}
      </p>
      <button
        type="button"
        className="iconButton"
        aria-label={t`Dismiss the announcement`}
        title={t`Dismiss`}
        onClick={onDismiss}
      >
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}
