import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  Paragraph,
  TextRun,
  UnderlineType,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import type { NodeJson } from '../../schema/json.ts';
import { hasRightToLeft, isRightToLeft } from '../text/language.ts';
import { inlineLeaves, leafText } from '../../schema/leaves.ts';
import { isSafeLink } from '../../schema/link.ts';
import { xmlText } from '../xml-text.ts';
import { codeStyles } from './styles.ts';
import { taggedRuns } from './tags.ts';

/**
 * Converts the text of a block to runs of a Word paragraph, including links. Unknown nodes are
 * replaced by their text. Footnote texts are appended to `notes`; their position is their number.
 */
export function docxRuns(content: readonly NodeJson[], notes: string[]): ParagraphChild[] {
  return content.flatMap((node): ParagraphChild[] => {
    if (node.type === 'hardBreak') return [new TextRun({ break: 1 })];
    if (node.type === 'footnote') return [new FootnoteReferenceRun(notes.push(footnoteText(node)))];
    if (inlineLeaves.has(node.type)) {
      const tag = leafTag(node);
      const runs = docxRuns([{ type: 'text', text: leafText(node.type, node.attrs ?? {}) }], notes);
      return tag === null ? runs : [taggedRuns(tag, runs)];
    }
    if (node.text === undefined) return docxRuns(node.content ?? [], notes);
    const href = node.marks?.find((mark) => mark.type === 'link')?.attrs?.['href'];
    if (!isSafeLink(href)) return [new TextRun(runOf(node, false))];
    return [
      new ExternalHyperlink({ link: xmlText(href), children: [new TextRun(runOf(node, true))] }),
    ];
  });
}

/** Converts the text of a footnote to its paragraph. */
export function noteParagraph(text: string): Paragraph {
  return new Paragraph({
    ...(isRightToLeft(text) && { bidirectional: true }),
    children: docxRuns([{ type: 'text', text }], []),
  });
}

/** Returns the content control tag of a leaf; null for leaves without one. */
function leafTag({ type, attrs = {} }: NodeJson): string | null {
  if (type === 'inlineFormula') return type;
  if (type === 'day') return `day:${String(attrs['date'])}`;
  return type === 'mention' ? `mention:${String(attrs['of'])}:${String(attrs['id'])}` : null;
}

const footnoteText = ({ attrs }: NodeJson): string => xmlText(String(attrs?.['text'] ?? ''));

function runOf(node: NodeJson, isLink: boolean): IRunOptions {
  const marks = new Set((node.marks ?? []).map((mark) => mark.type));
  return {
    text: xmlText(node.text ?? ''),
    bold: marks.has('bold'),
    italics: marks.has('italic'),
    strike: marks.has('strike'),
    ...(marks.has('underline') && { underline: { type: UnderlineType.SINGLE } }),
    ...(marks.has('superscript') && { superScript: true }),
    ...(marks.has('subscript') && { subScript: true }),
    ...(hasRightToLeft(node.text ?? '') && { rightToLeft: true }),
    ...(marks.has('code')
      ? {
          style: codeStyles.run,
          ...(isLink && { color: '0563C1', underline: { type: UnderlineType.SINGLE } }),
        }
      : isLink && { style: 'Hyperlink' }),
  };
}
