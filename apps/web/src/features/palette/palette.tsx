import { plural, t } from '@lingui/core/macro';
import { IconSearch } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router';
import { Announcement } from '../../ui/announcement.tsx';
import { Modal } from '../../ui/modal.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { useContribution } from '../../ui/commands/commands-provider.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { RowList } from './row-list.tsx';
import { rowGroups, type Row } from './rows.ts';
import { useFindings } from './use-findings.ts';
import classes from './palette.module.css';

/** Number of items by which Page Up and Page Down move. */
const pageOfRows = 6;

/** Keys that move the active item, and the number of items by which they move it. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageOfRows,
  PageUp: -pageOfRows,
};

/**
 * Search and command palette: documents, projects, people, tags and all commands, usable by
 * keyboard alone. A combobox whose list is always open. Source: WAI-ARIA Authoring Practices,
 * Combobox; what it is like to use.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { commands } = useContribution();
  const findings = useFindings(typed);
  const groups = rowGroups(typed, { commands, ...findings });
  const rows = groups.flatMap((group) => group.rows);
  const { active, setActive, move } = useActive(typed, rows.length);
  const choose = useChoose(onClose);
  const id = useId();
  const chosen = rows[active];

  function onKeyDown(event: KeyboardEvent): void {
    // During an IME composition (Chinese, Japanese …) the keys belong to it.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen, event);
    }
  }

  return (
    <PaletteFrame onClose={onClose}>
      <QueryField
        listId={`${id}-list`}
        activeId={chosen === undefined ? undefined : `${id}-${active}`}
        typed={typed}
        onType={setTyped}
        onKeyDown={onKeyDown}
      />
      <RowList id={id} groups={groups} active={active} onPoint={setActive} onChoose={choose} />
      <Outcome
        count={rows.length}
        typed={typed}
        isSearching={findings.isSearching}
        failure={findings.error === null ? null : sentenceOf(findings.error)}
      />
    </PaletteFrame>
  );
}

function PaletteFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const id = useId();
  return (
    <Modal labelledBy={id} className={classes['content'] ?? ''} onClose={onClose}>
      <h2 id={id} className="unseen">
        {t`Search or run a command`}
      </h2>
      {children}
    </Modal>
  );
}

type QueryFieldProps = {
  listId: string;
  /** Id of the active item; undefined if the list is empty. */
  activeId: string | undefined;
  typed: string;
  onType: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function QueryField({ listId, activeId, typed, onType, onKeyDown }: QueryFieldProps) {
  return (
    <div className={`row soft ${classes['box']}`}>
      <IconSearch size={19} stroke={1.6} aria-hidden="true" />
      <input
        data-autofocus
        role="combobox"
        dir="auto"
        aria-label={t`Search or run a command`}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={t`Search or run a command`}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Kbd keys="Escape" />
    </div>
  );
}

/**
 * Manages the index of the active item. It is reset when the query changes, and wraps around at the
 * ends.
 */
function useActive(typed: string, count: number) {
  const [active, setActive] = useState(0);
  useEffect(() => setActive(0), [typed]);
  function move(step: number): void {
    if (count === 0) return;
    const next = Math.min(active, count - 1) + step;
    if (Math.abs(step) > 1) setActive(Math.max(0, Math.min(count - 1, next)));
    else setActive((next + count) % count);
  }
  return { active: Math.min(active, Math.max(0, count - 1)), setActive, move };
}

/**
 * Performs the action of a row after the palette has closed and the focus is restored. With Ctrl or
 * ⌘, a link opens in a new tab.
 */
function useChoose(onClose: () => void) {
  const navigate = useNavigate();
  return (row: Row, event: KeyboardEvent | MouseEvent): void => {
    if ('to' in row && (event.ctrlKey || event.metaKey)) {
      window.open(row.to, '_blank', 'noopener');
      return onClose();
    }
    onClose();
    setTimeout(() => {
      if ('run' in row) return row.run();
      void navigate(row.to);
    });
  };
}

type OutcomeProps = { count: number; typed: string; isSearching: boolean; failure: string | null };

/** Result message: visible if there are no results, and always announced to screen readers. */
function Outcome({ count, typed, isSearching, failure }: OutcomeProps) {
  const isEmpty = count === 0 && !isSearching && failure === null;
  return (
    <>
      {failure !== null && (
        <p className={`remark ${classes['outcome']}`} role="alert">
          {t`The search failed. Commands still work. ${failure}`}
        </p>
      )}
      {isEmpty && (
        <p
          className={`remark ${classes['outcome']}`}
        >{t`No results for “${{ typed: typed.trim() }}”.`}</p>
      )}
      <Announcement>{said({ count, isSearching, isEmpty })}</Announcement>
    </>
  );
}

function said({
  count,
  isSearching,
  isEmpty,
}: {
  count: number;
  isSearching: boolean;
  isEmpty: boolean;
}): string {
  if (isSearching) return '';
  if (isEmpty) return t`No results`;
  return plural(count, { one: '# result', other: '# results' });
}
