import type { AttributeValue } from './json.ts';

/** Inline nodes that contain no text. */
export const inlineLeaves: ReadonlySet<string> = new Set([
  'hardBreak',
  'inlineFormula',
  'footnote',
  'mention',
  'day',
]);

/** Blocks that contain neither text nor blocks. */
export const blockLeaves: ReadonlySet<string> = new Set([
  'horizontalRule',
  'image',
  'formula',
  'attachment',
]);

/** True if a node is a leaf: {@link inlineLeaves} and {@link blockLeaves}. */
export const isLeaf = (type: string): boolean => inlineLeaves.has(type) || blockLeaves.has(type);

type Attributes = Readonly<Record<string, AttributeValue | undefined | unknown>>;

/**
 * Returns the text of a leaf. This is the source of a formula, the name of a mention, the text of a
 * footnote in brackets, or a line break. Empty for leaves without text. Attributes may be anything:
 * a foreign client may have written them.
 */
export function leafText(type: string, attrs: Attributes): string {
  const text = (name: string): string => (typeof attrs[name] === 'string' ? attrs[name] : '');
  switch (type) {
    case 'hardBreak':
      return '\n';
    case 'formula':
    case 'inlineFormula':
      return text('source');
    case 'attachment':
      return text('name');
    case 'mention':
      return text('name') === '' ? '' : `${attrs['of'] === 'document' ? '' : '@'}${text('name')}`;
    case 'day':
      return text('date');
    case 'footnote':
      return text('text') === '' ? '' : ` [${text('text')}]`;
    default:
      return '';
  }
}
