import { pictureWidth } from '../../schema/image.ts';
import type { NodeJson } from '../../schema/json.ts';
import { inlineLeaves, leafText } from '../../schema/leaves.ts';
import { isSafeLink } from '../../schema/link.ts';
import { calloutName } from '../../schema/nodes/blocks.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { xmlText } from '../xml-text.ts';
import { fitted, type PictureFacts } from '../picture.ts';
import { planTable, type ColumnNeed } from './table.ts';

/** A block of pdfmake's layout: plain data. */
export type PdfBlock = Record<string, unknown>;

/**
 * Inputs and outputs of a PDF: pictures by source, and sentences about content that cannot be
 * converted.
 */
export type PdfSources = { pictures: ReadonlyMap<string, PictureFacts>; lost: Set<string> };

/** Context of a block: nesting level, available width, and font size (pt). */
type Place = { level: number; width: number; size: number };

/** Text width (pt): A4 with margins of 64. */
const textWidth = 467;

const textSize = 11;

/** Minimum available width at any depth (pt). */
const narrowest = 24;

/** Points per pixel of 1/96 inch. */
const pointsOfPixel = 0.75;

/**
 * Maximum nesting of rendered lists, quotes and tables. Deeper ones would have no width, and become
 * plain text.
 */
const deepest = 8;

const sizes = [22, 17, 14, 12];

/**
 * Maximum number of header rows repeated on each page. More would leave no space for other rows.
 */
const mostHeaderRows = 3;

const columnGap = 12;
const quoteMargin = 16;
const boxWidth = 20;

/** Text width of a landscape page (pt). */
const turnedWidth = 713;

/**
 * Converts the blocks of a document to the layout of a PDF, with its footnotes at the end. Tables
 * with more columns than fit on a page are placed on landscape pages. The blocks contain no path or
 * address that would be opened.
 */
export function pdfBlocks(
  nodes: readonly NodeJson[],
  notes: readonly string[],
  sources: PdfSources,
): PdfBlock[] {
  const upright = { level: 0, width: textWidth, size: textSize };
  let isTurned = false;
  const turn = (shown: PdfBlock, isWide: boolean): PdfBlock => {
    if (isWide === isTurned) return shown;
    isTurned = isWide;
    return { ...shown, pageOrientation: isWide ? 'landscape' : 'portrait', pageBreak: 'before' };
  };
  const shown = nodes.flatMap((node) => {
    const isWide = node.type === 'table' && isTooWide(node, upright);
    return blocks([node], sources, isWide ? { ...upright, width: turnedWidth } : upright).map(
      (each) => turn(each, isWide),
    );
  });
  const [line, ...rest] = pdfNotes(notes);
  return line === undefined ? shown : [...shown, turn(line, false), ...rest];
}

function blocks(nodes: readonly NodeJson[], sources: PdfSources, place: Place): PdfBlock[] {
  return nodes.map((node) => ({ margin: [0, 0, 0, 6], ...block(node, sources, place) }));
}

/** Returns the context inside a block that uses `taken` of the width itself. */
const within = ({ level, width, size }: Place, taken = 0): Place => ({
  level: level + 1,
  width: Math.max(width - taken, narrowest),
  size,
});

/** Returns the footnotes of a document, for its end. */
function pdfNotes(notes: readonly string[]): PdfBlock[] {
  if (notes.length === 0) return [];
  const line = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: 120, y2: 0, lineWidth: 0.5 }],
    margin: [0, 18, 0, 6],
  };
  return [line, { ol: notes.map((text) => ({ text: xmlText(text) })), fontSize: 9 }];
}

function block(node: NodeJson, sources: PdfSources, place: Place): PdfBlock {
  const content = node.content ?? [];
  const inner = (taken = 0): PdfBlock[] => blocks(content, sources, within(place, taken));
  if (place.level > deepest) return { text: xmlText(plainTextOfJson(node)) };
  switch (node.type) {
    case 'heading':
      return heading(node, place);
    case 'codeBlock':
      return code(node, place);
    case 'blockquote':
      return { stack: inner(quoteMargin), margin: [quoteMargin, 0, 0, 6], color: '#444444' };
    case 'callout':
      return framed(
        [{ text: calloutName(node.attrs?.['kind']), bold: true }, ...inner()],
        '#eef1f6',
        place,
      );
    case 'columns':
      return columns(content, sources, place);
    case 'formula':
    case 'attachment':
      return {
        text: xmlText(leafText(node.type, node.attrs ?? {})),
        alignment: node.type === 'formula' ? 'center' : 'left',
      };
    case 'bulletList':
      return { ul: items(content, sources, within(place, markerWidth(place, 1))) };
    case 'orderedList':
      return orderedList(node, sources, place);
    case 'taskList':
      return { stack: content.map((item) => task(item, sources, place)) };
    case 'horizontalRule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: place.width, y2: 0, lineWidth: 0.5 }],
        margin: [0, 6, 0, 12],
      };
    case 'image':
      return picture(node, sources, place);
    case 'table':
      return table(node, sources, place);
    default:
      return isLine(node)
        ? { text: runs(node.text === undefined ? content : [node]) }
        : { stack: inner() };
  }
}

function heading({ attrs, content = [] }: NodeJson, place: Place): PdfBlock {
  const size = (sizes[Number(attrs?.['level'] ?? 1) - 1] ?? 12) * (place.size / textSize);
  return { text: runs(content), fontSize: size, bold: true, margin: [0, 10, 0, 6] };
}

function code(node: NodeJson, place: Place): PdfBlock {
  const text = {
    text: xmlText(plainTextOfJson(node)),
    preserveLeadingSpaces: true,
    fontSize: Math.min(10, place.size),
  };
  return framed([text], '#f3f3f3', place);
}

function orderedList(
  { attrs, content = [] }: NodeJson,
  sources: PdfSources,
  place: Place,
): PdfBlock {
  const start = Number(attrs?.['start'] ?? 1);
  const digits = String(start + content.length).length;
  const form = numberForms[String(attrs?.['type'])];
  const width = markerWidth(place, form === undefined ? digits : Math.max(digits, 4));
  const ol = items(content, sources, within(place, width));
  return { ol, start, ...(form !== undefined && { type: form }) };
}

/** pdfmake number formats by the HTML list type. */
const numberForms: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

const items = (content: readonly NodeJson[], sources: PdfSources, place: Place): PdfBlock[] =>
  content.map((item) => ({ stack: blocks(item.content ?? [], sources, place) }));

/** Width that pdfmake reserves for the number or bullet of an item, with a margin. */
const markerWidth = ({ size }: Place, digits: number): number => size * (1 + 0.6 * digits);

function columns(content: readonly NodeJson[], sources: PdfSources, place: Place): PdfBlock {
  const width = (place.width - columnGap * (content.length - 1)) / content.length;
  if (width < narrowest)
    return {
      stack: content.flatMap((column) => blocks(column.content ?? [], sources, within(place))),
    };
  const inner = { ...within(place), width };
  return {
    columns: content.map((column) => ({
      stack: blocks(column.content ?? [], sources, inner),
      width,
    })),
    columnGap,
  };
}

const isLine = (node: NodeJson): boolean =>
  node.type === 'paragraph' ||
  node.text !== undefined ||
  (node.content ?? []).some((child) => child.text !== undefined || inlineLeaves.has(child.type));

const framed = (content: PdfBlock[], fillColor: string, { width }: Place): PdfBlock => ({
  table: { widths: [width], body: [[{ stack: content, fillColor }]] },
  layout: 'noBorders',
});

function task(item: NodeJson, sources: PdfSources, place: Place): PdfBlock {
  const box = item.attrs?.['checked'] === true ? '[x]' : '[ ]';
  const inner = within(place, boxWidth);
  return {
    columns: [
      { text: box, width: boxWidth },
      { stack: blocks(item.content ?? [], sources, inner), width: inner.width },
    ],
  };
}

function picture(node: NodeJson, { pictures }: PdfSources, place: Place): PdfBlock {
  const src = String(node.attrs?.['src']);
  const found = pictures.get(src);
  if (!found) return { text: xmlText(String(node.attrs?.['alt'] ?? '')), italics: true };
  const asked = pictureWidth(node.attrs?.['width']) ?? found.width;
  const href = node.attrs?.['href'];
  const image = {
    image: src,
    ...(isSafeLink(href) && { link: href }),
    ...fitted(found, Math.min(asked * pointsOfPixel, place.width)),
  };
  const title = xmlText(String(node.attrs?.['title'] ?? ''));
  return title === '' ? image : { stack: [image, { text: title, italics: true, fontSize: 9 }] };
}

type Cell = { node: NodeJson; colSpan: number; rowSpan: number };

/**
 * Returns a table as a grid: each cell at its origin, null where a cell spans several rows or
 * columns, undefined where there is none.
 */
function gridOf(rows: readonly NodeJson[]): (Cell | null | undefined)[][] {
  const grid: (Cell | null | undefined)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const node of row.content ?? []) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const colSpan = Number(node.attrs?.['colspan'] ?? 1);
      const rowSpan = Math.min(Number(node.attrs?.['rowspan'] ?? 1), rows.length - y);
      for (let below = 0; below < rowSpan; below += 1)
        for (let beside = 0; beside < colSpan; beside += 1)
          (grid[y + below] ??= [])[x + beside] = null;
      (grid[y] ??= [])[x] = { node, colSpan, rowSpan };
    }
  }
  return grid;
}

function needsOf(
  grid: readonly (readonly (Cell | null | undefined)[])[],
  width: number,
): ColumnNeed[] {
  const needs = Array.from({ length: width }, () => ({ word: 1, text: 1 }));
  for (const row of grid)
    for (const [x, cell] of row.entries()) {
      const need = needs[x];
      if (!cell || !need || cell.colSpan > 1) continue;
      const text = plainTextOfJson(cell.node);
      need.text = Math.max(need.text, text.length);
      for (const word of text.split(/[\s-]+/)) need.word = Math.max(need.word, word.length);
    }
  return needs;
}

/** True if a table has more columns than fit side by side. */
function isTooWide(node: NodeJson, place: Place): boolean {
  const grid = gridOf(node.content ?? []);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  return width > 0 && planTable(needsOf(grid, width), place.width, place.size).bands.length > 1;
}

/**
 * Returns the number of header rows at the top of a table, which are repeated on each page. Zero if
 * one of them spans into the rows below.
 */
function headerRowsOf(rows: readonly NodeJson[]): number {
  const isHeader = ({ content = [] }: NodeJson): boolean =>
    content.length > 0 &&
    content.every(({ type, attrs }) => type === 'tableHeader' && (attrs?.['rowspan'] ?? 1) === 1);
  const count = rows.findIndex((row) => !isHeader(row));
  return Math.min(Math.max(count, 0), mostHeaderRows);
}

/**
 * Converts a table to at most the available width. Excess columns continue in further tables below.
 */
function table(node: NodeJson, sources: PdfSources, place: Place): PdfBlock {
  const grid = gridOf(node.content ?? []);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return { text: '' };
  const { size, padding, bands } = planTable(needsOf(grid, width), place.width, place.size);
  if (bands.length > 1)
    sources.lost.add('Tables with more columns than a page has room for were divided.');
  const layout = { paddingLeft: () => padding, paddingRight: () => padding };
  const tables = bands.map(({ from, widths }) => ({
    table: {
      widths,
      headerRows: headerRowsOf(node.content ?? []),
      body: grid.map((row) => bandOf(row, from, widths, padding)),
    },
    layout,
    fontSize: size,
    margin: [0, 0, 0, 6],
  }));
  return tables.length === 1 && tables[0] ? tables[0] : { stack: tables };

  function bandOf(
    row: readonly (Cell | null | undefined)[],
    from: number,
    widths: readonly number[],
    space: number,
  ): PdfBlock[] {
    return widths.map((_, index): PdfBlock => {
      const cell = row[from + index];
      if (!cell) return {};
      const colSpan = Math.min(cell.colSpan, widths.length - index);
      const own = widths
        .slice(index, index + colSpan)
        .reduce((total, each) => total + each, (colSpan - 1) * (2 * space + 1));
      const fill = cell.node.type === 'tableHeader' ? { fillColor: '#eeeeee', bold: true } : {};
      const inner = { level: place.level + 1, width: own, size };
      return {
        stack: blocks(cell.node.content ?? [], sources, inner),
        colSpan,
        rowSpan: cell.rowSpan,
        ...fill,
      };
    });
  }
}

function runs(content: readonly NodeJson[]): PdfBlock[] {
  return content.flatMap((node): PdfBlock[] => {
    if (node.type === 'hardBreak') return [{ text: '\n' }];
    if (node.type === 'footnote')
      return [{ text: String(node.attrs?.['number'] ?? ''), sup: true }];
    if (inlineLeaves.has(node.type))
      return [{ text: xmlText(leafText(node.type, node.attrs ?? {})) }];
    if (node.text === undefined) return runs(node.content ?? []);
    const marks = new Set((node.marks ?? []).map((mark) => mark.type));
    const href = node.marks?.find((mark) => mark.type === 'link')?.attrs?.['href'];
    const lines = [
      ...(marks.has('underline') || isSafeLink(href) ? ['underline'] : []),
      ...(marks.has('strike') ? ['lineThrough'] : []),
    ];
    return [
      {
        text: xmlText(node.text),
        bold: marks.has('bold'),
        italics: marks.has('italic'),
        ...(lines.length > 0 && { decoration: lines }),
        ...(marks.has('superscript') && { sup: true }),
        ...(marks.has('subscript') && { sub: true }),
        ...(marks.has('code') && { background: '#f3f3f3' }),
        ...(isSafeLink(href) && { link: href, color: '#1a56a0' }),
      },
    ];
  });
}
