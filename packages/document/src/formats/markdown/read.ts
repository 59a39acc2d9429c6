import MarkdownIt, { type Token } from 'markdown-it';
import { documentBuilder, type Builder, type Resolve } from '../../schema/builder.ts';
import { kindOfElement } from '../html/elements.ts';
import { headingsLifted } from '../html/left-out.ts';
import { htmlPieces, type HtmlPieces } from '../html/read.ts';
import { homelessNotes, notesArePlain } from '../footnotes.ts';
import { isOwnFile } from '../../schema/image.ts';
import type { MarkJson, NodeJson } from '../../schema/json.ts';
import { readExtras } from './extras.ts';
import { readPageLinks } from './page-links.ts';
import { jsonOfText } from '../text/plain.ts';
import { losses } from '../../schema/losses.ts';

/**
 * Maximum nesting of the parser: two levels for each nested list. It silently drops deeper content.
 */
const deepest = 200;

/**
 * Converts a Markdown text to a document: CommonMark with tables, strikethrough, task lists,
 * formulas, footnotes, callouts and bare addresses as links. HTML elements are parsed as HTML, HTML
 * comments are dropped, and other names in angle brackets are text. Lines are joined as in
 * Markdown; an inline picture becomes a block. `lost` gets sentences about content that cannot be
 * converted.
 */
export function jsonOfMarkdown(
  text: string,
  lost: Set<string> = new Set(),
  resolve: Resolve = {},
): NodeJson {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\0', '');
  const tokens = parser(resolve, lost).parse(clean, {});
  if (tokens.some(({ level }) => level >= deepest - 1)) {
    lost.add(losses.deepMarkdown);
    return jsonOfText(clean);
  }
  const builder = documentBuilder(lost, resolve);
  writeBlocks(builder, tokens, { lost, resolve });
  return builder.finish();
}

/**
 * Creates the parser. Addresses are not changed; their safety is checked when the document is
 * built.
 */
function parser(resolve: Resolve, lost: Set<string>): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt('default', {
    html: true,
    linkify: true,
    typographer: false,
    maxNesting: deepest,
  });
  markdown.linkify
    .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
    .add('ftp:', null)
    .add('//', null);
  markdown.normalizeLink = (address) => address;
  markdown.normalizeLinkText = (text) => text;
  markdown.validateLink = () => true;
  markdown.core.ruler.after('block', 'tasks', ({ tokens }) => markTasks(tokens));
  readExtras(markdown, lost);
  if (resolve.named) readPageLinks(markdown, resolve.named);
  return markdown;
}

/**
 * Marks items that begin with `[ ]` or `[x]` as tasks. Done before inline parsing, where `\[ ]` is
 * still distinguishable.
 */
function markTasks(tokens: readonly Token[]): void {
  const lists: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open') lists.push(token);
    if (token.type === 'ordered_list_open') lists.push(token);
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    const line = tokens[index + 2];
    const list = lists.at(-1);
    if (
      token.type !== 'list_item_open' ||
      line?.type !== 'inline' ||
      list?.type !== 'bullet_list_open'
    )
      continue;
    const box = /^\[([ xX])\](?:\s+|$)/.exec(line.content);
    if (!box) continue;
    line.content = line.content.slice(box[0].length);
    token.meta = { checked: box[1] !== ' ' };
    list.meta = { tasks: true };
  }
}

const blockOf: Readonly<Record<string, string>> = {
  paragraph_open: 'paragraph',
  heading_open: 'heading',
  blockquote_open: 'blockquote',
  bullet_list_open: 'bulletList',
  ordered_list_open: 'orderedList',
  list_item_open: 'listItem',
  table_open: 'table',
  tr_open: 'tableRow',
  th_open: 'tableHeader',
  td_open: 'tableCell',
};

/** Blocks that may contain HTML of their own. */
const holders: ReadonlySet<string> = new Set(['blockquote', 'list_item']);

function writeBlocks(
  builder: Builder,
  tokens: readonly Token[],
  { lost, resolve }: { lost: Set<string>; resolve: Resolve },
): void {
  const places: number[] = [];
  /** The HTML reader at each level: HTML that begins in an item or quote ends with it. */
  const pages: (HtmlPieces | null)[] = [null];
  for (const token of tokens) {
    const block = blockOf[token.type];
    if (token.meta?.isHomelessNote) lost.add(homelessNotes);
    if (token.tag === 'h5' || token.tag === 'h6') lost.add(headingsLifted);
    if (holders.has(token.type.replace('_open', ''))) pages.push(null);
    if (holders.has(token.type.replace('_close', ''))) pages.pop()?.end();
    if (block !== undefined) {
      const type = token.meta?.tasks ? 'taskList' : token.meta?.callout ? 'callout' : block;
      places.push(builder.open(type, attributesOf(token)));
    } else if (token.type.replace('_close', '_open') in blockOf) {
      builder.close(places.pop() ?? 1);
    } else if (token.type === 'inline') {
      const file = attachmentOf(token.children ?? [], resolve);
      if (file) builder.leaf('attachment', file);
      else writeLine(builder, token.children ?? [], htmlPieces(builder, lost), lost);
    } else if (token.type === 'html_block') {
      if (isPage(token.content)) {
        const page = pages.pop() ?? htmlPieces(builder, lost);
        pages.push(page);
        page.write(token.content);
      } else writeText(builder, token.content);
    } else if (token.type === 'formula') {
      builder.leaf('formula', { source: token.content });
    } else if (token.type === 'hr') {
      builder.leaf('horizontalRule');
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const place = builder.open('codeBlock', { language: languageOf(token.info) });
      builder.text(token.content.replace(/\n$/, ''));
      builder.close(place);
    }
  }
  for (const page of pages.toReversed()) page?.end();
}

const { unescapeAll } = new MarkdownIt().utils;

/**
 * Returns the language in the text after a code fence: its first word, without attributes
 * (`rust,ignore`, `{.python .numbered}`). Sources: CommonMark 0.31.2, 4.5; Pandoc's manual,
 * fenced_code_attributes.
 */
const languageOf = (info: string): string =>
  unescapeAll(info)
    .trim()
    .replace(/^\{\s*\.?/, '')
    .split(/[\s,{}]/)[0] ?? '';

/**
 * True if a block of HTML is parsed: it must have its end tag, else the rest of the text would be
 * part of it.
 */
function isPage(html: string): boolean {
  const text = html.trimStart();
  if (text.startsWith('<!--')) return text.includes('-->');
  const name = /^<\/?([a-z][a-z0-9]*)(?=[\s/>])/i.exec(text)?.[1]?.toLowerCase() ?? '';
  if (
    ['script', 'style', 'textarea', 'pre'].includes(name) &&
    !text.toLowerCase().includes(`</${name}`)
  )
    return false;
  return kindOfElement(name) !== null;
}

function writeText(builder: Builder, text: string): void {
  const place = builder.open('paragraph');
  const lines = text.split('\n').map((line) => line.trim());
  builder.text(lines.filter((line) => line !== '').join(' '));
  builder.close(place);
}

function attributesOf(token: Token): Record<string, unknown> {
  const align = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return {
    level: Number(token.tag.slice(1)),
    start: token.attrGet('start'),
    checked: token.meta?.checked,
    kind: token.meta?.callout,
    align,
  };
}

const markOf: Readonly<Record<string, string>> = {
  strong_open: 'bold',
  em_open: 'italic',
  s_open: 'strike',
};

function writeLine(
  builder: Builder,
  tokens: readonly Token[],
  html: HtmlPieces,
  lost: Set<string>,
): void {
  const own: MarkJson[] = [];
  for (const token of tokens) {
    const mark = markOf[token.type];
    const marks = html.marks.length === 0 ? own : [...html.marks, ...own];
    if (mark !== undefined) own.push({ type: mark });
    else if (token.type === 'link_open') own.push(linkOf(token));
    else if (token.type.endsWith('_close')) own.pop();
    else if (token.type === 'html_inline') html.write(token.content);
    else if (token.type === 'code_inline')
      builder.text(token.content, [...marks, { type: 'code' }]);
    else if (token.type === 'inlineFormula')
      builder.leaf('inlineFormula', { source: token.content });
    else if (token.type === 'footnote')
      builder.leaf('footnote', { text: plainLine(token.content, lost) });
    else if (token.type === 'softbreak') builder.text(' ', marks);
    else if (token.type === 'hardbreak') builder.leaf('hardBreak');
    else if (token.type === 'image') builder.leaf('image', pictureOf(token, marks));
    else builder.text(token.content, marks);
  }
  html.end();
}

/** Returns the attachment if a line is only a link to one of our files, or a file beside it. */
function attachmentOf(
  tokens: readonly Token[],
  { file }: Resolve,
): { src: string; name: string } | null {
  const [link, name, end, ...rest] = tokens.filter(
    ({ type, content }) => type !== 'text' || content !== '',
  );
  const src = link?.type === 'link_open' ? link.attrGet('href') : null;
  if (typeof src !== 'string' || name?.type !== 'text') return null;
  if (end?.type !== 'link_close' || rest.length > 0) return null;
  const own = isOwnFile(src) ? src : (file?.(src) ?? null);
  return own === null ? null : { src: own, name: name.content };
}

/**
 * Returns the text of a note in Markdown without formats; link addresses follow the link text.
 * `lost` gets sentences about content that is not text.
 */
function plainLine(text: string, lost: Set<string>): string {
  const parser = new MarkdownIt('default', { html: false, maxNesting: deepest });
  const tokens = parser.parseInline(text, {});
  for (const { type } of tokens.flatMap(({ children }) => children ?? [])) {
    if (type in markOf || type === 'code_inline') lost.add(notesArePlain.formats);
    if (type === 'image') lost.add(notesArePlain.pictures);
  }
  return lineText(tokens, true);
}

function linkOf(token: Token): MarkJson {
  return {
    type: 'link',
    attrs: { href: token.attrGet('href') ?? '', title: token.attrGet('title') || null },
  };
}

function pictureOf(token: Token, marks: readonly MarkJson[]): Record<string, unknown> {
  const { href = null } = marks.findLast(({ type }) => type === 'link')?.attrs ?? {};
  return {
    href,
    src: token.attrGet('src'),
    title: token.attrGet('title'),
    alt: lineText(token.children ?? []),
    width: token.attrGet('width'),
  };
}

function lineText(tokens: readonly Token[], isAddressed = false): string {
  let [text, href, from] = ['', '', 0];
  for (const token of tokens) {
    if (token.type === 'link_open') [href, from] = [String(token.attrGet('href')), text.length];
    if (token.type === 'link_close' && isAddressed && !text.slice(from).includes(href))
      text += ` (${href})`;
    text +=
      token.type === 'softbreak'
        ? ' '
        : token.children
          ? lineText(token.children, isAddressed)
          : token.content;
  }
  return text;
}
