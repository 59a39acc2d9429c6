import { t } from '@lingui/core/macro';
import { modes, type Mode } from '../../editor/modes.ts';
import classes from './document-bar.module.css';

type Props = { mode: Mode; allowed: readonly Mode[]; onChange: (mode: Mode) => void };

/** Selects editing, suggesting or viewing. Shows plain text if only one mode is allowed. */
export function ModeSelect({ mode, allowed, onChange }: Props) {
  if (allowed.length === 1)
    return <span className={`soft small ${classes['mode']}`}>{nameOf(mode)}</span>;
  return (
    <select
      className={classes['modes']}
      aria-label={t`Mode`}
      data-mode={mode}
      value={mode}
      onChange={({ currentTarget: { value } }) =>
        onChange(allowed.find((each) => each === value) ?? mode)
      }
    >
      {allowed.map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  );
}

const nameOf = (mode: Mode): string => modes.find((each) => each.mode === mode)?.name ?? mode;
