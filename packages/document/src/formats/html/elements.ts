/** Elements whose content is left out. */
export const silent: ReadonlySet<string> = new Set(
  'script style template noscript head title svg iframe object embed audio video canvas select button map'.split(
    ' ',
  ),
);

/** Elements of HTML that end a line and have no meaning for a document. */
export const lineBreaking: ReadonlySet<string> = new Set(
  'div section article main header footer nav aside address figure figcaption dl dt dd form fieldset legend textarea center tbody thead tfoot caption body html'.split(
    ' ',
  ),
);
/** Marks by the name of their element. */
export const markOf: Readonly<Record<string, string>> = {
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

/** Kinds of blocks by the name of their element. */
export const blockOf: Readonly<Record<string, string>> = {
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
export const named: ReadonlySet<string> = new Set([
  'callout',
  'toggle',
  'columns',
  'column',
  'taskList',
  'taskItem',
]);

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
