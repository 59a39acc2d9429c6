import { IconAlertTriangle, IconCheck, IconCloudOff, IconPencil } from '@tabler/icons-react';
import type { SavedMark as Mark } from '@longhand/sync/client';
import { savedWords } from './saved.ts';
import classes from './document-bar.module.css';

const icons = {
  saving: IconPencil,
  saved: IconCheck,
  offline: IconCloudOff,
  not_saved: IconAlertTriangle,
};

/**
 * Shows where the user's text is stored. Only exceptional states are announced to screen readers.
 * Announcing "Saving" and "Saved" after every word would make writing impossible.
 */
export function SavedMark({ mark }: { mark: Mark }) {
  const Icon = icons[mark.kind];
  const isOrdinary = mark.kind === 'saving' || mark.kind === 'saved';
  return (
    <p
      role="status"
      aria-live={isOrdinary ? 'off' : 'polite'}
      className={`strip close soft small ${classes['mark']}`}
      data-kind={mark.kind}
    >
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <span>{savedWords(mark)}</span>
    </p>
  );
}
