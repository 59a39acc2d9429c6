import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  ImageRun,
  Packer,
  Paragraph,
  ShadingType,
  Table,
  TableBorders,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type FileChild,
  type IParagraphOptions,
} from 'docx';
import { pictureWidth } from '../../schema/image.ts';
import type { NodeJson } from '../../schema/json.ts';
import { isRightToLeft } from '../text/language.ts';
import { leafText } from '../../schema/leaves.ts';
import { isSafeLink } from '../../schema/link.ts';
import { textBlocks } from '../../schema/schema.ts';
import { columnCountOf, columnWidthsOf, gridOf } from '../table-grid.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { calloutKindOf, calloutLabel, contentsIn, headingText } from '../manuscript.ts';
import { xmlText } from '../xml-text.ts';
import { headingOptions, tableOfContents } from './headings.ts';
import { formatOf, indent, lastLevel, numbering, type NumberedList } from './numbering.ts';
import { docxRuns, noteParagraph } from './runs.ts';
import { characterStyles, codeStyles, defaultStyles, paragraphStyles } from './styles.ts';
import { TaggedBlocks } from './tags.ts';
import {
  fitted,
  measuredPictures,
  sizedTo,
  type PictureFacts,
  type PictureSource,
} from '../picture.ts';
import { standIn, withRealPictures } from './pictures.ts';
import type { FileParts } from '../zip.ts';

/** Text width of the page (px, 1/96 inch): A4 with margins of an inch. */
const textWidth = 600;

/**
 * Maximum height of a picture (px): the text height of the page, without space for a line of a
 * table around it. Word cuts a taller one.
 */
const tallest = 900;

/** Total horizontal margins of a cell (px). */
const cellMargins = 16;

/** Twips per pixel. */
const twipsOfPixel = 15;

/**
 * Context of a block. `list`, `lists`, `box`: the list item, and number of lists around it.
 * `style`: style of the quote or callout around it. `width`: available width (px).
 */
type Place = {
  indent: number;
  width: number;
  lists?: number;
  style?: string;
  align?: string;
  list?: { reference: string; level: number };
  box?: string;
};
type Writing = {
  pictures: ReadonlyMap<string, PictureFacts>;
  lists: NumberedList[];
  notes: string[];
};

/**
 * Converts a text of `manuscriptOf` to a Word file, returned in parts. Pictures are read from
 * `imageBytes`, one at a time. Unavailable ones are replaced by their description, and reported to
 * `lost` before the first part.
 *
 * @param title the title in the properties of the file.
 * @param text a text that conforms to the schema: an invalid start of a list or width of a cell
 *   would make the whole export fail.
 */
export async function docxOf(
  title: string,
  text: NodeJson,
  { imageBytes, lost = new Set() }: { imageBytes?: PictureSource; lost?: Set<string> } = {},
): Promise<FileParts> {
  const writing: Writing = {
    pictures: await measuredPictures(text, imageBytes, lost),
    lists: [],
    notes: [],
  };
  const children = afterTables(
    blocks(text.content ?? [], { indent: 0, width: textWidth }, writing),
  );
  const file = new Document({
    title: xmlText(title),
    creator: '',
    numbering: { config: writing.lists.map(numbering) },
    styles: { default: defaultStyles, paragraphStyles, characterStyles },
    footnotes: Object.fromEntries(
      writing.notes.map((text, index) => [index + 1, { children: [noteParagraph(text)] }]),
    ),
    sections: [{ children: children.length > 0 ? children : [new Paragraph('')] }],
  });
  return withRealPictures(
    new Uint8Array(await Packer.toArrayBuffer(file)),
    writing.pictures.keys(),
    imageBytes,
  );
}

function blocks(nodes: readonly NodeJson[], place: Place, writing: Writing): FileChild[] {
  return nodes.flatMap((node) => block(node, place, writing));
}

function block(node: NodeJson, place: Place, writing: Writing): FileChild[] {
  const content = node.content ?? [];
  switch (node.type) {
    case 'heading':
      return [paragraph(content, place, writing, headingOptions(node))];
    case 'contents':
      return [
        ...blocks(contentsIn(node).label, place, writing),
        tableOfContents(
          contentsIn(node).deepest,
          contentsIn(node).label.map(headingText).join(' '),
        ),
      ];
    case 'codeBlock':
      return code(node, place, writing);
    case 'blockquote':
      return [
        new TaggedBlocks(
          'quote',
          blocks(content, { ...place, indent: place.indent + indent * 2, style: 'Quote' }, writing),
        ),
      ];
    case 'callout':
      return [callout(node, place, writing)];
    case 'toggle':
      return [new TaggedBlocks('toggle', blocks(content, place, writing))];
    case 'columns':
      return columns(content, place, writing);
    case 'formula':
      return [
        new TaggedBlocks('formula', [
          paragraph(linesOf(leafText(node.type, node.attrs ?? {})), place, writing, {}),
        ]),
      ];
    case 'attachment':
      return [
        paragraph(
          [{ type: 'text', text: leafText(node.type, node.attrs ?? {}) }],
          place,
          writing,
          {},
        ),
      ];
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return list(node, place, writing);
    case 'horizontalRule':
      return [new Paragraph({ thematicBreak: true, style: 'HorizontalRule' })];
    case 'image':
      return picture(node, place, writing);
    case 'table':
      return table(node, place, writing);
    default:
      return isLine(node)
        ? [paragraph(node.text === undefined ? content : [node], place, writing, {})]
        : blocks(content, place, writing);
  }
}

/**
 * Converts code to one paragraph per line. The content control stores the language and marks the
 * end, because another code block may follow directly.
 */
function code(node: NodeJson, place: Place, writing: Writing): FileChild[] {
  const lines = plainTextOfJson(node).split('\n');
  const language = /^[\w+#.-]{1,40}$/.exec(String(node.attrs?.['language'] ?? ''))?.[0];
  return [
    new TaggedBlocks(
      language === undefined ? 'code' : `code:${language}`,
      lines.map((text) =>
        paragraph([{ type: 'text', text }], place, writing, {
          style: codeStyles.paragraph,
          shading: codeGround,
        }),
      ),
    ),
  ];
}

function callout(node: NodeJson, place: Place, writing: Writing): FileChild {
  const { content = [] } = node;
  const label = xmlText(calloutLabel(node));
  const inner = { ...place, indent: place.indent + indent };
  return new TaggedBlocks(`callout:${calloutKindOf(node)}`, [
    paragraph([{ type: 'text', text: label }], { ...inner, style: 'CalloutName' }, writing, {}),
    ...blocks(content, { ...inner, style: 'Callout' }, writing),
  ]);
}

/** Returns the lines of a text with hard breaks between them. */
const linesOf = (text: string): NodeJson[] =>
  text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [{ type: 'hardBreak' }] : []),
      { type: 'text', text: line },
    ]);

const codeGround = { type: ShadingType.CLEAR, fill: 'F3F3F3' };

const isList = ({ type }: NodeJson): boolean =>
  type === 'bulletList' || type === 'orderedList' || type === 'taskList';

const isLine = (node: NodeJson): boolean =>
  textBlocks.has(node.type) ||
  node.text !== undefined ||
  (node.content ?? []).some((child) => child.text !== undefined);

function paragraph(
  content: readonly NodeJson[],
  place: Place,
  { notes }: Writing,
  options: IParagraphOptions,
): Paragraph {
  const box = place.box === undefined ? [] : [new TextRun(`${place.box} `)];
  const left = place.indent > 0 && !place.list ? { indent: { left: place.indent } } : {};
  return new Paragraph({
    ...(place.style !== undefined && { style: place.style }),
    ...left,
    ...(isRightToLeft(plainTextOfJson({ type: 'doc', content: [...content] })) && {
      bidirectional: true,
    }),
    ...(place.list && { numbering: place.list }),
    ...alignmentOf(place.align),
    ...options,
    children: [...box, ...docxRuns(content, notes)],
  });
}

/** Returns the alignment of a cell's text in Word's terms. */
function alignmentOf(align: string | undefined): IParagraphOptions {
  const named = {
    left: AlignmentType.LEFT,
    center: AlignmentType.CENTER,
    right: AlignmentType.RIGHT,
  };
  return align === 'left' || align === 'center' || align === 'right'
    ? { alignment: named[align] }
    : {};
}

/**
 * Converts a list. The first block of an item has the number or bullet; the following ones are
 * indented equally. A content control marks them, because lists of Word have no blocks in items.
 */
function list(node: NodeJson, place: Place, writing: Writing): FileChild[] {
  const lists = place.lists ?? 0;
  const level = Math.min(lists, lastLevel);
  // Without the style of a surrounding quote or callout: readers do not treat a paragraph with such
  // a style as an item.
  const inner = { indent: place.indent + indent * 2, width: place.width, lists: lists + 1 };
  const reference = `list${writing.lists.length}`;
  const isTasks = node.type === 'taskList';
  if (!isTasks)
    writing.lists.push({
      reference,
      level,
      left: inner.indent,
      start: Number(node.attrs?.['start'] ?? 1),
      format: formatOf(node),
    });
  return (node.content ?? []).flatMap((item) => {
    const [first, ...rest] = item.content ?? [];
    const box = item.attrs?.['checked'] === true ? '☑' : '☐';
    const opening = isTasks ? { ...inner, box } : { ...inner, list: { reference, level } };
    const further = rest.flatMap((each) => {
      const made = block(each, inner, writing);
      const isMarked = !isTasks && !isList(each) && made.length > 0;
      return isMarked ? [new TaggedBlocks(`item:${level + 1}`, made)] : made;
    });
    return [...(first ? block(first, opening, writing) : []), ...further];
  });
}

function picture(node: NodeJson, place: Place, writing: Writing): Paragraph[] {
  const alt = xmlText(String(node.attrs?.['alt'] ?? ''));
  const src = String(node.attrs?.['src']);
  const found = writing.pictures.get(src);
  const title = String(node.attrs?.['title'] ?? '');
  const caption =
    title === ''
      ? []
      : [paragraph([{ type: 'text', text: title }], place, writing, { style: 'Caption' })];
  if (!found) return [paragraph([{ type: 'text', text: alt }], place, writing, {}), ...caption];
  const type = found.type === 'image/png' ? 'png' : found.type === 'image/gif' ? 'gif' : 'jpg';
  const room = Math.max(place.width - place.indent / twipsOfPixel, 1);
  const altText = { name: alt, description: alt, title: alt };
  const asked = pictureWidth(node.attrs?.['width']) ?? found.width;
  const transformation = fitted(sizedTo(found, asked), { width: room, height: tallest });
  const image = new ImageRun({ type, data: standIn(src), transformation, altText });
  const href = node.attrs?.['href'];
  const shown = isSafeLink(href)
    ? new ExternalHyperlink({ link: xmlText(href), children: [image] })
    : image;
  return [new Paragraph({ children: [shown] }), ...caption];
}

function table(node: NodeJson, place: Place, writing: Writing): FileChild[] {
  const grid = gridOf(node.content ?? []);
  const columnCount = columnCountOf(grid);
  const known = columnWidthsOf(grid);
  const widths = known ?? Array.from({ length: columnCount }, () => 1);
  const scale = place.width / widths.reduce((sum, each) => sum + each, 0);
  const rows = grid.map((row, index) => {
    const cells = row.filter((cell) => cell !== null && cell !== undefined);
    const isHeader =
      index === 0 && cells.length > 0 && cells.every((cell) => cell.node.type === 'tableHeader');
    const children = row.flatMap((cell, at) => {
      if (!cell) return [];
      const own = widths.slice(at, at + cell.colSpan).reduce((sum, each) => sum + each, 0);
      return [tableCell(cell.node, own * scale - cellMargins, writing)];
    });
    // Readers treat the element as a header row even if its value is off.
    return new TableRow({ ...(isHeader && { tableHeader: true }), children });
  });
  const first = node.content?.[0]?.content?.[0];
  const direction =
    first && isRightToLeft(plainTextOfJson(first)) ? { visuallyRightToLeft: true } : {};
  const columnWidths = known?.map((each) => Math.round(each * twipsOfPixel));
  const width = { size: 100, type: WidthType.PERCENTAGE };
  return rows.length === 0
    ? []
    : [new Table({ rows, width, ...(columnWidths && { columnWidths }), ...direction })];
}

/** Adds an empty paragraph after tables that are not followed by one, because Word requires it. */
function afterTables(children: readonly FileChild[]): FileChild[] {
  const isTable = (child: FileChild | undefined): boolean =>
    child instanceof Table || (child instanceof TaggedBlocks && isTable(child.last));
  return children.flatMap((child, at) =>
    isTable(child) && !(children[at + 1] instanceof Paragraph)
      ? [child, new Paragraph('')]
      : [child],
  );
}

/** Converts columns to a table without borders: Word's own columns apply to whole sections. */
function columns(content: readonly NodeJson[], place: Place, writing: Writing): FileChild[] {
  if (content.length === 0) return [];
  const share = place.width / content.length - cellMargins;
  const cells = content.map((column) => tableCell(column, share, writing, 'column'));
  const width = { size: 100, type: WidthType.PERCENTAGE };
  const table = new Table({
    rows: [new TableRow({ children: cells })],
    width,
    borders: TableBorders.NONE,
  });
  return [new TaggedBlocks('columns', [table])];
}

function tableCell(cell: NodeJson, pixels: number, writing: Writing, tag?: string): TableCell {
  const align = cell.attrs?.['align'];
  const place = {
    indent: 0,
    width: Math.max(pixels, 1),
    ...(typeof align === 'string' && { align }),
  };
  const inside = blocks(cell.content ?? [], place, writing);
  const whole = afterTables(inside.length > 0 ? inside : [new Paragraph('')]);
  const children = tag === undefined ? whole : [new TaggedBlocks(tag, whole)];
  return new TableCell({
    // Its types only allow its own classes; a cell may contain any block.
    children: children as (Paragraph | Table)[],
    margins: { top: 60, bottom: 0, left: 115, right: 115 },
    columnSpan: Number(cell.attrs?.['colspan'] ?? 1),
    rowSpan: Number(cell.attrs?.['rowspan'] ?? 1),
    ...(cell.type === 'tableHeader' && { shading: { fill: 'EEEEEE' } }),
  });
}
