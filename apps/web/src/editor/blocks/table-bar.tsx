import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import {
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableColumn,
  IconTableOff,
  IconTableRow,
  IconViewportNarrow,
  IconViewportWide,
} from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { moveInToolbar } from '../roving-tab-index.ts';
import bar from '../toolbar.module.css';
import classes from './table-bar.module.css';
import { useEditorValue } from '../use-editor-value.ts';
import { alignStarts } from '../../ui/position-menu.ts';

type Act = {
  readonly name: string;
  readonly icon: typeof IconTableRow;
  readonly run: (commands: Editor['commands']) => boolean;
  readonly isEnd?: boolean;
};

/** Width change of a column per button press (pixels). */
const columnStep = 24;

const acts: readonly Act[] = [
  { name: t`Add a row above`, icon: IconRowInsertTop, run: (on) => on.addRowBefore() },
  { name: t`Add a row below`, icon: IconRowInsertBottom, run: (on) => on.addRowAfter() },
  { name: t`Delete the row`, icon: IconRowRemove, run: (on) => on.deleteRow(), isEnd: true },
  { name: t`Add a column before`, icon: IconColumnInsertLeft, run: (on) => on.addColumnBefore() },
  { name: t`Add a column after`, icon: IconColumnInsertRight, run: (on) => on.addColumnAfter() },
  { name: t`Delete the column`, icon: IconColumnRemove, run: (on) => on.deleteColumn() },
  { name: t`Narrower column`, icon: IconViewportNarrow, run: (on) => on.resizeColumn(-columnStep) },
  {
    name: t`Wider column`,
    icon: IconViewportWide,
    run: (on) => on.resizeColumn(columnStep),
    isEnd: true,
  },
  { name: t`Merge the cells`, icon: IconArrowsJoin2, run: (on) => on.mergeCells() },
  { name: t`Split the cell`, icon: IconArrowsSplit2, run: (on) => on.splitCell(), isEnd: true },
  { name: t`Header row`, icon: IconTableRow, run: (on) => on.toggleHeaderRow() },
  {
    name: t`Header column`,
    icon: IconTableColumn,
    run: (on) => on.toggleHeaderColumn(),
    isEnd: true,
  },
  { name: t`Delete the table`, icon: IconTableOff, run: (on) => on.deleteTable() },
];

/** Height of the formatting toolbar at the lower edge on phones (pixels). */
const barBelow = 64;

/**
 * Lower edge of the page's bars (pixels); further up, the table's toolbar would be covered by them.
 */
const barsEnd = 104;

/**
 * Toolbar with the commands of the table around the caret. Alt+F10 moves the focus there from the
 * text, Escape moves it back.
 */
export function TableBar({ editor }: { editor: Editor }) {
  const box = useRef<HTMLDivElement>(null);
  const isActive = useActive(editor, box);
  const around = useEditorValue(editor, () => tableAt(editor));
  const at = isActive ? around : null;
  const can = useEditorValue(editor, () =>
    tableAt(editor) === null
      ? []
      : acts.filter(({ run }) => run(editor.can())).map(({ name }) => name),
  );
  usePositionBeside(editor, at, box);
  useEffect(() => {
    if (at === null) return;
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'F10' || !event.altKey) return;
      event.preventDefault();
      box.current?.querySelector('button')?.focus();
    };
    const { dom } = editor.view;
    dom.addEventListener('keydown', hear);
    return () => dom.removeEventListener('keydown', hear);
  }, [editor, at, box]);
  if (at === null) return null;
  return (
    <div
      ref={box}
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Table`}
      className={`float ${classes['bar']}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.view.focus();
        else moveInToolbar(event);
      }}
    >
      {acts.map(({ name, icon: Icon, run, isEnd }) => (
        <button
          key={name}
          type="button"
          className={`iconButton ${bar['button']}`}
          data-end={isEnd}
          aria-label={name}
          title={name}
          aria-disabled={!can.includes(name)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor.commands)}
        >
          <Icon size={18} stroke={1.6} />
        </button>
      ))}
    </div>
  );
}

/** Returns the position of the table around the caret; null if there is none. */
function tableAt({ state }: Editor): number | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table') return $from.before(depth);
  return null;
}

/**
 * True while the text or the toolbar has the focus. A document that opens with a table as its first
 * block shows no toolbar. A focus that moves between the first render and the subscription counts:
 * React reads the focused element again once it has subscribed.
 */
function useActive(editor: Editor, box: RefObject<HTMLDivElement | null>): boolean {
  return useSyncExternalStore(subscribeToFocus, () => {
    const { activeElement } = document;
    return editor.view.dom.contains(activeElement) || box.current?.contains(activeElement) === true;
  });
}

function subscribeToFocus(onChange: () => void): () => void {
  document.addEventListener('focusin', onChange);
  return () => document.removeEventListener('focusin', onChange);
}

/**
 * Places the toolbar above the table, or below a table at the start of the text, where it would
 * cover the title.
 */
function usePositionBeside(
  editor: Editor,
  at: number | null,
  box: RefObject<HTMLDivElement | null>,
): void {
  useLayoutEffect(() => {
    if (at === null) return;
    const reposition = (): void => {
      const table = editor.isDestroyed ? null : editor.view.nodeDOM(at);
      const bar = box.current;
      if (bar === null || !(table instanceof HTMLElement)) return;
      const { top, bottom, left, right } = table.getBoundingClientRect();
      const textTop = editor.view.dom.getBoundingClientRect().top;
      const above = top - bar.offsetHeight - 6;
      const isCovering = above < textTop && textTop > barsEnd;
      const lowest = window.innerHeight - bar.offsetHeight - barBelow;
      const isOut = bottom < barsEnd + 20 || top > window.innerHeight;
      bar.style.setProperty('visibility', isOut ? 'hidden' : '');
      bar.style.setProperty(
        'top',
        `${isCovering ? Math.min(bottom + 6, lowest) : Math.max(above, barsEnd)}px`,
      );
      alignStarts(bar, { left, right });
      bar.toggleAttribute('data-mirrored', getComputedStyle(table).direction === 'rtl');
    };
    reposition();
    editor.on('transaction', reposition);
    window.addEventListener('scroll', reposition, { passive: true });
    window.addEventListener('resize', reposition);
    // The side panel moves the text without a transaction.
    const sizes = new ResizeObserver(reposition);
    sizes.observe(editor.view.dom.closest('main') ?? editor.view.dom);
    return () => {
      sizes.disconnect();
      editor.off('transaction', reposition);
      window.removeEventListener('scroll', reposition);
      window.removeEventListener('resize', reposition);
    };
  }, [editor, at, box]);
}
