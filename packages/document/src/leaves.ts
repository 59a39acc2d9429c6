import type { AttributeValue } from './json.ts';

/** Things that stand in a line of text, and hold none themselves. */
export const inlineLeaves: ReadonlySet<string> = new Set(['hardBreak', 'inlineFormula', 'footnote', 'mention', 'day']);

/** Blocks that hold neither text nor blocks. */
export const blockLeaves: ReadonlySet<string> = new Set(['horizontalRule', 'image', 'formula', 'attachment']);

/** Whether a node is a thing that stands for itself: {@link inlineLeaves} and {@link blockLeaves}. */
export const isLeaf = (type: string): boolean => inlineLeaves.has(type) || blockLeaves.has(type);

type Attributes = Readonly<Record<string, AttributeValue | undefined | unknown>>;

/**
 * What a leaf says, as text: a formula its source, a mention its name, a footnote its words in brackets, a line break one. Empty for
 * what says nothing. Attributes may be anything: a foreign client may have written them.
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
