import { t } from '@lingui/core/macro';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Marked } from '../../ui/found.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { Row, RowGroup } from './rows.ts';
import classes from './palette.module.css';

type Props = {
  id: string;
  groups: readonly RowGroup[];
  active: number;
  onPoint: (at: number) => void;
  onChoose: (row: Row, event: MouseEvent) => void;
};

/** Listbox of the palette. It scrolls to the active item. */
export function RowList({ id, groups, active, onPoint, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, groups.length]);
  const numbered = withNumbers(groups);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t`Commands`}
      className={classes['list']}
    >
      {numbered.map((group, place) => (
        <div key={group.name} role="group" aria-labelledby={`${id}-group-${place}`}>
          <p
            id={`${id}-group-${place}`}
            className={`soft firm ${classes['group']}`}
            role="presentation"
          >
            {group.name}
          </p>
          {group.rows.map(({ row, here }) => (
            <Option
              key={row.id}
              id={`${id}-${here}`}
              row={row}
              isActive={here === active}
              onPoint={() => onPoint(here)}
              onChoose={(event) => onChoose(row, event)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Adds to each row its index in the whole list. */
function withNumbers(groups: readonly RowGroup[]) {
  let before = 0;
  return groups.map(({ name, rows }) => {
    const first = before;
    before += rows.length;
    return { name, rows: rows.map((row, at) => ({ row, here: first + at })) };
  });
}

type OptionProps = {
  id: string;
  row: Row;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
};

function Option({ id, row, isActive, onPoint, onChoose }: OptionProps) {
  const Icon = row.icon;
  return (
    // The input keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={`row choice ink ${classes['row']}`}
      onMouseMove={onPoint}
      // The focus stays in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={`soft rigid ${classes['icon']}`}>
        {Icon && <Icon size={17} stroke={1.6} aria-hidden="true" />}
      </span>
      <span className={`grow ${classes['words']}`}>
        <span className="ellipsis" dir="auto">
          {row.marks ? <Marked text={row.name} marks={row.marks} /> : row.name}
        </span>
        {row.hint !== undefined && row.hint !== '' && (
          <span className="ellipsis remark serif" dir="auto">
            <Marked text={row.hint} marks={row.hintMarks ?? []} />
          </span>
        )}
      </span>
      {row.keys !== undefined && <Kbd keys={row.keys} />}
    </div>
  );
}
