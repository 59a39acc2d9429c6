import { ShadingType } from 'docx';

/** Typefaces of text and headings. Names known to Word: the file does not embed fonts. */
const serif = 'Georgia';
const sans = 'Arial';

const heading = (size: number, before: number) => ({
  run: { font: sans, size: size * 2, bold: true, color: '1F1F1F' },
  paragraph: { spacing: { before: before * 20, after: 120 }, keepNext: true },
});

/**
 * Default styles of text, headings and lists: 11 points, with space between paragraphs and more
 * above headings.
 */
export const defaultStyles = {
  document: { run: { font: serif, size: 22 }, paragraph: { spacing: { after: 140, line: 288 } } },
  heading1: heading(20, 24),
  heading2: heading(16, 18),
  heading3: heading(13, 14),
  heading4: heading(11, 12),
  heading5: heading(11, 10),
  heading6: heading(11, 10),
  listParagraph: { paragraph: { spacing: { after: 60 } } },
};

/**
 * Identifiers of the styles of code blocks and inline code. They are Word's own, so that Word and
 * other programs know what they mean.
 */
export const codeStyles = { paragraph: 'HTMLPreformatted', run: 'HTMLCode' } as const;

const onNormal = { basedOn: 'Normal', next: 'Normal' };

/** Paragraph styles for blocks, under the names of Word where it has such a style. */
export const paragraphStyles = [
  { id: 'Quote', name: 'Quote', ...onNormal, run: { italics: true } },
  {
    id: codeStyles.paragraph,
    name: 'HTML Preformatted',
    ...onNormal,
    run: { font: 'Courier New', size: 19 },
    paragraph: { spacing: { after: 140, line: 260 }, contextualSpacing: true },
  },
  { id: 'Callout', name: 'Callout', ...onNormal },
  { id: 'CalloutName', name: 'Callout Name', ...onNormal, run: { bold: true } },
  { id: 'HorizontalRule', name: 'Horizontal Rule', ...onNormal },
  { id: 'Caption', name: 'Caption', ...onNormal, run: { italics: true, size: 19 } },
];

/** Character styles for inline formats. */
export const characterStyles = [
  {
    id: codeStyles.run,
    name: 'HTML Code',
    run: { font: 'Courier New', shading: { type: ShadingType.CLEAR, fill: 'F3F3F3' } },
  },
];
