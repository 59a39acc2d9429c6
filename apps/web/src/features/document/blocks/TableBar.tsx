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
} from '@tabler/icons-react';
import { useEditorState } from '@tiptap/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { moveInToolbar } from '../roving.ts';
import bar from '../Toolbar.module.css';
import classes from './TableBar.module.css';

type Act = {
  readonly name: string;
  readonly icon: typeof IconTableRow;
  readonly run: (commands: Editor['commands']) => boolean;
  readonly isEnd?: boolean;
};

const acts: readonly Act[] = [
  { name: 'Add a row above', icon: IconRowInsertTop, run: (on) => on.addRowBefore() },
  { name: 'Add a row below', icon: IconRowInsertBottom, run: (on) => on.addRowAfter() },
  { name: 'Delete the row', icon: IconRowRemove, run: (on) => on.deleteRow(), isEnd: true },
  { name: 'Add a column before', icon: IconColumnInsertLeft, run: (on) => on.addColumnBefore() },
  { name: 'Add a column after', icon: IconColumnInsertRight, run: (on) => on.addColumnAfter() },
  { name: 'Delete the column', icon: IconColumnRemove, run: (on) => on.deleteColumn(), isEnd: true },
  { name: 'Merge the cells', icon: IconArrowsJoin2, run: (on) => on.mergeCells() },
  { name: 'Split the cell', icon: IconArrowsSplit2, run: (on) => on.splitCell(), isEnd: true },
  { name: 'Header row', icon: IconTableRow, run: (on) => on.toggleHeaderRow() },
  { name: 'Header column', icon: IconTableColumn, run: (on) => on.toggleHeaderColumn(), isEnd: true },
  { name: 'Delete the table', icon: IconTableOff, run: (on) => on.deleteTable() },
];

/** Below the bars of the page, in pixels: above this the bar of a table would lie under them. */
const barsEnd = 104;

/** What can be done to the table around the caret, over it. Alt+F10 goes there from the text, Escape comes back. */
export function TableBar({ editor }: { editor: Editor }) {
  const at = useEditorState({ editor, selector: () => tableAt(editor) });
  const can = useEditorState({
    editor,
    selector: () => (tableAt(editor) === null ? [] : acts.filter(({ run }) => run(editor.can())).map(({ name }) => name)),
  });
  const box = usePlaceOver(editor, at);
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
      aria-label="Table"
      className={classes['bar']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.view.focus();
        else moveInToolbar(event);
      }}
    >
      {acts.map(({ name, icon: Icon, run, isEnd }) => (
        <button
          key={name}
          type="button"
          className={bar['button']}
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

/** Where the table begins in which the caret is; null where it is in none. */
function tableAt({ state }: Editor): number | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === 'table') return $from.before(depth);
  return null;
}

function usePlaceOver(editor: Editor, at: number | null) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (at === null) return;
    const place = (): void => {
      const table = editor.isDestroyed ? null : editor.view.nodeDOM(at);
      if (box.current === null || !(table instanceof HTMLElement)) return;
      const { top, bottom, left } = table.getBoundingClientRect();
      const { offsetHeight, offsetWidth } = box.current;
      box.current.style.visibility = bottom < barsEnd + 20 || top > window.innerHeight ? 'hidden' : '';
      box.current.style.top = `${Math.max(top - offsetHeight - 6, barsEnd)}px`;
      box.current.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - offsetWidth - 8))}px`;
    };
    place();
    editor.on('transaction', place);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      editor.off('transaction', place);
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [editor, at]);
  return box;
}
