import { markOf } from './elements.ts';
import { widestCell } from '../../schema/attributes.ts';
import type { MarkJson } from '../../schema/json.ts';
import { isSafeLink } from '../../schema/link.ts';

/** Attributes of an element of HTML. */
export type Attributes = Readonly<Record<string, string>>;

const noHighlights: ReadonlySet<string> = new Set(
  'transparent none inherit initial white #fff #ffffff rgb(255,255,255)'.split(' '),
);

/** True if an element gives its text a background colour. */
export function isHighlight({ style = '' }: Attributes): boolean {
  const colour = /(?<![-\w])background(?:-color)?:\s*(rgb\([\d, ]{5,20}\)|[a-z]+|#[0-9a-f]{3,8})/i
    .exec(style)?.[1]
    ?.toLowerCase()
    .replaceAll(' ', '');
  return colour !== undefined && !noHighlights.has(colour);
}

/** True if an element is a change tracked by a word processor, with author and time. */
export function isTracked(name: string, { cite, datetime }: Attributes): boolean {
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

/** Returns the marks of an element, by its name and style. */
export function marksFor(name: string, attributes: Attributes): MarkJson[] {
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
export function pictureOf(
  attributes: Attributes,
  marks: readonly MarkJson[],
): Record<string, unknown> {
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

/** Returns the attributes of a block for its element. */
export function attributesFor(name: string, attributes: Attributes): Record<string, unknown> {
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

/** Returns the language of a code block by the class of its element; empty if unknown. */
export function languageOf(attributes: Attributes): string {
  return /(?:^|\s)language-(\S+)/.exec(attributes['class'] ?? '')?.[1] ?? '';
}
