import { Parser, type Handler } from 'htmlparser2';
import { documentBuilder, type Builder } from './builder.ts';
import { captureOf, isFormulaSource, isRepetition, sourceMark, type Capture } from './html-captures.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { jsonOfText } from './text-format.ts';
import { inElements } from './word-processors.ts';

type Attributes = Readonly<Record<string, string>>;

/** What an open element has to undo when it closes. */
type Open = { place?: number; mark?: true; silent?: true; boundary?: true; captured?: true; source?: true; verbatim?: true };

/** Open elements that are still followed. The parser takes time in proportion to their number for each further one. */
const deepest = 2_000;

const silent: ReadonlySet<string> = new Set(
  'script style template noscript head title svg iframe object embed audio video canvas select textarea button map'.split(' '),
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
const named: ReadonlySet<string> = new Set(['callout', 'toggle', 'columns', 'column', 'taskList', 'taskItem']);
const notCarried: Readonly<Record<string, string>> = {
  svg: 'Drawings were left out.',
  iframe: 'Embedded pages were left out.',
  video: 'Films were left out.',
  audio: 'Sounds were left out.',
  object: 'Embedded objects were left out.',
  form: 'Forms became plain text.',
};

/**
 * The document that a page or a piece of HTML describes. White space counts as it does in a browser; scripts, styles and what is
 * drawn are left out; elements that say nothing about the text are passed over. Any input is read, also broken and hostile one,
 * without recursion. `lost` is told what could not be carried.
 */
export function jsonOfHtml(html: string, lost: Set<string> = new Set()): NodeJson {
  const builder = documentBuilder(lost);
  let isTooDeep = false;
  const reader = htmlReader(builder, lost, () => {
    isTooDeep = true;
    parser.pause();
  });
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

function htmlReader(builder: Builder, lost: Set<string>, tooDeep: () => void): Partial<Handler> {
  const open: Open[] = [];
  const marks: MarkJson[] = [];
  let hidden = 0;
  let verbatim = 0;
  /** The element that stands for one thing, while it is open. */
  let capture: { text: string; href: string; finish: Capture } | null = null;

  function enter(name: string, attributes: Attributes): Open {
    const sentence = notCarried[name];
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
    const mark = markFor(name, attributes);
    if (verbatim > 0 && mark?.type === 'code') {
      builder.describeCode(languageOf(attributes));
      return {};
    }
    // A line under a link is how links look.
    if (mark?.type === 'underline' && marks.some(({ type }) => type === 'link')) return {};
    if (mark !== null) {
      marks.push(mark);
      return { mark: true };
    }
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
    return { place: builder.open(type, attributesFor(name, attributes), true), ...(isVerbatim && { verbatim: true }) };
  }

  function leaf(name: string, attributes: Attributes): Open {
    if (name === 'br') builder.leaf('hardBreak');
    else if (name === 'hr') builder.leaf('horizontalRule');
    else if (name === 'img') builder.leaf('image', attributes);
    return {};
  }

  /** What stands below a picture is the picture's; below anything else it is text. */
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
      open.push(enter(name, attributes));
      if (open.length > deepest) tooDeep();
    },
    ontext: (text: string) => {
      if (capture !== null) capture.text += text;
      else if (hidden === 0) builder.text(verbatim > 0 ? text.replace(/\r\n?/g, '\n') : text, marks, verbatim === 0);
    },
    onclosetag: () => {
      const closed = open.pop() ?? {};
      if (closed.source && capture !== null) capture.text += sourceMark;
      if (closed.captured) release();
      if (closed.silent) hidden -= 1;
      if (closed.mark) marks.pop();
      if (closed.boundary) builder.boundary();
      if (closed.place === undefined) return;
      builder.close(closed.place);
      if (closed.verbatim) verbatim -= 1;
    },
  };
}

function markFor(name: string, attributes: Attributes): MarkJson | null {
  const style = attributes['style']?.toLowerCase() ?? '';
  if (name === 'a') {
    const href = attributes['href'];
    return href === undefined ? null : { type: 'link', attrs: { href, title: attributes['title'] ?? null } };
  }
  const isWeightless = /(?<![-\w])font-weight:\s*(?:normal|400)/.test(style);
  const type = markOf[name];
  if (type !== undefined) return type === 'bold' && isWeightless ? null : { type };
  if (name !== 'span' && name !== 'font') return null;
  if (/(?<![-\w])font-weight:\s*(?:bold|[6-9]00)/.test(style)) return { type: 'bold' };
  if (/font-style:\s*italic/.test(style)) return { type: 'italic' };
  if (decorates(style, 'line-through')) return { type: 'strike' };
  return decorates(style, 'underline') ? { type: 'underline' } : null;
}

/** Whether a declaration of `style` sets `line` on the text. */
function decorates(style: string, line: string): boolean {
  return style.split(';').some((declaration) => {
    const at = declaration.indexOf('text-decoration');
    return at >= 0 && declaration.includes(line, at);
  });
}

function attributesFor(name: string, attributes: Attributes): Record<string, unknown> {
  const align = attributes['align'] ?? /text-align:\s*(left|center|right)/.exec(attributes['style'] ?? '')?.[1];
  return {
    level: Number(/^h([1-6])$/.exec(name)?.[1] ?? 1),
    start: attributes['start'],
    type: attributes['type'],
    checked: attributes['data-checked'] === 'true',
    colspan: attributes['colspan'],
    rowspan: attributes['rowspan'],
    align,
    language: languageOf(attributes),
    kind: attributes['data-kind'],
  };
}

/** The kind of block that an element of our own names. */
function ownBlock(attributes: Attributes): string | undefined {
  const type = attributes['data-type'];
  return type !== undefined && named.has(type) ? type : undefined;
}

function languageOf(attributes: Attributes): string {
  return /(?:^|\s)language-(\S+)/.exec(attributes['class'] ?? '')?.[1] ?? '';
}
