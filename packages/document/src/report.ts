import type { NodeJson } from './json.ts';
import { isKnownMark, isKnownNode } from './schema.ts';
import { isSuggestionMark, stampOf, suggestionAttributes } from './suggestions/stamp.ts';

/** The formats that a document goes out in. */
export type ExportFormat = 'markdown' | 'html' | 'text' | 'docx' | 'pdf' | 'epub';

/**
 * What of a document an export cannot carry, in sentences for the person; empty when it carries everything. Pictures that could not
 * be had are told by the export itself.
 */
export function reportOf(doc: NodeJson, format: ExportFormat): string[] {
  const found = new Set<string>();
  look(doc, format, found);
  return [...found];
}

const suggestedOnly = 'What is only suggested was left out; the text is as it was.';
const textOnly = 'Plain text has no formats, links, tables or pictures; their words were kept.';

function look(node: NodeJson, format: ExportFormat, found: Set<string>): void {
  if (!isKnownNode(node.type)) found.add(`What is called “${node.type}” kept only its text.`);
  for (const mark of node.marks ?? []) if (!isKnownMark(mark.type)) found.add(`The format “${mark.type}” was left out.`);
  if (isSuggested(node)) found.add(suggestedOnly);
  if (format === 'text' && (node.marks?.length || ['image', 'table', 'heading'].includes(node.type))) found.add(textOnly);
  if (format === 'markdown') lookForMarkdown(node, found);
  if (format === 'pdf') lookForPdf(node, found);
  if (format === 'pdf' || format === 'docx') lookForPages(node, found);
  node.content?.forEach((child) => look(child, format, found));
}

const isSuggested = ({ marks = [], attrs = {} }: NodeJson): boolean =>
  marks.some(({ type }) => isSuggestionMark(type)) || suggestionAttributes.some((name) => stampOf(attrs[name]) !== null);

function lookForMarkdown(node: NodeJson, found: Set<string>): void {
  if (node.marks?.some((mark) => mark.type === 'underline')) found.add('Markdown has no underlines; the words were kept.');
  if (node.type === 'toggle' || node.type === 'columns')
    found.add('Markdown has no toggles and no columns; what was in them was kept.');
  if (node.type === 'mention' || node.type === 'day') found.add('Mentions and days became text.');
  if (node.type === 'image' && node.attrs?.['width']) found.add('Markdown has no widths of pictures.');
  if (node.type === 'tableCell' || node.type === 'tableHeader') {
    const { colspan, rowspan } = node.attrs ?? {};
    if ((colspan ?? 1) !== 1 || (rowspan ?? 1) !== 1)
      found.add('Markdown has no cells over several rows or columns; they were divided.');
    if ((node.content ?? []).length > 1 || node.content?.[0]?.type !== 'paragraph')
      found.add('Cells of Markdown tables hold one line; what stood in several was joined.');
  }
  if (node.type === 'table' && node.content?.[0]?.content?.some((cell) => cell.type !== 'tableHeader')) {
    found.add('Tables of Markdown begin with a header row; the first row became one.');
  }
}

function lookForPages({ type }: NodeJson, found: Set<string>): void {
  if (type === 'formula' || type === 'inlineFormula') found.add('Formulas became their LaTeX.');
  if (type === 'attachment') found.add('Attached files became their names.');
}

const otherWriting =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|(?![\u00A9\u00AE\u2122])\p{Extended_Pictographic}/u;

function lookForPdf(node: NodeJson, found: Set<string>): void {
  if (node.text !== undefined && otherWriting.test(node.text)) {
    found.add(
      'The typeface of the PDF has Latin, Greek and Cyrillic letters only; others show as empty boxes. Word, EPUB and HTML carry them.',
    );
  }
}
