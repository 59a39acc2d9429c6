import GithubSlugger from 'github-slugger';
import { isOwnFile, isSafeImage, pictureWidth } from '../../schema/image.ts';
import type { NodeJson } from '../../schema/json.ts';
import { inlineLeaves, leafText } from '../../schema/leaves.ts';
import { withNumberedNotes } from '../footnotes.ts';
import { escapeHtml } from '../html/write.ts';
import { isSafeLink } from '../../schema/link.ts';
import { escapeText, escapeTitle, linkEnd, markdownLine } from './line.ts';
import { calloutName } from '../../schema/nodes/blocks.ts';
import { contentsIn, headingOf, headingText } from '../manuscript.ts';
import { plainTextOfJson } from '../text/plain.ts';

/**
 * Converts a document to Markdown: CommonMark with tables, strikethrough, task lists, formulas,
 * footnotes and callouts. Parsing the result returns the same document, except for content without
 * Markdown syntax:
 * - empty paragraphs, spaces at the edges of a block, breaks in headings;
 * - spans and several blocks in a cell, tables without a header row;
 * - toggles, columns, mentions and days.
 *
 * Unknown nodes are replaced by their text. The result ends with a line break, or is empty.
 * `beside`: addresses of pictures and attached files beside the text, by source.
 */
export function markdownOf(doc: NodeJson, beside: Beside = {}): string {
  const notes: string[] = [];
  const numbered = withNumberedNotes(withAddressedContents(doc), notes);
  const text = blocksOf(withAddresses(numbered, beside).content ?? []);
  const parts = [
    text,
    notes.map((note, index) => `[^${index + 1}]: ${escapeText(note)}`).join('\n'),
  ];
  const shown = parts.filter((part) => part !== '').join('\n\n');
  return shown === '' ? '' : `${shown}\n`;
}

type Beside = {
  readonly pictures?: ReadonlyMap<string, string>;
  readonly files?: ReadonlyMap<string, string>;
};

/** Adds the address of each picture and attached file, in an attribute of its own. */
function withAddresses(node: NodeJson, beside: Beside): NodeJson {
  const src = String(node.attrs?.['src']);
  const addresses =
    node.type === 'image' ? beside.pictures : node.type === 'attachment' ? beside.files : null;
  if (addresses !== null)
    return { ...node, attrs: { ...node.attrs, address: addresses?.get(src) ?? src } };
  return node.content
    ? { ...node, content: node.content.map((child) => withAddresses(child, beside)) }
    : node;
}

/**
 * Adds to the contents of a file with several documents the addresses that GitHub and many other
 * programs give to headings.
 */
function withAddressedContents(doc: NodeJson): NodeJson {
  if (!(doc.content ?? []).some(({ type }) => type === 'contents')) return doc;
  const slugger = new GithubSlugger();
  const addresses = new Map<string, string>();
  const walk = (node: NodeJson): void => {
    if (node.type === 'heading')
      addresses.set(headingOf(node).anchor ?? '', slugger.slug(headingText(node)));
    else node.content?.forEach(walk);
  };
  walk(doc);
  const addressed = (node: NodeJson): NodeJson => ({
    ...node,
    attrs: { ...node.attrs, address: addresses.get(headingOf(node).anchor ?? '') ?? '' },
  });
  return {
    ...doc,
    content: (doc.content ?? []).map((node) =>
      node.type === 'contents' ? { ...node, content: (node.content ?? []).map(addressed) } : node,
    ),
  };
}

/** Converts the table of contents to a list of links. */
function contents(node: NodeJson): string {
  const { label, entries } = contentsIn(node);
  const lines = entries.map(
    ({ depth, text, address }) => `${'  '.repeat(depth)}- [${escapeText(text)}](#${address})`,
  );
  return [blocksOf(label), lines.join('\n')].join('\n\n');
}

const lists: ReadonlySet<string> = new Set(['bulletList', 'orderedList', 'taskList']);
const isOrdered = (node: NodeJson | undefined): boolean => node?.type === 'orderedList';

/**
 * Joins blocks with an empty line between them. Adjacent lists alternate their markers, because
 * they would otherwise be one list.
 */
function blocksOf(blocks: readonly NodeJson[]): string {
  const parts: string[] = [];
  let before: NodeJson | undefined;
  let turn = false;
  for (const block of blocks) {
    const isNeighbour =
      before !== undefined &&
      lists.has(block.type) &&
      lists.has(before.type) &&
      isOrdered(before) === isOrdered(block);
    turn = isNeighbour && !turn;
    const text = blockOf(block, turn);
    if (text === '') continue;
    parts.push(text);
    before = block;
  }
  return parts.join('\n\n');
}

function blockOf(node: NodeJson, turn: boolean): string {
  const content = node.content ?? [];
  switch (node.type) {
    case 'paragraph':
      return markdownLine(content, 'paragraph');
    case 'contents':
      return contents(node);
    case 'heading':
      return `${'#'.repeat(headingOf(node).level)} ${markdownLine(content, 'heading')}`.trimEnd();
    case 'codeBlock':
      return fence(node);
    case 'blockquote':
      return indented(blocksOf(content), '> ');
    case 'callout':
      return callout(node);
    case 'formula':
      return formula(leafText(node.type, node.attrs ?? {}));
    case 'attachment':
      return attachment(node);
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return content.map((item, index) => itemOf(node, item, index, turn)).join('\n');
    case 'horizontalRule':
      return '---';
    case 'image':
      return picture(node);
    case 'table':
      return table(content);
    default:
      return unknown(node);
  }
}

function unknown(node: NodeJson): string {
  if (node.text !== undefined) return markdownLine([node], 'paragraph');
  const content = node.content ?? [];
  const isLine = content.some((child) => child.text !== undefined || inlineLeaves.has(child.type));
  return isLine ? markdownLine(content, 'paragraph') : blocksOf(content);
}

function fence(node: NodeJson): string {
  const code = plainTextOfJson(node).replace(/\r\n?/g, '\n');
  let longest = 2;
  for (const [ticks] of code.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const ticks = '`'.repeat(longest + 1);
  const language = String(node.attrs?.['language'] ?? '');
  const info = /^[\w+#./-]+$/.test(language) ? language : '';
  return code === '' ? `${ticks}${info}\n${ticks}` : `${ticks}${info}\n${code}\n${ticks}`;
}

function itemOf(list: NodeJson, item: NodeJson, index: number, turn: boolean): string {
  const number = Math.min(Number(list.attrs?.['start'] ?? 1) + index, 999_999_999);
  const sign = list.type === 'orderedList' ? `${number}${turn ? ')' : '.'}` : turn ? '*' : '-';
  const box = list.type === 'taskList' ? `[${item.attrs?.['checked'] === true ? 'x' : ' '}]` : '';
  const [first, ...rest] = item.content ?? [];
  const opening = first?.type === 'paragraph' ? markdownLine(first.content ?? [], 'paragraph') : '';
  const others = first === undefined || first.type === 'paragraph' ? rest : [first, ...rest];
  const lead = [box, opening].filter((part) => part !== '').join(' ');
  const below = blocksOf(others);
  const gap = lead !== '' && !isTight(others) ? '\n\n' : '\n';
  const text = below === '' ? lead : `${lead}${gap}${below}`;
  return indented(text, ' '.repeat(sign.length + 1), `${sign} `);
}

/**
 * True if a list may directly follow the first line of an item. To interrupt a paragraph, it must
 * begin with text and with number 1.
 */
function isTight(blocks: readonly NodeJson[]): boolean {
  const [first] = blocks;
  if (first === undefined || !lists.has(first.type)) return false;
  const start = first.type === 'orderedList' ? Number(first.attrs?.['start'] ?? 1) : 1;
  const line = first.content?.[0]?.content?.[0];
  return (
    start === 1 &&
    line?.type === 'paragraph' &&
    markdownLine(line.content ?? [], 'paragraph') !== ''
  );
}

function indented(text: string, margin: string, first = margin): string {
  return text
    .split('\n')
    .map((line, index) => {
      const before = index === 0 ? first : margin;
      return line === '' ? before.trimEnd() : before + line;
    })
    .join('\n');
}

/** Only a paragraph may follow the marker directly: some other blocks would not begin there. */
function callout({ attrs, content = [] }: NodeJson): string {
  const text = blocksOf(content);
  const isLine = content.find((block) => blocksOf([block]) !== '')?.type === 'paragraph';
  return indented(
    `[!${calloutName(attrs?.['kind']).toUpperCase()}]${isLine ? '\n' : '\n\n'}${text}`.trimEnd(),
    '> ',
  );
}

/** Removes lines of a formula that are empty or would end it: LaTeX needs neither. */
function formula(source: string): string {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '$$');
  return lines.length === 0 ? '' : ['$$', ...lines, '$$'].join('\n');
}

function attachment(node: NodeJson): string {
  const [src, name] = [node.attrs?.['src'], escapeText(leafText(node.type, node.attrs ?? {}))];
  return isOwnFile(src) && name !== '' ? `[${name}](${String(node.attrs?.['address'])})` : name;
}

/** Converts a picture, with its link. One with a width becomes an HTML element. */
function picture(node: NodeJson): string {
  const { src, href } = node.attrs ?? {};
  if (!isSafeImage(src) || !isSafeLink(href)) return pictureAlone(node);
  return `[${pictureAlone(node)}${linkEnd({ type: 'link', attrs: { href } })}`;
}

function pictureAlone(node: NodeJson): string {
  const { src, alt, title } = node.attrs ?? {};
  if (!isSafeImage(src)) return escapeText(String(alt ?? '').replace(/\s+/g, ' '));
  const address = String(node.attrs?.['address'])
    .replace(/[\s<>\\]/g, encodeURIComponent)
    .replace(/&(?=#|\w+;)/g, '\\&');
  const width = pictureWidth(node.attrs?.['width']);
  if (width !== null) {
    const value = (text: unknown): string => escapeHtml(String(text ?? '').replace(/\s+/g, ' '));
    const caption = typeof title === 'string' && title !== '' ? ` title="${value(title)}"` : '';
    return `<img src="${value(node.attrs?.['address'])}" alt="${value(alt)}"${caption} width="${width}">`;
  }
  const said = typeof title === 'string' && title !== '' ? ` "${escapeTitle(title)}"` : '';
  return `![${escapeText(String(alt ?? '').replace(/\s+/g, ' '))}](${/[()]/.test(address) ? `<${address}>` : address}${said})`;
}

function table(rows: readonly NodeJson[]): string {
  const texts = rows.map((row) =>
    (row.content ?? []).flatMap((cell) => [cellText(cell), ...spanned(cell)]),
  );
  const width = texts.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, column) => cells[column] ?? '').join(' | ')} |`;
  const marks = Array.from({ length: width }, (_, column) =>
    ruler(rows[0]?.content?.[column]?.attrs?.['align']),
  );
  const [header = [], ...body] = texts;
  return [line(header), line(marks), ...body.map(line)].join('\n');
}

const spanned = (cell: NodeJson): string[] =>
  Array.from({ length: Math.min(Number(cell.attrs?.['colspan'] ?? 1), 100) - 1 }, () => '');

function ruler(align: unknown): string {
  if (align === 'center') return ':---:';
  return align === 'right' ? '---:' : align === 'left' ? ':---' : '---';
}

/** Converts a cell to one line: its blocks are joined with spaces. */
function cellText(node: NodeJson): string {
  if (node.type === 'image') return picture(node).replaceAll('|', '\\|');
  if (node.type === 'formula' || node.type === 'attachment')
    return markdownLine([{ type: 'text', text: leafText(node.type, node.attrs ?? {}) }], 'cell');
  const content = node.content ?? [];
  const isLine = content.some((child) => child.text !== undefined || inlineLeaves.has(child.type));
  if (node.type === 'codeBlock')
    return markdownLine(
      [{ type: 'text', text: plainTextOfJson(node), marks: [{ type: 'code' }] }],
      'cell',
    );
  if (isLine) return markdownLine(content, 'cell');
  return content
    .map(cellText)
    .filter((text) => text !== '')
    .join(' ');
}
