import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { alignStarts } from '../../ui/position-menu.ts';
import classes from './insert-menu.module.css';
import {
  closeTriggerMenu,
  onTriggerMenuKey,
  triggerQueryOf,
  type Trigger,
  type TriggerQuery,
} from './trigger-menu.ts';
import { useEditorValue } from '../use-editor-value.ts';

/**
 * An item of the menu. `take` receives the range of the typed text, and must remove it from the
 * document.
 */
export type Choice = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly hint: string;
  readonly take: (typed: TriggerQuery) => void;
};

type Props = {
  editor: Editor;
  trigger: Trigger;
  /** Accessible name of the list. */
  label: string;
  /** Returns the choices for the typed query. */
  choicesFor: (query: string) => readonly Choice[];
};

/** Number of items by which Page Up and Page Down move. */
const pageOfLines = 6;

/**
 * The list at the caret while a query is being typed. The focus stays in the text, and keys select
 * an item. Source: WAI-ARIA Authoring Practices, Combobox, with the text as the input.
 */
export function InsertMenu({ editor, trigger, label, choicesFor }: Props) {
  const typed = useEditorValue(editor, () => triggerQueryOf(editor.state));
  if (typed === null || typed.trigger !== trigger) return null;
  return (
    <OpenMenu
      key={typed.from}
      editor={editor}
      typed={typed}
      label={label}
      choices={choicesFor(typed.query)}
    />
  );
}

type OpenProps = { editor: Editor; typed: TriggerQuery; label: string; choices: readonly Choice[] };

function OpenMenu({ editor, typed, label, choices }: OpenProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  useEffect(() => setAt(0), [typed.query]);
  const active = Math.min(at, Math.max(choices.length - 1, 0));
  const box = usePosition(editor, typed.from, choices.length);
  useKeys(editor, { choices, active, setAt, typed });
  useNamed(editor, choices.length > 0 ? id : null, active);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, box]);
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <>
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label={label}
        className={`float ${classes['menu']}`}
        hidden={choices.length === 0}
        data-choosing
      >
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <p className={`soft firm ${classes['group']}`} role="presentation">
              {group}
            </p>
            {choices.map((choice, index) =>
              choice.group !== group ? null : (
                <Line
                  key={choice.id}
                  id={optionId(id, index)}
                  choice={choice}
                  isActive={index === active}
                  onActive={() => setAt(index)}
                  onTake={() => choice.take(typed)}
                />
              ),
            )}
          </div>
        ))}
      </div>
      <Announcement>{said(choices.length, typed.query)}</Announcement>
    </>
  );
}

/** Returns the id of an item in the list. */
const optionId = (listId: string, index: number): string => `${listId}-${index}`;

type LineProps = {
  id: string;
  choice: Choice;
  isActive: boolean;
  onActive: () => void;
  onTake: () => void;
};

function Line({ id, choice, isActive, onActive, onTake }: LineProps) {
  return (
    // The text keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={`strip wide choice ink ${classes['line']}`}
      onMouseMove={onActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <span className={`soft rigid ${classes['icon']}`} aria-hidden="true">
        {choice.icon}
      </span>
      <span className="ellipsis grow">{choice.name}</span>
      {choice.hint !== '' && (
        <span className={`soft rigid ${classes['hint']}`} dir="auto" aria-hidden="true">
          {choice.hint}
        </span>
      )}
    </div>
  );
}

function said(count: number, query: string): string {
  if (count === 0) return t`No results for “${query}”.`;
  return t`${count} results. Use the arrow keys to select and Enter to insert.`;
}

/** Places the list below the line that contains the caret, or above it if there is more space. */
function usePosition(editor: Editor, from: number, count: number) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const reposition = (): void => {
      if (box.current === null || editor.isDestroyed) return;
      const { top, bottom, left, right } = editor.view.coordsAtPos(
        Math.min(from, editor.state.doc.content.size),
      );
      const { clientHeight } = document.documentElement;
      const isBelow =
        clientHeight - bottom >= Math.min(box.current.scrollHeight + 12, 320) ||
        clientHeight - bottom > top;
      alignStarts(box.current, { left, right });
      box.current.style.top = isBelow ? `${bottom + 6}px` : 'auto';
      box.current.style.bottom = isBelow ? 'auto' : `${clientHeight - top + 6}px`;
      box.current.style.maxHeight = `${Math.min((isBelow ? clientHeight - bottom : top) - 16, 352)}px`;
    };
    reposition();
    window.addEventListener('scroll', reposition, { passive: true });
    window.addEventListener('resize', reposition);
    return () => {
      window.removeEventListener('scroll', reposition);
      window.removeEventListener('resize', reposition);
    };
  }, [editor, from, count]);
  return box;
}

type Keys = {
  choices: readonly Choice[];
  active: number;
  setAt: (at: number) => void;
  typed: TriggerQuery;
};

function useKeys(editor: Editor, { choices, active, setAt, typed }: Keys): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): boolean => {
      if (event.isComposing) return false;
      if (event.key === 'Escape') {
        closeTriggerMenu(editor);
        return true;
      }
      const chosen = choices[active];
      if (chosen === undefined) return false;
      const [next, last] = [choices.length, choices.length - 1];
      const targets: Record<string, number> = {
        ArrowDown: (active + 1) % next,
        ArrowUp: (active - 1 + next) % next,
        PageDown: Math.min(active + pageOfLines, last),
        PageUp: Math.max(active - pageOfLines, 0),
      };
      const target = targets[event.key];
      if (target !== undefined && !event.shiftKey) {
        setAt(target);
        return true;
      }
      if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey) return false;
      chosen.take(typed);
      return true;
    };
    return onTriggerMenuKey(editor, hear);
  });
}

/** Sets ARIA attributes on the text that reference the list and its active item. */
function useNamed(editor: Editor, listId: string | null, active: number): void {
  useEffect(() => {
    const { dom } = editor.view;
    if (listId === null) return;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', optionId(listId, active));
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, listId, active]);
}
