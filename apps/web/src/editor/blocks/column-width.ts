import type { Command } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { isInTable, selectedRect, type TableMap } from '@tiptap/pm/tables';

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

/** A column of a table, and the position of the table's first row. */
export type Column = {
  readonly map: TableMap;
  readonly table: Node;
  readonly tableStart: number;
  readonly column: number;
};

type CellOfColumn = Widths & {
  /** Position of the cell within the table. */
  readonly cell: number;
  /** Place of the column among those that the cell spans, from 0. */
  readonly index: number;
};

/** Returns the cells that a column goes through. */
export function cellsOfColumn({ map, table, column }: Column): CellOfColumn[] {
  const cells = new Set(
    Array.from({ length: map.height }, (_, row) => map.map[row * map.width + column] ?? 0),
  );
  return [...cells].map((cell) => {
    const { colspan = 1, colwidth = null } = (table.nodeAt(cell)?.attrs ?? {}) as Partial<Widths>;
    return { cell, index: column - map.colCount(cell), colspan, colwidth };
  });
}

/**
 * Sets the width of a column in each of its cells.
 *
 * @param width pixels
 */
export function setColumnWidth(tr: Transaction, at: Column, width: number): void {
  for (const { cell, index, colspan, colwidth } of cellsOfColumn(at)) {
    if (colwidth?.[index] === width) continue;
    const next = colwidth === null ? Array.from({ length: colspan }, () => 0) : [...colwidth];
    next[index] = width;
    const attributes = { ...at.table.nodeAt(cell)?.attrs, colwidth: next };
    tr.setNodeMarkup(at.tableStart + cell, null, attributes);
  }
}

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
    const at = { map, table, tableStart, column: right - 1 };
    const parts = cellsOfColumn(at).map((part) => ({
      ...part,
      set: part.colwidth?.[part.index] ?? 0,
    }));
    if (by < 0 && parts.every(({ set }) => set > 0 && set <= narrowestColumn)) return false;
    // Measure the layout only on a press: the state of the buttons is computed on every key press.
    if (!dispatch) return true;
    const drawn = parts.map(({ cell, colspan }) => {
      const dom = view.nodeDOM(tableStart + cell);
      return dom instanceof HTMLElement ? dom.offsetWidth / colspan : 0;
    });
    const before = parts.find(({ set }) => set > 0)?.set ?? Math.max(...drawn);
    setColumnWidth(tr, at, Math.max(narrowestColumn, Math.round(before + by)));
    return true;
  };
}
