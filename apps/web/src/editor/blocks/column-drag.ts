import type { ResolvedPos } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { cellAround, pointsAtCell, TableMap, updateColumnsOnResize } from '@tiptap/pm/tables';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { cellsOfColumn, narrowestColumn, setColumnWidth, type Column } from './column-width.ts';

/** Position of a cell at the end of the column that the mouse points at, or null. */
const pointed = new PluginKey<number | null>('columnDrag');

/** Distance from a border within which the mouse points at it (pixels). */
const reach = 5;

/**
 * Creates the plugin that changes the width of a column while the border at its end is dragged with
 * a mouse. The end of a column is at its left in a table from right to left, for which
 * prosemirror-tables' `columnResizing` takes the wrong column and the wrong sign.
 */
export function columnDrag(): Plugin<number | null> {
  return new Plugin<number | null>({
    key: pointed,
    state: {
      init: () => null,
      apply(tr, cell) {
        const next = tr.getMeta(pointed) as number | null | undefined;
        if (next !== undefined) return next;
        if (cell === null || !tr.docChanged) return cell;
        const mapped = tr.mapping.map(cell, -1);
        return pointsAtCell(tr.doc.resolve(mapped)) ? mapped : null;
      },
    },
    props: {
      attributes: (state): Record<string, string> =>
        (pointed.getState(state) ?? null) === null ? {} : { class: 'resize-cursor' },
      decorations: handles,
      handleDOMEvents: {
        mousemove: pointAt,
        mouseleave(view, event) {
          if (event.buttons === 0) point(view, null);
        },
        mousedown: begin,
      },
    },
  });
}

/** Shows the border that the mouse points at. */
export function pointAt(view: EditorView, event: MouseEvent): void {
  // While a button is pressed, text or the border is dragged.
  if (view.editable && event.buttons === 0) point(view, cellEndingAt(view, event));
}

function point(view: EditorView, cell: number | null): void {
  if (pointed.getState(view.state) === cell) return;
  view.dispatch(view.state.tr.setMeta(pointed, cell));
}

function columnOf($cell: ResolvedPos): Column {
  const table = $cell.node(-1);
  const [map, tableStart] = [TableMap.get(table), $cell.start(-1)];
  const { colspan = 1 } = ($cell.nodeAfter?.attrs ?? {}) as { colspan?: number };
  return { map, table, tableStart, column: map.colCount($cell.pos - tableStart) + colspan - 1 };
}

/** Returns the column that the mouse points at the end of, or null. */
function pointedColumn(state: EditorState): Column | null {
  const cell = pointed.getState(state) ?? null;
  return cell === null ? null : columnOf(state.doc.resolve(cell));
}

const isMirrored = (table: Element | null): boolean =>
  table !== null && getComputedStyle(table).direction === 'rtl';

/** Returns the position of the cell that ends at the mouse, or null. */
function cellEndingAt(view: EditorView, { target, clientX }: MouseEvent): number | null {
  const shown = target instanceof Element ? target.closest('td, th') : null;
  if (shown === null || !view.dom.contains(shown)) return null;
  const { left, right } = shown.getBoundingClientRect();
  const [isAtLeft, isAtRight] = [clientX - left <= reach, right - clientX <= reach];
  if (!isAtLeft && !isAtRight) return null;
  const $cell = cellAround(view.state.doc.resolve(view.posAtDOM(shown, 0)));
  if ($cell === null) return null;
  if (isMirrored(shown.closest('table')) ? isAtLeft : isAtRight) return $cell.pos;
  const { map, tableStart } = columnOf($cell);
  const index = map.map.indexOf($cell.pos - tableStart);
  return index % map.width === 0 ? null : tableStart + (map.map[index - 1] ?? 0);
}

/** Draws a line at the end of each cell of the column. */
function handles(state: EditorState): DecorationSet {
  const at = pointedColumn(state);
  if (at === null) return DecorationSet.empty;
  const lines = cellsOfColumn(at)
    .filter(({ index, colspan }) => index === colspan - 1)
    .map(({ cell }) => {
      const end = at.tableStart + cell + (at.table.nodeAt(cell)?.nodeSize ?? 1) - 1;
      return Decoration.widget(end, () => {
        const line = document.createElement('div');
        line.className = 'column-resize-handle';
        return line;
      });
    });
  return DecorationSet.create(state.doc, lines);
}

/** Returns the rendered table of a column, with the elements of its columns. */
function renderedTable(view: EditorView, { tableStart }: Column) {
  const { node } = view.domAtPos(tableStart);
  const table = (node instanceof Element ? node : node.parentElement)?.closest('table') ?? null;
  const columns = table?.querySelector('colgroup') ?? null;
  return table === null || columns === null ? null : { table, columns };
}

/** Begins to drag the border that the mouse points at. Returns false if there is none. */
function begin(view: EditorView, event: MouseEvent): boolean {
  const at = pointedColumn(view.state);
  const shown = at && renderedTable(view, at);
  if (!view.editable || event.button !== 0 || at === null || shown === null) return false;
  const { left, right } = (
    shown.columns.children[at.column] ?? shown.table
  ).getBoundingClientRect();
  const sign = isMirrored(shown.table) ? -1 : 1;
  const widthAt = ({ clientX }: MouseEvent): number =>
    Math.max(narrowestColumn, Math.round(right - left + sign * (clientX - event.clientX)));
  const move = (now: MouseEvent): void => {
    const column = pointedColumn(view.state);
    const drawn = column && renderedTable(view, column);
    if (now.buttons === 0 || column === null || drawn === null) return end(now);
    const { table, column: index } = column;
    updateColumnsOnResize(table, drawn.columns, drawn.table, narrowestColumn, index, widthAt(now));
  };
  const end = (now: MouseEvent): void => {
    removeEventListener('mousemove', move);
    removeEventListener('mouseup', end);
    const column = pointedColumn(view.state);
    if (column === null || view.isDestroyed) return;
    const { tr } = view.state;
    setColumnWidth(tr, column, widthAt(now));
    view.dispatch(tr.setMeta(pointed, null));
  };
  addEventListener('mousemove', move);
  addEventListener('mouseup', end);
  event.preventDefault();
  return true;
}
