import type { NodeJson } from '../schema/json.ts';
import { leafText } from '../schema/leaves.ts';
import { isKnownMark, isKnownNode } from '../schema/schema.ts';
import {
  isSuggestionMark,
  parseSuggestedChanges,
  suggestionMarks,
} from '../suggestions/suggestion-meta.ts';

/** Export formats of a document. */
export type ExportFormat = 'markdown' | 'html' | 'text' | 'docx' | 'pdf' | 'epub';

/**
 * Returns sentences for the user about content of a document and its title that an export cannot
 * include; empty if it includes everything. The export itself reports unavailable pictures.
 */
export function exportWarnings(doc: NodeJson, format: ExportFormat, title = ''): string[] {
  const found = new Set<string>();
  look(doc, format, found);
  if (format === 'pdf') lookForPdf({ type: 'text', text: title }, found);
  return [...found];
}

/** Sentence about suggestions, which no export includes. */
export const suggestedOnly = 'Pending suggestions were left out.';
/** Sentence about attached files, which formats without files beside the text do not include. */
export const attachedOnly = 'Attached files are not in this file; their names were kept.';
const textOnly =
  'Plain text has no formats, links, lists, tables or pictures; their words were kept.';

function look(node: NodeJson, format: ExportFormat, found: Set<string>): void {
  if (!isKnownNode(node.type))
    found.add('Parts that this version does not know kept only their text.');
  for (const mark of node.marks ?? [])
    if (!isKnownMark(mark.type))
      found.add('Formats that this version does not know were left out.');
  if (isSuggested(node)) found.add(suggestedOnly);
  if (node.type === 'attachment') found.add(attachedOnly);
  if (
    format === 'text' &&
    (node.marks?.length ||
      ['image', 'table', 'heading', 'bulletList', 'orderedList', 'taskList'].includes(node.type))
  )
    found.add(textOnly);
  if (format === 'markdown') lookForMarkdown(node, found);
  if (format === 'pdf') lookForPdf(node, found);
  if (format === 'pdf' || format === 'docx') lookForPages(node, found);
  if (format === 'docx') lookForWord(node, found);
  node.content?.forEach((child) => look(child, format, found));
}

const isSuggested = ({ marks = [], attrs = {} }: NodeJson): boolean =>
  marks.some(({ type }) => isSuggestionMark(type)) ||
  suggestionMarks.some((name) => parseSuggestedChanges(attrs[name]).length > 0);

function lookForMarkdown(node: NodeJson, found: Set<string>): void {
  if (node.type === 'toggle' || node.type === 'columns')
    found.add('Markdown has no toggles and no columns; what was in them was kept.');
  if (node.type === 'mention' || node.type === 'day') found.add('Mentions and days became text.');
  if (node.type === 'orderedList' && (node.attrs?.['type'] ?? '1') !== '1')
    found.add('Markdown has no lists with letters or Roman numbers; they have numbers.');
  if (node.type === 'tableCell' || node.type === 'tableHeader') {
    const { colspan, rowspan } = node.attrs ?? {};
    if ((colspan ?? 1) !== 1 || (rowspan ?? 1) !== 1)
      found.add('Markdown has no cells over several rows or columns; they were divided.');
    if ((node.content ?? []).length > 1 || node.content?.[0]?.type !== 'paragraph')
      found.add('Cells of Markdown tables hold one line; what stood in several was joined.');
  }
  if (node.type === 'table') lookForMarkdownTable(node.content ?? [], found);
}

function lookForMarkdownTable(rows: readonly NodeJson[], found: Set<string>): void {
  const [first = [], ...others] = rows.map(({ content = [] }) => content);
  if (first.some((cell) => cell.type !== 'tableHeader'))
    found.add('Tables of Markdown begin with a header row; the first row became one.');
  const alignOf = (cell: NodeJson | undefined) => cell?.attrs?.['align'] ?? null;
  if (others.some((row) => row.some((cell, at) => alignOf(cell) !== alignOf(first[at]))))
    found.add('Columns of Markdown tables have one alignment: that of their first cell.');
  if ([first, ...others].some((row) => row.some((cell) => cell.attrs?.['colwidth'])))
    found.add('Markdown tables have no column widths; they were left out.');
}

function lookForPages({ type, marks = [] }: NodeJson, found: Set<string>): void {
  if (marks.some((mark) => mark.type === 'link' && mark.attrs?.['title']))
    found.add('Titles of links were left out.');
  if (type === 'toggle') found.add('Toggles became the blocks that are in them.');
  if (type === 'mention' || type === 'day') found.add('Mentions and days became text.');
  if (type === 'formula' || type === 'inlineFormula') found.add('Formulas became their LaTeX.');
}

function lookForWord({ type, content = [] }: NodeJson, found: Set<string>): void {
  if (type === 'taskItem' && content.length > 1)
    found.add('What stands in a task after its first line became blocks after the task.');
  if (type === 'columns') found.add('Columns became a table without lines.');
  if (type === 'callout') found.add('Callouts became indented paragraphs under their name.');
}

const otherWriting =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|(?![\u00A9\u00AE\u2122])\p{Extended_Pictographic}/u;

function lookForPdf(node: NodeJson, found: Set<string>): void {
  if (node.type === 'codeBlock' && node.attrs?.['language'])
    found.add('The languages of code blocks were left out.');
  const { alt, title } = node.type === 'image' ? (node.attrs ?? {}) : {};
  const shown = [node.text, leafText(node.type, node.attrs ?? {}), alt, title];
  if (shown.some((text) => typeof text === 'string' && otherWriting.test(text))) found.add(boxes);
}

const boxes =
  'The typeface of the PDF has Latin, Greek and Cyrillic letters only; others show as empty boxes. Word, EPUB and HTML carry them.';
