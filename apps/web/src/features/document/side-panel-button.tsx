import { t } from '@lingui/core/macro';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import classes from './document-bar.module.css';

type Props = { openTabId: string | null; count: number; onToggle: () => void };

/** Button that opens and closes the side panel, with the number of open threads and suggestions. */
export function SidePanelButton({ openTabId, count, onToggle }: Props) {
  return (
    <button
      type="button"
      className={`iconButton close ${classes['quiet']}`}
      aria-label={count === 0 ? t`Side panel` : t`Side panel: ${count} open`}
      title={t`Comments, suggestions, outline, history and more`}
      aria-expanded={openTabId !== null}
      aria-controls="side-panel"
      onClick={onToggle}
    >
      <IconLayoutSidebarRight size={19} stroke={1.6} aria-hidden="true" />
      {count > 0 && <span className={`figures bold ${classes['count']}`}>{count}</span>}
    </button>
  );
}
