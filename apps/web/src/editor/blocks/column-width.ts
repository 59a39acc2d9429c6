import type { Command } from '@tiptap/core';
import { isInTable, selectedRect } from '@tiptap/pm/tables';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    columnWidth: {
      /** Changes the width of the caret's column by `by` pixels; negative for narrower. */
      resizeColumn: (by: number) => ReturnType;
    };
  }
}

type Widths = { colspan: number; colwidth: number[] | null };

/** Minimum width of a column (pixels). */
export const narrowestColumn = 64;

/**
 * Creates a command that changes the width of the caret's column, for keyboards and touch screens.
 * The border between two columns can only be dragged with a mouse. The command is not possible once
 * the column has the minimum width.
 *
 * @param by pixels to add; negative for a narrower column
 */
export function resizeColumn(by: number): Command {
  return ({ state, tr, dispatch, view }) => {
    if (!isInTable(state)) return false;
    const { map, table, tableStart, right } = selectedRect(state);
    const column = right - 1;
    const cells = new Set(
      Array.from({ length: map.height }, (_, row) => map.map[row * map.width + column] ?? 0),
    );
    const parts = [...cells].map((cell) => {
      const { colspan = 1, colwidth = null } = (table.nodeAt(cell)?.attrs ?? {}) as Partial<Widths>;
      const index = column - map.colCount(cell);
      return { cell, index, colspan, colwidth, set: colwidth?.[index] ?? 0 };
    });
    if (by < 0 && parts.every(({ set }) => set > 0 && set <= narrowestColumn)) return false;
    // Measure the layout only on a press: the state of the buttons is computed on every key press.
    if (!dispatch) return true;
    const drawn = parts.map(({ cell, colspan }) => {
      const dom = view.nodeDOM(tableStart + cell);
      return dom instanceof HTMLElement ? dom.offsetWidth / colspan : 0;
    });
    const before = parts.find(({ set }) => set > 0)?.set ?? Math.max(...drawn);
    const width = Math.max(narrowestColumn, Math.round(before + by));
    for (const { cell, index, colspan, colwidth } of parts) {
      const next = colwidth === null ? Array.from({ length: colspan }, () => 0) : [...colwidth];
      next[index] = width;
      tr.setNodeMarkup(tableStart + cell, null, { ...table.nodeAt(cell)?.attrs, colwidth: next });
    }
    return true;
  };
}
