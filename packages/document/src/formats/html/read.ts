import { Parser, type Handler } from 'htmlparser2';
import { widestCell } from '../../schema/attributes.ts';
import { documentBuilder, type Builder, type Resolve } from '../../schema/builder.ts';
import { classStylesOf, withClassStyles } from './class-styles.ts';
import { captureOf, isFormulaSource, isRepetition, sourceMark, type Capture } from './captures.ts';
import type { MarkJson, NodeJson } from '../../schema/json.ts';
import { isSafeLink } from '../../schema/link.ts';
import { jsonOfText } from '../text/plain.ts';
import { inElements } from './word-processors.ts';

type Attributes = Readonly<Record<string, string>>;

/** State to undo when an open element closes. */
type Open = {
  place?: number;
  marks?: number;
  silent?: true;
  boundary?: true;
  captured?: true;
  source?: true;
  verbatim?: true;
};

/**
 * Maximum number of open elements. For each further element, the parser takes time in proportion to
 * their number.
 */
const deepest = 2_000;

const silent: ReadonlySet<string> = new Set(
  'script style template noscript head title svg iframe object embed audio video canvas select textarea button map'.split(
    ' ',
  ),
);
const lineBreaking: ReadonlySet<string> = new Set(
  'div section article main header footer nav aside address figure figcaption dl dt dd form fieldset legend center tbody thead tfoot caption body html'.split(
    ' ',
  ),
);
const markOf: Readonly<Record<string, string>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  cite: 'italic',
  dfn: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sup: 'superscript',
  sub: 'subscript',
};
const blockOf: Readonly<Record<string, string>> = {
  p: 'paragraph',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  blockquote: 'blockquote',
  ul: 'bulletList',
  ol: 'orderedList',
  menu: 'bulletList',
  li: 'listItem',
  pre: 'codeBlock',
  table: 'table',
  tr: 'tableRow',
  td: 'tableCell',
  th: 'tableHeader',
  details: 'toggle',
  summary: 'paragraph',
};
/** Kinds of blocks that our own HTML names. */
const named: ReadonlySet<string> = new Set([
  'callout',
  'toggle',
  'columns',
  'column',
  'taskList',
  'taskItem',
]);
const headingsLifted = 'Headings below the fourth level became headings of the fourth level.';
const notCarried: Readonly<Record<string, string>> = {
  svg: 'Drawings were left out.',
  iframe: 'Embedded pages were left out.',
  video: 'Films were left out.',
  audio: 'Sounds were left out.',
  object: 'Embedded objects were left out.',
  form: 'Forms became plain text.',
  mark: 'Highlights were left out.',
  h5: headingsLifted,
  h6: headingsLifted,
};

/**
 * Converts a page or HTML fragment to a document. White space is treated as in a browser. Scripts,
 * styles and drawings are dropped; elements without meaning for the text are ignored. Accepts any
 * input, including malformed and hostile HTML, without recursion. `lost` gets sentences about
 * content that cannot be converted.
 */
export function jsonOfHtml(
  html: string,
  lost: Set<string> = new Set(),
  resolve: Resolve = {},
): NodeJson {
  const builder = documentBuilder(lost, resolve);
  let isTooDeep = false;
  const tooDeep = (): void => {
    isTooDeep = true;
    parser.pause();
  };
  const reader = htmlReader(builder, lost, { tooDeep, styles: classStylesOf(html) });
  const parser = new Parser(reader);
  parser.write(inElements(html.replaceAll('\0', '')));
  if (!isTooDeep) parser.end();
  return isTooDeep ? withoutTags(html, lost) : builder.finish();
}

function withoutTags(html: string, lost: Set<string>): NodeJson {
  lost.add('The page is nested too deep to be read; its text came in without form.');
  const lines = html.replace(/<[^<>]*>/g, '\n').split('\n');
  return jsonOfText(
    lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
  );
}

/** Inline elements, besides those for formats. */
const inLine: ReadonlySet<string> = new Set(
  'a br img span font wbr small big abbr acronym mark q var time bdo bdi data nobr label input center'.split(
    ' ',
  ),
);

/**
 * Returns the kind of a known element: `line` for an inline one, `block` otherwise; null for names
 * that HTML does not have.
 */
export function kindOfElement(name: string): 'line' | 'block' | null {
  if (Object.hasOwn(markOf, name) || inLine.has(name)) return 'line';
  const isBlock = Object.hasOwn(blockOf, name) || lineBreaking.has(name) || silent.has(name);
  return isBlock ||
    ['hr', 'picture', 'source', 'col', 'colgroup', 'optgroup', 'option'].includes(name)
    ? 'block'
    : null;
}

/**
 * A reader for fragments of HTML between other text that is added to the same builder separately.
 */
export type HtmlPieces = {
  /** Marks of the open HTML elements. */
  readonly marks: readonly MarkJson[];
  write(html: string): void;
  /** Closes all open elements. */
  end(): void;
};

/** Creates a reader of HTML fragments into a builder. */
export function htmlPieces(builder: Builder, lost: Set<string>): HtmlPieces {
  const marks: MarkJson[] = [];
  let isOver = false;
  const tooDeep = (): void => {
    isOver = true;
  };
  const parser = new Parser(htmlReader(builder, lost, { tooDeep, marks }));
  return {
    marks,
    write: (html) => (isOver ? builder.text(html, [], true) : parser.write(html)),
    end: () => parser.end(),
  };
}

type Reading = { tooDeep: () => void; marks?: MarkJson[]; styles?: ReadonlyMap<string, string> };

function htmlReader(
  builder: Builder,
  lost: Set<string>,
  { tooDeep, marks = [], styles = new Map() }: Reading,
): Partial<Handler> {
  const open: Open[] = [];
  let hidden = 0;
  let verbatim = 0;
  /** The open element that is captured as one node. */
  let capture: { text: string; href: string; finish: Capture } | null = null;

  function enter(name: string, attributes: Attributes): Open {
    const sentence = notCarried[name] ?? (isHighlight(attributes) ? notCarried['mark'] : undefined);
    if (sentence !== undefined && hidden === 0) lost.add(sentence);
    if (capture !== null) {
      capture.href ||= attributes['href'] ?? '';
      if (!isFormulaSource(name, attributes)) return {};
      capture.text += sourceMark;
      return { source: true };
    }
    if (hidden > 0 || silent.has(name) || isRepetition(attributes)) {
      hidden += 1;
      return { silent: true };
    }
    const finish = captureOf(name, attributes, lost) ?? captionOf(name);
    if (finish !== null) {
      capture = { text: '', href: '', finish };
      return { captured: true };
    }
    if (isTracked(name, attributes)) {
      lost.add('Tracked changes came in as accepted.');
      if (name === 'ins') return {};
      hidden += 1;
      return { silent: true };
    }
    const found = marksFor(name, attributes);
    if (verbatim > 0 && found[0]?.type === 'code') {
      builder.describeCode(languageOf(attributes));
      return {};
    }
    // An underline in a link is part of the link style.
    const isLinked = marks.some(({ type }) => type === 'link');
    const shown = isLinked ? found.filter(({ type }) => type !== 'underline') : found;
    marks.push(...shown);
    if (found.length > 0) return { marks: shown.length };
    const block = ownBlock(attributes) ?? blockOf[name];
    if (block !== undefined) return openBlock(name, block, attributes);
    if (!lineBreaking.has(name)) return leaf(name, attributes);
    builder.boundary();
    return { boundary: true };
  }

  function openBlock(name: string, block: string, attributes: Attributes): Open {
    const isVerbatim = block === 'codeBlock';
    if (isVerbatim) verbatim += 1;
    const type = name === 'li' && 'data-checked' in attributes ? 'taskItem' : block;
    return {
      place: builder.open(type, attributesFor(name, attributes), true),
      ...(isVerbatim && { verbatim: true }),
    };
  }

  function leaf(name: string, attributes: Attributes): Open {
    if (name === 'br') builder.leaf('hardBreak');
    else if (name === 'hr') builder.leaf('horizontalRule');
    else if (name === 'img') builder.leaf('image', pictureOf(attributes, marks));
    return {};
  }

  /** Captures a caption below a picture; below anything else it is text. */
  function captionOf(name: string): Capture | null {
    if (name !== 'figcaption' || !builder.captionPicture('')) return null;
    return (text) => {
      builder.captionPicture(text);
      return null;
    };
  }

  function release(): void {
    if (capture === null) return;
    const { text, href, finish } = capture;
    capture = null;
    const made = finish(text, href);
    if (made !== null) builder.leaf(made.type, made.attributes);
  }

  return {
    onopentag: (name: string, attributes: Attributes) => {
      open.push(enter(name, withClassStyles(attributes, styles)));
      if (open.length > deepest) tooDeep();
    },
    ontext: (text: string) => {
      if (capture !== null) capture.text += text;
      else if (hidden === 0)
        builder.text(verbatim > 0 ? text.replace(/\r\n?/g, '\n') : text, marks, verbatim === 0);
    },
    onclosetag: () => {
      const closed = open.pop() ?? {};
      if (closed.source && capture !== null) capture.text += sourceMark;
      if (closed.captured) release();
      if (closed.silent) hidden -= 1;
      if (closed.marks) marks.length -= closed.marks;
      if (closed.boundary) builder.boundary();
      if (closed.place === undefined) return;
      builder.close(closed.place);
      if (closed.verbatim) verbatim -= 1;
    },
  };
}

/** True if an element gives its text a background colour. */
function isHighlight({ style = '' }: Attributes): boolean {
  const colour = /(?<![-\w])background(?:-color)?:\s*([a-z]+|#[0-9a-f]{3,8}|rgb\([\d, ]{5,20}\))/i
    .exec(style)?.[1]
    ?.toLowerCase();
  return (
    colour !== undefined &&
    !['transparent', 'none', 'inherit', 'initial', 'white', '#fff', '#ffffff'].includes(colour)
  );
}

/** True if an element is a change tracked by a word processor, with author and time. */
function isTracked(name: string, { cite, datetime }: Attributes): boolean {
  return (name === 'ins' || name === 'del') && cite !== undefined && datetime !== undefined;
}

/**
 * Returns the target address of a link. Google prefixes external addresses with its own redirect
 * page.
 */
function targetOf(href: string): string {
  if (!/^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?/i.test(href) || !URL.canParse(href))
    return href;
  const { searchParams } = new URL(href);
  const target = searchParams.get('q') ?? searchParams.get('url');
  return isSafeLink(target) ? target : href;
}

function marksFor(name: string, attributes: Attributes): MarkJson[] {
  const style = attributes['style']?.toLowerCase() ?? '';
  if (name === 'a') {
    const href = attributes['href'];
    return href === undefined
      ? []
      : [{ type: 'link', attrs: { href: targetOf(href), title: attributes['title'] ?? null } }];
  }
  const isWeightless = /(?<![-\w])font-weight:\s*(?:normal|400)/.test(style);
  const type = markOf[name];
  if (type !== undefined) return type === 'bold' && isWeightless ? [] : [{ type }];
  return name === 'span' || name === 'font' ? styledMarks(style) : [];
}

/** Returns the marks that a style sets. */
function styledMarks(style: string): MarkJson[] {
  const types: string[] = [];
  if (/(?<![-\w])font-weight:\s*(?:bold|[6-9]00)/.test(style)) types.push('bold');
  if (/font-style:\s*italic/.test(style)) types.push('italic');
  const raised = /(?<![-\w])vertical-align:\s*(super|sub)(?![-\w])/.exec(style)?.[1];
  if (raised !== undefined) types.push(raised === 'super' ? 'superscript' : 'subscript');
  if (decorates(style, 'line-through')) types.push('strike');
  if (decorates(style, 'underline')) types.push('underline');
  return types.map((each) => ({ type: each }));
}

/**
 * Returns the attributes of a picture, with the width from its element or style, and the address of
 * the link around it.
 */
function pictureOf(attributes: Attributes, marks: readonly MarkJson[]): Record<string, unknown> {
  const styled = /(?<![-\w])width:\s*(\d{1,5})(?:\.\d+)?px/i.exec(attributes['style'] ?? '')?.[1];
  const said = /^(\d{1,5})(?:\.\d+)?(?:px)?$/i.exec(attributes['width']?.trim() ?? '')?.[1];
  const { href = null } = marks.findLast(({ type }) => type === 'link')?.attrs ?? {};
  return { ...attributes, width: styled ?? said ?? null, href };
}

/** List number formats, by CSS name. */
const numberForms: Readonly<Record<string, string>> = {
  decimal: '1',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** True if a declaration of `style` sets the text decoration `line`. */
function decorates(style: string, line: string): boolean {
  return style.split(';').some((declaration) => {
    const at = declaration.indexOf('text-decoration');
    return at >= 0 && declaration.includes(line, at);
  });
}

function attributesFor(name: string, attributes: Attributes): Record<string, unknown> {
  const align =
    attributes['align'] ?? /text-align:\s*(left|center|right)/.exec(attributes['style'] ?? '')?.[1];
  return {
    level: Number(/^h([1-6])$/.exec(name)?.[1] ?? 1),
    start: attributes['start'],
    type:
      numberForms[
        /list-style(?:-type)?:\s*([a-z-]+)/i.exec(attributes['style'] ?? '')?.[1] ?? ''
      ] ?? attributes['type'],
    checked: attributes['data-checked'] === 'true',
    colspan: attributes['colspan'],
    rowspan: attributes['rowspan'],
    align,
    colwidth: name === 'td' || name === 'th' ? widthsOf(attributes) : null,
    language: languageOf(attributes),
    kind: attributes['data-kind'],
  };
}

/**
 * Returns the widths (px) of the columns that a cell spans, from our own HTML. For a cell of one
 * column, other width declarations are used as well. Null if there are none.
 */
function widthsOf({
  'data-colwidth': own,
  colspan = '1',
  width,
  style = '',
}: Attributes): number[] | null {
  if (own !== undefined) return own.split(',', widestCell + 1).map(Number);
  const said = /(?:^|;)\s*width:\s*([\d.]{1,9}(?:px|pt))/.exec(style)?.[1] ?? width ?? '';
  const [, number = '', unit] = /^\s*(\d{1,5}(?:\.\d{1,4})?)(px|pt)?\s*$/.exec(said) ?? [];
  const pixels = Math.round(Number(number) * (unit === 'pt' ? 4 / 3 : 1));
  return colspan.trim() === '1' && pixels > 0 ? [pixels] : null;
}

/** Returns the kind of block named by one of our own elements. */
function ownBlock(attributes: Attributes): string | undefined {
  const type = attributes['data-type'];
  return type !== undefined && named.has(type) ? type : undefined;
}

function languageOf(attributes: Attributes): string {
  return /(?:^|\s)language-(\S+)/.exec(attributes['class'] ?? '')?.[1] ?? '';
}
