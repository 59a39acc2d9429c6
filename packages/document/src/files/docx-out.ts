import {
  AlignmentType,
  Document,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type FileChild,
  type IParagraphOptions,
} from 'docx';
import type { NodeJson } from '../json.ts';
import { repaired } from '../repair.ts';
import { textBlocks } from '../schema.ts';
import { plainTextOfJson } from '../text-format.ts';
import { withTitle } from '../with-title.ts';
import { xmlText } from '../xml-text.ts';
import { docxRuns } from './docx-runs.ts';
import { fitted, picturesOf, type PictureSource, type SizedPicture } from './picture.ts';

/** The width of the text on the page, in pixels of 1/96 inch: A4 with margins of an inch. */
const textWidth = 600;

/** An inch in twentieths of a point, and what lists and quotes are indented by. */
const inch = 1440;
const indent = inch / 4;

/** Levels of numbering that Word has. What lies deeper stays on the last. */
const lastLevel = 8;

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4] as const;

/** What is written so far, and where it stands: the list item and the quotes around it. */
type Place = { indent: number; style?: string; list?: { reference: string; level: number }; box?: string };
type Writing = { pictures: ReadonlyMap<string, SizedPicture>; lists: { reference: string; start: number; isOrdered: boolean }[] };

/**
 * A document as a Word file that begins with its title. Pictures come from `imageBytes`; those that are not to be had become their
 * description, and `lost` is told.
 */
export async function docxOf(
  title: string,
  doc: NodeJson,
  { imageBytes, lost = new Set() }: { imageBytes?: PictureSource; lost?: Set<string> } = {},
): Promise<Uint8Array> {
  // What a hostile client wrote as the start of a list or the width of a cell would end the writing of the whole.
  const sound = repaired(doc, lost);
  const writing: Writing = { pictures: await picturesOf(doc, imageBytes, lost), lists: [] };
  const children = blocks(withTitle(title, sound).content ?? [], { indent: 0 }, writing);
  const file = new Document({
    title: xmlText(title),
    creator: '',
    numbering: { config: writing.lists.map(numbering) },
    styles: { paragraphStyles: [quoteStyle, codeStyle] },
    sections: [{ children: children.length > 0 ? children : [new Paragraph('')] }],
  });
  return new Uint8Array(await Packer.toArrayBuffer(file));
}

const quoteStyle = { id: 'Quote', name: 'Quote', basedOn: 'Normal', next: 'Normal', run: { italics: true } };
const codeStyle = { id: 'Code', name: 'Code', basedOn: 'Normal', next: 'Normal', run: { font: 'Courier New', size: 20 } };

function numbering({ reference, start, isOrdered }: Writing['lists'][number]) {
  const levels = Array.from({ length: lastLevel + 1 }, (_, level) => ({
    level,
    format: isOrdered ? LevelFormat.DECIMAL : LevelFormat.BULLET,
    text: isOrdered ? `%${level + 1}.` : '•',
    alignment: AlignmentType.START,
    start,
    style: { paragraph: { indent: { left: (level + 1) * indent * 2, hanging: indent } } },
  }));
  return { reference, levels };
}

function blocks(nodes: readonly NodeJson[], place: Place, writing: Writing): FileChild[] {
  return nodes.flatMap((node) => block(node, place, writing));
}

function block(node: NodeJson, place: Place, writing: Writing): FileChild[] {
  const content = node.content ?? [];
  switch (node.type) {
    case 'heading':
      return [paragraph(content, place, { heading: headings[Number(node.attrs?.['level'] ?? 1) - 1] ?? HeadingLevel.HEADING_4 })];
    case 'codeBlock':
      return plainTextOfJson(node)
        .split('\n')
        .map((line) => paragraph([{ type: 'text', text: line }], place, { style: 'Code' }));
    case 'blockquote':
      return blocks(content, { ...place, indent: place.indent + indent * 2, style: 'Quote' }, writing);
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return list(node, place, writing);
    case 'horizontalRule':
      return [new Paragraph({ thematicBreak: true })];
    case 'image':
      return [picture(node, place, writing)];
    case 'table':
      return table(node, writing);
    default:
      return isLine(node) ? [paragraph(node.text === undefined ? content : [node], place, {})] : blocks(content, place, writing);
  }
}

const isLine = (node: NodeJson): boolean =>
  textBlocks.has(node.type) || node.text !== undefined || (node.content ?? []).some((child) => child.text !== undefined);

function paragraph(content: readonly NodeJson[], place: Place, options: IParagraphOptions): Paragraph {
  const box = place.box === undefined ? [] : [new TextRun(`${place.box} `)];
  const left = place.indent > 0 && !place.list ? { indent: { left: place.indent } } : {};
  return new Paragraph({
    ...(place.style !== undefined && { style: place.style }),
    ...left,
    ...(place.list && { numbering: place.list }),
    ...options,
    children: [...box, ...docxRuns(content)],
  });
}

/** The first block of an item has the number or sign; what follows in it is indented as far. */
function list(node: NodeJson, place: Place, writing: Writing): FileChild[] {
  const level = Math.min(Math.round(place.indent / (indent * 2)), lastLevel);
  const reference = `list${writing.lists.length}`;
  const isTasks = node.type === 'taskList';
  if (!isTasks)
    writing.lists.push({ reference, start: Number(node.attrs?.['start'] ?? 1), isOrdered: node.type === 'orderedList' });
  const inner = { indent: place.indent + indent * 2, ...(place.style !== undefined && { style: place.style }) };
  return (node.content ?? []).flatMap((item) => {
    const [first, ...rest] = item.content ?? [];
    const box = item.attrs?.['checked'] === true ? '☑' : '☐';
    const opening = isTasks ? { ...inner, box } : { ...inner, list: { reference, level } };
    return [...(first ? block(first, opening, writing) : []), ...blocks(rest, inner, writing)];
  });
}

function picture(node: NodeJson, place: Place, { pictures }: Writing): Paragraph {
  const alt = xmlText(String(node.attrs?.['alt'] ?? ''));
  const found = pictures.get(String(node.attrs?.['src']));
  if (!found) return paragraph([{ type: 'text', text: alt }], place, {});
  const type = found.type === 'image/png' ? 'png' : found.type === 'image/gif' ? 'gif' : 'jpg';
  const altText = { name: alt, description: alt, title: alt };
  return new Paragraph({
    children: [new ImageRun({ type, data: found.bytes, transformation: fitted(found, textWidth), altText })],
  });
}

function table(node: NodeJson, writing: Writing): FileChild[] {
  const rows = (node.content ?? []).map((row, index) => {
    const cells = row.content ?? [];
    const isHeader = index === 0 && cells.every((cell) => cell.type === 'tableHeader');
    return new TableRow({ tableHeader: isHeader, children: cells.map((cell) => tableCell(cell, writing)) });
  });
  // Word asks for a paragraph between and after tables.
  return rows.length === 0 ? [] : [new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } }), new Paragraph('')];
}

function tableCell(cell: NodeJson, writing: Writing): TableCell {
  const children = blocks(cell.content ?? [], { indent: 0 }, writing).filter(
    (child) => child instanceof Paragraph || child instanceof Table,
  );
  return new TableCell({
    children: children.length > 0 ? children : [new Paragraph('')],
    columnSpan: Number(cell.attrs?.['colspan'] ?? 1),
    rowSpan: Number(cell.attrs?.['rowspan'] ?? 1),
    ...(cell.type === 'tableHeader' && { shading: { fill: 'EEEEEE' } }),
  });
}
