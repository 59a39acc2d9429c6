import { Parser, type Handler } from 'htmlparser2';
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
  return new CellSigner(xml, lost).signed();
}

/** Reads the tables of a part of a Word file, and inserts a bookmark into each of their cells. */
class CellSigner implements Partial<Handler> {
  readonly #xml: string;
  readonly #lost: Set<string>;
  readonly #parser: Parser;
  readonly #tables: Table[] = [];
  /** First paragraph of a cell, while it and its properties are open. */
  #first: { readonly cell: Cell; isInProperties: boolean } | null = null;
  /** The result so far, and the place up to which it has the content of the part. */
  #kept = '';
  #at = 0;

  constructor(xml: string, lost: Set<string>) {
    this.#xml = xml;
    this.#lost = lost;
    this.#parser = new Parser(this, { xmlMode: true });
  }

  signed(): string {
    this.#parser.end(this.#xml);
    return this.#kept + this.#xml.slice(this.#at);
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const table = this.#tables.at(-1);
    if (this.#first !== null && !this.#first.isInProperties && name !== 'w:pPr') {
      this.#put(this.#parser.startIndex, signOf(table as Table, this.#first.cell));
      this.#first = null;
    }
    const value = attributes['w:val'] ?? '';
    if (name === 'w:pPr' && this.#first !== null) this.#first.isInProperties = true;
    else if (name === 'w:jc') this.#align(value);
    else if (name === 'w:tbl') {
      if (table?.cell) table.cell.isOpen = false;
      this.#tables.push({ grid: [], next: 0, cell: null });
    } else if (table !== undefined) this.#readTable(table, name, value, attributes['w:w'] ?? '');
  }

  onclosetag(name: string): void {
    const table = this.#tables.at(-1);
    if (name === 'w:pPr' && this.#first !== null && table !== undefined) {
      this.#put(this.#parser.endIndex + 1, signOf(table, this.#first.cell));
      this.#first = null;
    } else if (name === 'w:p' && this.#first !== null && table !== undefined) {
      this.#closeParagraph(signOf(table, this.#first.cell));
      this.#first = null;
    } else if (name === 'w:tc' && table?.cell) {
      table.next += table.cell.span;
      table.cell = null;
    } else if (name === 'w:tbl') this.#tables.pop();
  }

  #align(value: string): void {
    const first = this.#first;
    if (first?.isInProperties === true) first.cell.align = alignments[value] ?? '';
    const isKept = first?.isInProperties === true && first.cell.align !== '';
    if (!isKept && notKept.has(value)) this.#lost.add('The alignment of paragraphs was left out.');
  }

  /** Reads the start of an element within a table. */
  #readTable(table: Table, name: string, value: string, width: string): void {
    const { cell } = table;
    if (name === 'w:gridCol') table.grid.push(Math.round(Number(width) / twipsOfPixel));
    // The reader ignores skipped columns at the start of a row.
    else if (name === 'w:tr') table.next = 0;
    else if (name === 'w:tc') table.cell = { span: 1, isContinued: false, isOpen: true, align: '' };
    else if (name === 'w:gridSpan' && cell !== null) cell.span = spanOf(value);
    else if (name === 'w:vMerge' && cell !== null) cell.isContinued = value !== 'restart';
    else if (name === 'w:p' && cell?.isOpen === true) {
      cell.isOpen = false;
      if (!cell.isContinued) this.#first = { cell, isInProperties: false };
    }
  }

  /** Puts the sign into a paragraph that ends. An empty element gets an end tag. */
  #closeParagraph(sign: string): void {
    const { startIndex, endIndex } = this.#parser;
    const isEmpty = this.#xml.slice(startIndex, endIndex + 1).endsWith('/>');
    this.#put(isEmpty ? endIndex - 1 : startIndex, `${isEmpty ? '>' : ''}${sign}`);
    if (isEmpty) [this.#kept, this.#at] = [`${this.#kept}</w:p>`, endIndex + 1];
  }

  #put(until: number, mark: string): void {
    this.#kept += this.#xml.slice(this.#at, until) + mark;
    this.#at = until;
  }
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
