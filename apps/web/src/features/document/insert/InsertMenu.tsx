import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import classes from './InsertMenu.module.css';
import { closeTyped, hearTyped, typedIn, type Sign, type Typed } from './typed.ts';

/** A line of the menu. `take` is given where what was typed stands, and takes it out of the text itself. */
export type Choice = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly hint: string;
  readonly take: (typed: Typed) => void;
};

type Props = {
  editor: Editor;
  sign: Sign;
  /** What the list is called. */
  label: string;
  /** What there is to choose from for what is typed. */
  choicesFor: (query: string) => readonly Choice[];
};

/** Lines that Page Up and Page Down go. */
const pageOfLines = 6;

/**
 * The list at the caret while a sign is being typed: the focus stays in the text, the keys choose. Source: WAI-ARIA Authoring Practices,
 * Combobox, where the text is the box.
 */
export function InsertMenu({ editor, sign, label, choicesFor }: Props) {
  const typed = useEditorState({ editor, selector: ({ editor: { state } }) => typedIn(state) });
  if (typed === null || typed.sign !== sign) return null;
  return <OpenMenu key={typed.from} editor={editor} typed={typed} label={label} choices={choicesFor(typed.query)} />;
}

type OpenProps = { editor: Editor; typed: Typed; label: string; choices: readonly Choice[] };

function OpenMenu({ editor, typed, label, choices }: OpenProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  useEffect(() => setAt(0), [typed.query]);
  const active = Math.min(at, Math.max(choices.length - 1, 0));
  const box = usePlace(editor, typed.from, choices.length);
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
        className={classes['menu']}
        hidden={choices.length === 0}
        data-choosing
      >
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <p className={classes['group']} role="presentation">
              {group}
            </p>
            {choices.map((choice, index) =>
              choice.group !== group ? null : (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text keeps the focus, and has the keys
                <div
                  key={choice.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={classes['line']}
                  onMouseMove={() => setAt(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choice.take(typed)}
                >
                  <span className={classes['icon']} aria-hidden="true">
                    {choice.icon}
                  </span>
                  <span className={classes['name']}>{choice.name}</span>
                  {choice.hint !== '' && (
                    <span className={classes['hint']} aria-hidden="true">
                      {choice.hint}
                    </span>
                  )}
                </div>
              ),
            )}
          </div>
        ))}
      </div>
      <p role="status" className={classes['unseen']}>
        {said(choices.length, typed.query)}
      </p>
    </>
  );
}

function said(count: number, query: string): string {
  if (count === 0) return `No results for “${query}”.`;
  return `${count} results. Use the arrow keys to select and Enter to insert.`;
}

/** Puts the list below the line that is being typed in, or above it where there is more room. */
function usePlace(editor: Editor, from: number, count: number) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      if (box.current === null || editor.isDestroyed) return;
      const { top, bottom, left } = editor.view.coordsAtPos(Math.min(from, editor.state.doc.content.size));
      const { clientWidth, clientHeight } = document.documentElement;
      const isBelow = clientHeight - bottom >= Math.min(box.current.scrollHeight + 12, 320) || clientHeight - bottom > top;
      box.current.style.left = `${Math.max(8, Math.min(left, clientWidth - box.current.offsetWidth - 8))}px`;
      box.current.style.top = isBelow ? `${bottom + 6}px` : 'auto';
      box.current.style.bottom = isBelow ? 'auto' : `${clientHeight - top + 6}px`;
      box.current.style.maxHeight = `${Math.min((isBelow ? clientHeight - bottom : top) - 16, 352)}px`;
    };
    place();
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [editor, from, count]);
  return box;
}

type Keys = { choices: readonly Choice[]; active: number; setAt: (at: number) => void; typed: Typed };

function useKeys(editor: Editor, { choices, active, setAt, typed }: Keys): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): boolean => {
      if (event.isComposing) return false;
      if (event.key === 'Escape') {
        closeTyped(editor);
        return true;
      }
      const chosen = choices[active];
      if (chosen === undefined) return false;
      const [next, last] = [choices.length, choices.length - 1];
      const places: Record<string, number> = {
        ArrowDown: (active + 1) % next,
        ArrowUp: (active - 1 + next) % next,
        PageDown: Math.min(active + pageOfLines, last),
        PageUp: Math.max(active - pageOfLines, 0),
      };
      const place = places[event.key];
      if (place !== undefined && !event.shiftKey) {
        setAt(place);
        return true;
      }
      if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey) return false;
      chosen.take(typed);
      return true;
    };
    return hearTyped(editor, hear);
  });
}

/** Tells assistive technology that the list belongs to the text, and which of its lines is chosen. */
function useNamed(editor: Editor, listId: string | null, active: number): void {
  useEffect(() => {
    const { dom } = editor.view;
    if (listId === null) return;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', `${listId}-${active}`);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, listId, active]);
}
