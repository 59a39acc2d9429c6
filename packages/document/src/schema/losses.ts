/**
 * Sentences about content of HTML and Markdown that a document cannot contain, by code. Readers add
 * them to a set. Reports of imports contain them in English; the server and pages translate them.
 */
export const losses = {
  tooDeep: 'What was nested deeper than eighty levels was lifted.',
  linksInCode: 'Links in code blocks became plain text.',
  filesElsewhere: 'Files that lie elsewhere became their names.',
  picturesElsewhere: 'Pictures that are not at a web address became their description.',
  otherLinks: 'Links to other than http, https and mail addresses became plain text.',
  formatsOfCode: 'Code is plain: bold, italic and other formats of it were left out.',
  unknownParts: 'Parts that this version does not know kept only their text.',
  homelessNotes: 'Notes whose place in the text was not found stand at the end of the document.',
  formatsOfNotes: 'Notes are plain text: bold, italic and other formats in them were left out.',
  picturesInNotes: 'Pictures in notes were left out.',
  blocksInNotes: 'Notes are one line: lists and paragraphs in them were joined.',
  formulas: 'Formulas were left out.',
  lowHeadings: 'Headings below the fourth level became headings of the fourth level.',
  formatsOfCaptions: 'Captions are plain text: formats, links and notes in them were left out.',
  colours: 'Colours of text were left out.',
  alignment: 'The alignment of paragraphs was left out.',
  highlights: 'Highlights were left out.',
  fields: 'Form fields and buttons were left out.',
  drawings: 'Drawings were left out.',
  embeddedPages: 'Embedded pages were left out.',
  films: 'Films were left out.',
  sounds: 'Sounds were left out.',
  embeddedObjects: 'Embedded objects were left out.',
  forms: 'Forms became plain text.',
  deepPage: 'The page is nested too deep to be read; its text came in without form.',
  trackedChanges: 'Tracked changes came in as accepted.',
  deepMarkdown: 'The text is nested too deep to be read as Markdown; it came in as plain text.',
} as const;
/** Code of a sentence of {@link losses}. */
export type LossCode = keyof typeof losses;
