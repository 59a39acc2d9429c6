import { t } from '@lingui/core/macro';
import { losses, type LossCode } from '@longhand/document';

/** Sentences about pasted content that a document cannot contain, in the language of the page. */
const sentences: Readonly<Record<LossCode, () => string>> = {
  tooDeep: () => t`What was nested deeper than eighty levels was lifted.`,
  linksInCode: () => t`Links in code blocks became plain text.`,
  filesElsewhere: () => t`Files that lie elsewhere became their names.`,
  picturesElsewhere: () => t`Pictures that are not at a web address became their description.`,
  otherLinks: () => t`Links to other than http, https and mail addresses became plain text.`,
  formatsOfCode: () => t`Code is plain: bold, italic and other formats of it were left out.`,
  unknownParts: () => t`Parts that this version does not know kept only their text.`,
  homelessNotes: () =>
    t`Notes whose place in the text was not found stand at the end of the document.`,
  formatsOfNotes: () =>
    t`Notes are plain text: bold, italic and other formats in them were left out.`,
  picturesInNotes: () => t`Pictures in notes were left out.`,
  blocksInNotes: () => t`Notes are one line: lists and paragraphs in them were joined.`,
  formulas: () => t`Formulas were left out.`,
  lowHeadings: () => t`Headings below the fourth level became headings of the fourth level.`,
  formatsOfCaptions: () =>
    t`Captions are plain text: formats, links and notes in them were left out.`,
  colours: () => t`Colours of text were left out.`,
  alignment: () => t`The alignment of paragraphs was left out.`,
  highlights: () => t`Highlights were left out.`,
  fields: () => t`Form fields and buttons were left out.`,
  drawings: () => t`Drawings were left out.`,
  embeddedPages: () => t`Embedded pages were left out.`,
  films: () => t`Films were left out.`,
  sounds: () => t`Sounds were left out.`,
  embeddedObjects: () => t`Embedded objects were left out.`,
  forms: () => t`Forms became plain text.`,
  deepPage: () => t`The page is nested too deep to be read; its text came in without form.`,
  trackedChanges: () => t`Tracked changes came in as accepted.`,
  deepMarkdown: () =>
    t`The text is nested too deep to be read as Markdown; it came in as plain text.`,
};

const codes: ReadonlyMap<string, LossCode> = new Map(
  (Object.keys(losses) as LossCode[]).map((code) => [losses[code], code]),
);

/** Returns a sentence about pasted content in the language of the page. */
export function pasteLoss(sentence: string): string {
  const code = codes.get(sentence);
  return code === undefined ? sentence : sentences[code]();
}
