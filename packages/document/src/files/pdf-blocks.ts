import { pictureWidth } from '../image.ts';
import type { NodeJson } from '../json.ts';
import { inlineLeaves, leafText } from '../leaves.ts';
import { isSafeLink } from '../link.ts';
import { calloutName } from '../nodes/blocks.ts';
import { plainTextOfJson } from '../text-format.ts';
import { xmlText } from '../xml-text.ts';
import { fitted, type SizedPicture } from './picture.ts';

/** What pdfmake lays out: plain data of its own kind. */
export type PdfBlock = Record<string, unknown>;

type Pictures = ReadonlyMap<string, SizedPicture>;

/** The width of the text, in points: A4 with margins of 64. */
const textWidth = 467;

/** A pixel of 1/96 inch in points. */
const pointsOfPixel = 0.75;

/** Lists, quotes and tables that are still drawn in one another; what lies deeper would have no width, and stands as plain text. */
const deepest = 8;

const sizes = [22, 17, 14, 12];

/** The blocks of a document for the layout of a PDF. Nothing in them is a path or an address that would be opened. */
export function pdfBlocks(nodes: readonly NodeJson[], pictures: Pictures, level = 0): PdfBlock[] {
  return nodes.map((node) => ({ margin: [0, 0, 0, 6], ...block(node, pictures, level) }));
}

/** The footnotes of a document, at its end. */
export function pdfNotes(notes: readonly string[]): PdfBlock[] {
  if (notes.length === 0) return [];
  const line = { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 120, y2: 0, lineWidth: 0.5 }], margin: [0, 18, 0, 6] };
  return [line, { ol: notes.map((text) => ({ text: xmlText(text) })), fontSize: 9 }];
}

function block(node: NodeJson, pictures: Pictures, level: number): PdfBlock {
  const content = node.content ?? [];
  const inner = (): PdfBlock[] => pdfBlocks(content, pictures, level + 1);
  if (level > deepest) return { text: xmlText(plainTextOfJson(node)) };
  switch (node.type) {
    case 'heading': {
      const size = sizes[Number(node.attrs?.['level'] ?? 1) - 1] ?? 12;
      return { text: runs(content), fontSize: size, bold: true, margin: [0, 10, 0, 6] };
    }
    case 'codeBlock':
      return framed([{ text: xmlText(plainTextOfJson(node)), preserveLeadingSpaces: true, fontSize: 10 }], '#f3f3f3');
    case 'blockquote':
      return { stack: inner(), margin: [16, 0, 0, 6], color: '#444444' };
    case 'callout':
      return framed([{ text: calloutName(node.attrs?.['kind']), bold: true }, ...inner()], '#eef1f6');
    case 'columns':
      return {
        columns: content.map((column) => ({ stack: pdfBlocks(column.content ?? [], pictures, level + 1), width: '*' })),
        columnGap: 12,
      };
    case 'formula':
    case 'attachment':
      return { text: xmlText(leafText(node.type, node.attrs ?? {})), alignment: node.type === 'formula' ? 'center' : 'left' };
    case 'bulletList':
      return { ul: content.map((item) => ({ stack: pdfBlocks(item.content ?? [], pictures, level + 1) })) };
    case 'orderedList':
      return {
        ol: content.map((item) => ({ stack: pdfBlocks(item.content ?? [], pictures, level + 1) })),
        start: Number(node.attrs?.['start'] ?? 1),
      };
    case 'taskList':
      return { stack: content.map((item) => task(item, pictures, level)) };
    case 'horizontalRule':
      return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: textWidth, y2: 0, lineWidth: 0.5 }], margin: [0, 6, 0, 12] };
    case 'image':
      return picture(node, pictures, level);
    case 'table':
      return table(node, pictures, level);
    default:
      return isLine(node) ? { text: runs(node.text === undefined ? content : [node]) } : { stack: inner() };
  }
}

const isLine = (node: NodeJson): boolean =>
  node.type === 'paragraph' ||
  node.text !== undefined ||
  (node.content ?? []).some((child) => child.text !== undefined || inlineLeaves.has(child.type));

const framed = (content: PdfBlock[], fillColor: string): PdfBlock => ({
  table: { widths: ['*'], body: [[{ stack: content, fillColor }]] },
  layout: 'noBorders',
});

function task(item: NodeJson, pictures: Pictures, level: number): PdfBlock {
  const box = item.attrs?.['checked'] === true ? '[x]' : '[ ]';
  return {
    columns: [
      { text: box, width: 20 },
      { stack: pdfBlocks(item.content ?? [], pictures, level + 1), width: '*' },
    ],
  };
}

function picture(node: NodeJson, pictures: Pictures, level: number): PdfBlock {
  const src = String(node.attrs?.['src']);
  const found = pictures.get(src);
  if (!found) return { text: xmlText(String(node.attrs?.['alt'] ?? '')), italics: true };
  const widest = level === 0 ? textWidth : textWidth / 3;
  const asked = pictureWidth(node.attrs?.['width']);
  const image = { image: src, ...fitted(found, Math.min(asked === null ? widest : asked * pointsOfPixel, widest)) };
  const title = xmlText(String(node.attrs?.['title'] ?? ''));
  return title === '' ? image : { stack: [image, { text: title, italics: true, fontSize: 9 }] };
}

/** Cells over several rows or columns leave empty places behind, which the layout wants to be there. */
function table(node: NodeJson, pictures: Pictures, level: number): PdfBlock {
  const rows = node.content ?? [];
  const body: PdfBlock[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.content ?? []) {
      while (body[y]?.[x] !== undefined) x += 1;
      const colSpan = Number(cell.attrs?.['colspan'] ?? 1);
      const rowSpan = Math.min(Number(cell.attrs?.['rowspan'] ?? 1), rows.length - y);
      for (let below = 0; below < rowSpan; below += 1)
        for (let beside = 0; beside < colSpan; beside += 1) (body[y + below] ??= [])[x + beside] = {};
      const fill = cell.type === 'tableHeader' ? { fillColor: '#eeeeee', bold: true } : {};
      (body[y] ??= [])[x] = { stack: pdfBlocks(cell.content ?? [], pictures, level + 1), colSpan, rowSpan, ...fill };
    }
  }
  const width = body.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return { text: '' };
  const square = body.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? {}));
  return { table: { widths: Array.from({ length: width }, () => '*'), body: square } };
}

function runs(content: readonly NodeJson[]): PdfBlock[] {
  return content.flatMap((node): PdfBlock[] => {
    if (node.type === 'hardBreak') return [{ text: '\n' }];
    if (node.type === 'footnote') return [{ text: String(node.attrs?.['number'] ?? ''), sup: true }];
    if (inlineLeaves.has(node.type)) return [{ text: xmlText(leafText(node.type, node.attrs ?? {})) }];
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
        ...(marks.has('code') && { background: '#f3f3f3' }),
        ...(isSafeLink(href) && { link: href, color: '#1a56a0' }),
      },
    ];
  });
}
