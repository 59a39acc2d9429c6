import { isOwnFile } from './image.ts';

type Attributes = Readonly<Record<string, string>>;

/** What an element became whose text is no text of the document. */
export type Captured = { type: string; attributes: Readonly<Record<string, unknown>> };

/** What is made of an element once it is over: `text` is all that stood in it, `href` the first address in it. Null for nothing. */
export type Capture = (text: string, href: string) => Captured | null;

/**
 * How an element is read that stands for one thing: formulas, mentions, days, footnotes and attachments as we write them, and formulas as
 * other programs do. `lost` is told of what could not be read. Null for all other elements.
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
      return (text, href) => ({ type: 'attachment', attributes: attachmentOf(attributes, text, href) });
    default:
      return null;
  }
}

function attachmentOf(attributes: Attributes, name: string, href: string): Record<string, unknown> {
  const src = attributes['data-src'] ?? href;
  return { src: isOwnFile(src) ? src : null, name: attributes['data-name'] ?? name, size: attributes['data-size'] };
}

/** MathML says how a formula looks; its source stands in it only where the program that wrote it was so kind. */
function formulaOf({ display }: Attributes, lost: Set<string>): Capture {
  return (text) => {
    const [, source] = text.split(sourceMark);
    if (source === undefined) lost.add('Formulas were left out.');
    return source === undefined
      ? null
      : { type: display === 'block' ? 'formula' : 'inlineFormula', attributes: { source: source.trim() } };
  };
}

/** What stands before and after the source of a formula while the text of an element is gathered. No text of a page has it: see `jsonOfHtml`. */
export const sourceMark = '\0';

/** Whether an element holds the source of the formula around it. Source: MathML 3, 5.1. */
export function isFormulaSource(name: string, attributes: Attributes): boolean {
  return name === 'annotation' && /^application\/x-(?:tex|latex)$/i.test(attributes['encoding'] ?? '');
}

/** Whether an element repeats what was said already: our labels and lists of footnotes, the boxes that Google
 * draws beside its tasks, and formulas drawn by KaTeX. */
export function isRepetition(attributes: Attributes): boolean {
  return (
    attributes['data-type'] === 'calloutName' ||
    attributes['data-type'] === 'footnotes' ||
    /^(?:un)?checked checkbox$/i.test(attributes['aria-roledescription'] ?? '') ||
    /(?:^|\s)katex-html(?:\s|$)/.test(attributes['class'] ?? '')
  );
}
