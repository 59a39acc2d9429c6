import { pictureWidth } from '../../schema/image.ts';
import type { NodeJson } from '../../schema/json.ts';
import { inlineLeaves, leafText } from '../../schema/leaves.ts';
import { isSafeLink } from '../../schema/link.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { calloutLabel, contentsIn, depthsOf, headingOf, headingText } from '../manuscript.ts';
import { xmlText } from '../xml-text.ts';
import { fitted, sizedTo, type PictureFacts } from '../picture.ts';
import { columnCountOf, gridOf, type TableGrid } from '../table-grid.ts';
import { headerRowsOf } from './header-rows.ts';
import { cellWidth, planTable, type Band, type ColumnNeed, type TablePlan } from './table.ts';

/** A block of pdfmake's layout: plain data. */
export type PdfBlock = Record<string, unknown>;

/**
 * Inputs and outputs of a PDF: pictures by source, and sentences about content that cannot be
 * converted.
 */
export type PdfSources = { pictures: ReadonlyMap<string, PictureFacts>; lost: Set<string> };

/** Context of a block: nesting level, available width and height of a page, and font size (pt). */
type Place = { level: number; width: number; height: number; size: number };

/** Width and height of the text on a page (pt): A4 with margins of 64. */
const page = { width: 467, height: 713 };

/** Width and height of the text on a landscape page (pt). */
const turnedPage = { width: page.height, height: page.width };

/** Height that a block with other blocks inside takes itself: margins, padding and lines (pt). */
const boxHeight = 8;

const textSize = 11;

/** Minimum available width and height at any depth (pt). */
const narrowest = 24;

/** Points per pixel of 1/96 inch. */
const pointsOfPixel = 0.75;

/**
 * Maximum nesting of rendered lists, quotes and tables. Deeper ones would have no width, and are
 * replaced by their blocks.
 */
const deepest = 8;

const sizes = [22, 17, 14, 12, 11, 11];

const columnGap = 12;
const quoteMargin = 16;
const boxWidth = 20;
const contentsIndent = 14;

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
  const upright = { level: 0, ...page, size: textSize };
  let isTurned = false;
  const turn = (shown: PdfBlock, isWide: boolean): PdfBlock => {
    if (isWide === isTurned) return shown;
    isTurned = isWide;
    return { ...shown, pageOrientation: isWide ? 'landscape' : 'portrait', pageBreak: 'before' };
  };
  const bookmarks = bookmarksOf(nodes);
  const shown = nodes.flatMap((node) => {
    const isWide = node.type === 'table' && isTooWide(node, upright);
    const place = isWide ? { ...upright, ...turnedPage } : upright;
    return blocks([node], sources, place).map((each) =>
      turn({ ...each, ...bookmarks.get(node) }, isWide),
    );
  });
  const [line, ...rest] = pdfNotes(notes);
  return line === undefined ? shown : [...shown, turn(line, false), ...rest];
}

/**
 * Returns the properties that make a heading a bookmark and a target of links, by heading. Headings
 * inside other blocks are not bookmarks: a header row is repeated on each page.
 */
function bookmarksOf(nodes: readonly NodeJson[]): Map<NodeJson, PdfBlock> {
  const headings = nodes.filter((node) => node.type === 'heading' && headingText(node) !== '');
  const depths = depthsOf(headings.map((node) => headingOf(node).level));
  const open: string[] = [];
  return new Map(
    headings.map((node, at) => {
      const depth = depths[at] ?? 0;
      const id = headingOf(node).anchor ?? `heading-${at + 1}`;
      open.splice(depth, open.length, id);
      const parent = open[depth - 1];
      const outlineText = xmlText(headingText(node));
      return [node, { id, outline: true, outlineText, ...(parent && { outlineParentId: parent }) }];
    }),
  );
}

/** Converts the table of contents to lines with a link and the number of the page. */
function contents(node: NodeJson, sources: PdfSources, place: Place): PdfBlock {
  const { label, entries } = contentsIn(node);
  const body = entries.map(({ anchor, depth, text }) => [
    {
      text: xmlText(text),
      linkToDestination: anchor,
      margin: [Math.min(depth, deepest) * contentsIndent, 0, 0, 0],
    },
    { pageReference: anchor, alignment: 'right' },
  ]);
  const list =
    body.length > 0 ? [{ table: { widths: ['*', 'auto'], body }, layout: 'noBorders' }] : [];
  return { stack: [...blocks(label, sources, place), ...list] };
}

function blocks(nodes: readonly NodeJson[], sources: PdfSources, place: Place): PdfBlock[] {
  return nodes.map((node) => ({ margin: [0, 0, 0, 6], ...block(node, sources, place) }));
}

/** Returns the context inside a block that uses `taken` of the width itself. */
const within = ({ level, width, height, size }: Place, taken = 0): Place => ({
  level: level + 1,
  width: Math.max(width - taken, narrowest),
  height: Math.max(height - boxHeight, narrowest),
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
  if (place.level > deepest && content.length > 0 && !isLine(node)) {
    sources.lost.add('Lists, quotes and tables nested deeper than eight levels became paragraphs.');
    return { stack: blocks(content, sources, place) };
  }
  switch (node.type) {
    case 'heading':
      return heading(node, place);
    case 'contents':
      return contents(node, sources, place);
    case 'codeBlock':
      return code(node, place);
    case 'blockquote':
      return { stack: inner(quoteMargin), margin: [quoteMargin, 0, 0, 6], color: '#444444' };
    case 'callout':
      return framed(
        [{ text: xmlText(calloutLabel(node)), bold: true }, ...inner()],
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

/** Converts a heading. Documents directly inside the first one begin on a new page. */
function heading(node: NodeJson, place: Place): PdfBlock {
  const { level, isTitle } = headingOf(node);
  return {
    text: runs(node.content ?? []),
    fontSize: (sizes[level - 1] ?? textSize) * (place.size / textSize),
    bold: true,
    margin: [0, 10, 0, 6],
    ...(isTitle && level === 2 && { pageBreak: 'before' }),
  };
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
    ...fitted(sizedTo(found, asked * pointsOfPixel), place),
  };
  const title = xmlText(String(node.attrs?.['title'] ?? ''));
  return title === '' ? image : { stack: [image, { text: title, italics: true, fontSize: 9 }] };
}

function needsOf(grid: TableGrid, width: number): ColumnNeed[] {
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
  const width = columnCountOf(grid);
  return width > 0 && planTable(needsOf(grid, width), place.width, place.size).bands.length > 1;
}

/**
 * Converts a table to at most the available width. Excess columns continue in further tables below.
 */
function table(node: NodeJson, sources: PdfSources, place: Place): PdfBlock {
  const grid = gridOf(node.content ?? []);
  const width = columnCountOf(grid);
  if (width === 0) return { text: '' };
  const plan = planTable(needsOf(grid, width), place.width, place.size);
  if (plan.bands.length > 1)
    sources.lost.add('Tables with more columns than a page has room for were divided.');
  const layout = { paddingLeft: () => plan.padding, paddingRight: () => plan.padding };
  const tables = plan.bands.map((band) => {
    const header = headerRowsOf(grid, band, plan, place.height / 3);
    // The height is an estimate; a picture that does not fit below the header would be dropped.
    const height = place.height - 1.5 * header.height;
    const inner = { ...within({ ...place, height }), size: plan.size };
    return {
      table: {
        widths: band.widths,
        headerRows: header.rows,
        body: grid.map((row) => bandOf(row, band, plan, sources, inner)),
      },
      layout,
      fontSize: plan.size,
      margin: [0, 0, 0, 6],
    };
  });
  return tables.length === 1 && tables[0] ? tables[0] : { stack: tables };
}

/** Converts the cells of a row that are in a band. */
function bandOf(
  row: TableGrid[number],
  { from, widths }: Band,
  { padding }: TablePlan,
  sources: PdfSources,
  place: Place,
): PdfBlock[] {
  return widths.map((_, index): PdfBlock => {
    const cell = row[from + index];
    if (!cell) return {};
    const colSpan = Math.min(cell.colSpan, widths.length - index);
    const fill = cell.node.type === 'tableHeader' ? { fillColor: '#eeeeee', bold: true } : {};
    const inner = { ...place, width: cellWidth(widths, index, colSpan, padding) };
    return {
      stack: blocks(cell.node.content ?? [], sources, inner),
      colSpan,
      rowSpan: cell.rowSpan,
      ...fill,
    };
  });
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
