import { losses } from '../../schema/losses.ts';

type Attributes = Readonly<Record<string, string>>;

/** Node created from an element whose text is not part of the document text. */
export type Captured = { type: string; attributes: Readonly<Record<string, unknown>> };

/**
 * Creates a node when an element closes. `text` is its whole text, `href` the first address in it.
 * Returns null for no node.
 */
export type Capture = (text: string, href: string) => Captured | null;

/**
 * Returns the capture for an element that represents a leaf: formulas, mentions, days, footnotes
 * and attachments as we write them, and formulas of other programs. `lost` gets sentences about
 * unreadable ones. Null for all other elements.
 */
export function captureOf(name: string, attributes: Attributes, lost: Set<string>): Capture | null {
  if (name === 'math') return formulaOf(attributes, lost);
  switch (attributes['data-type']) {
    case 'formula':
    case 'inlineFormula': {
      const type = attributes['data-type'];
      return (text) => ({ type, attributes: { source: attributes['data-source'] ?? text } });
    }
    case 'mention':
      return (text) => ({
        type: 'mention',
        attributes: {
          of: attributes['data-of'],
          id: attributes['data-id'],
          name: attributes['data-name'] ?? text.replace(/^@/, ''),
        },
      });
    case 'day':
      return () => ({ type: 'day', attributes: { date: attributes['datetime'] } });
    case 'footnote':
      return () => ({ type: 'footnote', attributes: { text: attributes['data-text'] } });
    case 'attachment':
      return (text, href) => ({
        type: 'attachment',
        attributes: attachmentOf(attributes, text, href),
      });
    default:
      return null;
  }
}

function attachmentOf(attributes: Attributes, name: string, href: string): Record<string, unknown> {
  return {
    src: attributes['data-src'] ?? href,
    name: attributes['data-name'] ?? name,
    size: attributes['data-size'],
  };
}

/**
 * MathML describes the appearance of a formula; its source is only present if the authoring program
 * added it.
 */
function formulaOf({ display }: Attributes, lost: Set<string>): Capture {
  return (text) => {
    const [, source] = text.split(sourceMark);
    if (source === undefined) lost.add(losses.formulas);
    return source === undefined
      ? null
      : {
          type: display === 'block' ? 'formula' : 'inlineFormula',
          attributes: { source: source.trim() },
        };
  };
}

/**
 * Delimiter around the source of a formula while the text of an element is collected. It does not
 * occur in page text: see `jsonOfHtml`.
 */
export const sourceMark = '\0';

/** True if an element contains the source of the formula around it. Source: MathML 3, 5.1. */
export function isFormulaSource(name: string, attributes: Attributes): boolean {
  return (
    name === 'annotation' && /^application\/x-(?:tex|latex)$/i.test(attributes['encoding'] ?? '')
  );
}

/**
 * True if an element repeats other content. Such elements are our labels and lists of footnotes,
 * the checkboxes that Google adds to its tasks, and formulas rendered by KaTeX.
 */
export function isRepetition(attributes: Attributes): boolean {
  return (
    attributes['data-type'] === 'calloutName' ||
    attributes['data-type'] === 'footnotes' ||
    /^(?:un)?checked checkbox$/i.test(attributes['aria-roledescription'] ?? '') ||
    /(?:^|\s)katex-html(?:\s|$)/.test(attributes['class'] ?? '')
  );
}
