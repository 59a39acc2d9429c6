import { t } from '@lingui/core/macro';
import {
  IconArrowDown,
  IconArrowUp,
  IconLetterCase,
  IconRegex,
  IconReplace,
  IconTextScan2,
  IconX,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType, RefObject } from 'react';
import { mostMatches, type Query } from './matches.ts';
import type { Matches } from './use-matches.ts';
import classes from './find-bar.module.css';
import { numberLocale } from '../../ui/dates.ts';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  query: Query;
  onChange: (part: Partial<Query>) => void;
  found: Matches;
  /** Report on the last action, shown in place of the results; null for none. */
  done: string | null;
  /** True if the replacement is shown too; null if the user may not replace. */
  isReplacing: boolean | null;
  onReplacing: (isReplacing: boolean) => void;
  onClose: () => void;
};

/** Search options, as toggle buttons. */
const ways = [
  { way: 'isCase', name: t`Match case`, Icon: IconLetterCase },
  { way: 'isWhole', name: t`Whole words`, Icon: IconTextScan2 },
  { way: 'isPattern', name: t`Regular expression`, Icon: IconRegex },
] as const;

/** Query with its options, results and buttons. */
export function FindRow(props: Props) {
  const { field, query, onChange, found, done, isReplacing, onReplacing, onClose } = props;
  return (
    <div className="row">
      <input
        ref={field}
        type="text"
        dir="auto"
        aria-label={t`Find`}
        placeholder={t`Find`}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        value={query.text}
        aria-invalid={found.problem !== null}
        aria-describedby="find-outcome"
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <div className={classes['ways']} role="group" aria-label={t`Search options`}>
        {ways.map(({ way, name, Icon }) => (
          <Tool
            key={way}
            name={name}
            Icon={Icon}
            isOn={query[way]}
            onPress={() => onChange({ [way]: !query[way] })}
          />
        ))}
      </div>
      <p
        id="find-outcome"
        role="status"
        className={`soft small figures ${classes['outcome']}`}
        data-wrong={found.problem !== null || undefined}
      >
        {done ?? found.problem ?? outcome(query.text, found.matches.length, found.active)}
      </p>
      <Tool
        name={t`Previous (Shift+Enter)`}
        Icon={IconArrowUp}
        onPress={() => found.go('previous')}
      />
      <Tool name={t`Next (Enter)`} Icon={IconArrowDown} onPress={() => found.go('next')} />
      {isReplacing !== null && (
        <Tool
          name={t`Replace`}
          Icon={IconReplace}
          isOn={isReplacing}
          onPress={() => onReplacing(!isReplacing)}
        />
      )}
      <Tool name={t`Close`} Icon={IconX} onPress={onClose} />
    </div>
  );
}

function outcome(text: string, count: number, active: number): string {
  if (text === '') return '';
  if (count === 0) return t`No results`;
  const all =
    count >= mostMatches
      ? t`the first ${{ count: count.toLocaleString(numberLocale) }}`
      : count.toLocaleString(numberLocale);
  return t`${{ number: (active + 1).toLocaleString(numberLocale) }} of ${all}`;
}

type ToolProps = {
  name: string;
  Icon: ComponentType<IconProps>;
  isOn?: boolean;
  onPress: () => void;
};

function Tool({ name, Icon, isOn, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="iconButton"
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
