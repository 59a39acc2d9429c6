import { Parser } from 'htmlparser2';
import { edited, type Edit } from './edits.ts';

/** Twips (twentieths of a point, Word's unit of width) per pixel of 1/96 inch. */
const twipsOfPixel = 15;

/**
 * Name prefix of the bookmarks that transport the alignment and widths of a cell through the reader
 * of Word files.
 */
const bookmark = 'longhand-cell';

const alignments: Readonly<Record<string, string>> = {
  right: 'right',
  end: 'right',
  center: 'center',
};

/** Alignments that are not supported in other paragraphs and cells. */
const notKept: ReadonlySet<string> = new Set(['center', 'right', 'end', 'both', 'distribute']);

/**
 * Maximum number of columns whose widths are preserved. A bookmark name is limited to 40 characters
 * in Word; the reader accepts more.
 */
const mostColumns = 64;

/** An open table. `cell`: the open cell, or null between cells. */
type Table = { readonly grid: number[]; next: number; cell: Cell | null };

/**
 * An open cell. `isOpen`: its first block has not begun; `align` is that of its first paragraph.
 */
type Cell = { span: number; isContinued: boolean; isOpen: boolean; align: string };

/**
 * Inserts a bookmark into the first paragraph of each cell of a part of a Word file. It stores the
 * alignment of the cell and the widths of its columns. Equally wide columns have the default width
 * of a new table, and get no widths. `lost` gets a sentence about unsupported paragraph alignments.
 * Source: ECMA-376, part 1, 17.4.
 */
export function withCellSigns(xml: string, lost: Set<string>): string {
  const tables: Table[] = [];
  let [kept, at] = ['', 0];
  /** First paragraph of a cell, while it and its properties are open. */
  let first: { cell: Cell; isInProperties: boolean } | null = null;
  const put = (until: number, mark: string): void => {
    [kept, at] = [kept + xml.slice(at, until) + mark, until];
  };
  const parser = new Parser(
    {
      onopentag(name, { 'w:val': value = '', 'w:w': width = '' }) {
        const table = tables.at(-1);
        const cell = table?.cell ?? null;
        if (first !== null && !first.isInProperties && name !== 'w:pPr') {
          put(parser.startIndex, signOf(table as Table, first.cell));
          first = null;
        }
        if (name === 'w:pPr' && first !== null) first.isInProperties = true;
        else if (name === 'w:jc') {
          if (first?.isInProperties === true) first.cell.align = alignments[value] ?? '';
          const isKept = first?.isInProperties === true && first.cell.align !== '';
          if (!isKept && notKept.has(value)) lost.add('The alignment of paragraphs was left out.');
        } else if (name === 'w:tbl') {
          if (cell !== null) cell.isOpen = false;
          tables.push({ grid: [], next: 0, cell: null });
        } else if (name === 'w:gridCol') table?.grid.push(Math.round(Number(width) / twipsOfPixel));
        // The reader ignores skipped columns at the start of a row.
        else if (name === 'w:tr' && table !== undefined) table.next = 0;
        else if (name === 'w:tc' && table !== undefined)
          table.cell = { span: 1, isContinued: false, isOpen: true, align: '' };
        else if (name === 'w:gridSpan' && cell !== null) cell.span = spanOf(value);
        else if (name === 'w:vMerge' && cell !== null) cell.isContinued = value !== 'restart';
        else if (name === 'w:p' && cell?.isOpen === true) {
          cell.isOpen = false;
          if (!cell.isContinued) first = { cell, isInProperties: false };
        }
      },
      onclosetag(name) {
        const table = tables.at(-1);
        if (name === 'w:pPr' && first !== null && table !== undefined) {
          put(parser.endIndex + 1, signOf(table, first.cell));
          first = null;
        } else if (name === 'w:p' && first !== null && table !== undefined) {
          const tag = xml.slice(parser.startIndex, parser.endIndex + 1);
          const isEmpty = tag.endsWith('/>');
          // An empty element gets an end tag.
          put(
            isEmpty ? parser.endIndex - 1 : parser.startIndex,
            `${isEmpty ? '>' : ''}${signOf(table, first.cell)}`,
          );
          if (isEmpty) [kept, at] = [`${kept}</w:p>`, parser.endIndex + 1];
          first = null;
        } else if (name === 'w:tc' && table?.cell) {
          table.next += table.cell.span;
          table.cell = null;
        } else if (name === 'w:tbl') tables.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return kept + xml.slice(at);
}

/** Parses the number of columns that a cell spans. */
function spanOf(value: string): number {
  const span = Number(value);
  return Number.isInteger(span) && span > 0 && span <= mostColumns ? span : 1;
}

function signOf({ grid, next }: Table, { align, span }: Cell): string {
  const isEven = Math.max(...grid, 0) - Math.min(...grid, Infinity) <= 1;
  const widths = grid.slice(next, next + span);
  const isKnown =
    !isEven &&
    grid.length <= mostColumns &&
    widths.length === span &&
    widths.every((width) => width > 0);
  if (align === '' && !isKnown) return '';
  const name = `${bookmark}-${align === '' ? 'start' : align}-${isKnown ? widths.join('.') : ''}`;
  return `<w:bookmarkStart w:id="0" w:name="${name}"/><w:bookmarkEnd w:id="0"/>`;
}

const cellTag = new RegExp(
  `<t[dh](?=[ >])|<a id="${bookmark}-(start|right|center)-([\\d.]{0,400})"></a>`,
  'g',
);

/**
 * Returns the HTML of a Word file with the alignment and widths that {@link withCellSigns} stored
 * in bookmarks.
 */
export function withCells(html: string): string {
  const edits: Edit[] = [];
  let cell = -1;
  for (const { 0: tag, 1: align, 2: widths = '', index } of html.matchAll(cellTag)) {
    if (align === undefined) {
      cell = index + tag.length;
      continue;
    }
    edits.push({ at: index, length: tag.length, text: '' });
    const attributes = `${align === 'start' ? '' : ` align="${align}"`}${widths === '' ? '' : ` data-colwidth="${widths.replaceAll('.', ',')}"`}`;
    if (cell >= 0) edits.push({ at: cell, length: 0, text: attributes });
    cell = -1;
  }
  return edited(html, edits);
}
