import { ExternalHyperlink, TextRun, UnderlineType, type IRunOptions, type ParagraphChild } from 'docx';
import type { NodeJson } from '../json.ts';
import { isSafeLink } from '../link.ts';
import { xmlText } from '../xml-text.ts';

/** The text of a block as runs of a Word paragraph, links included. What is not known keeps its text. */
export function docxRuns(content: readonly NodeJson[]): ParagraphChild[] {
  return content.flatMap((node): ParagraphChild[] => {
    if (node.type === 'hardBreak') return [new TextRun({ break: 1 })];
    if (node.text === undefined) return docxRuns(node.content ?? []);
    const href = node.marks?.find((mark) => mark.type === 'link')?.attrs?.['href'];
    if (!isSafeLink(href)) return [new TextRun(runOf(node, false))];
    return [new ExternalHyperlink({ link: xmlText(href), children: [new TextRun(runOf(node, true))] })];
  });
}

function runOf(node: NodeJson, isLink: boolean): IRunOptions {
  const marks = new Set((node.marks ?? []).map((mark) => mark.type));
  return {
    text: xmlText(node.text ?? ''),
    bold: marks.has('bold'),
    italics: marks.has('italic'),
    strike: marks.has('strike'),
    ...(marks.has('underline') && { underline: { type: UnderlineType.SINGLE } }),
    ...(marks.has('code') && { font: 'Courier New' }),
    ...(isLink && { style: 'Hyperlink' }),
  };
}
