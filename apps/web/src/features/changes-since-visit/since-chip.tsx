import { t } from '@lingui/core/macro';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import classes from './since-chip.module.css';
import { dateLocale } from '../../ui/dates.ts';

type Props = {
  telling: string;
  names: readonly string[];
  at: string;
  /** Index of the active change; null before the first. */
  current: number | null;
  count: number;
  onGo: (way: 'next' | 'previous') => void;
  onSeen: () => void;
};

/** Summary of the changes since the last visit, with buttons that navigate between them. */
export function SinceChip({ telling, names, at, current, count, onGo, onSeen }: Props) {
  return (
    <section
      aria-label={t`Since you were last here`}
      className={`float spread figures ${classes['chip']}`}
    >
      <p
        role="status"
        title={t`${{ names: names.join(', ') }}, since ${{ number: new Date(at).toLocaleString(dateLocale, { dateStyle: 'medium', timeStyle: 'short' }) }}`}
      >
        {telling}
        {current !== null && (
          <span className="soft">{t` · ${{ current: current + 1 }} of ${count}`}</span>
        )}
      </p>
      <div className={`strip ${classes['acts']}`}>
        <button
          type="button"
          className="choice"
          aria-label={t`Previous change`}
          title={t`Previous change (Ctrl+Alt+H)`}
          onClick={() => onGo('previous')}
        >
          <IconChevronUp size={18} stroke={1.8} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="choice"
          aria-label={t`Next change`}
          title={t`Next change (Ctrl+Alt+G)`}
          onClick={() => onGo('next')}
        >
          <IconChevronDown size={18} stroke={1.8} aria-hidden="true" />
        </button>
        <button type="button" className="choice" onClick={onSeen}>
          {t`Mark as seen`}
        </button>
      </div>
    </section>
  );
}
