/** Public interface of the document package: schema, text, formats, and comparison of documents. */
export { isDay } from './attributes.ts';
export { authoredRuns, type AuthoredRun, type PlacedRun } from './authored.ts';
export { TableView } from '@tiptap/extension-table';
export { differences, type Difference, type DifferencePart } from './differences.ts';
export { documentExtensions, schemaVersion } from './extensions.ts';
export { frontMatterOf, type FrontMatter } from './front-matter.ts';
export { jsonOfHtml } from './html-in.ts';
export { escapeHtml, htmlOf, withDirections } from './html-out.ts';
export { mappingBetween } from './mapping.ts';
export { languageOf, type Language } from './language.ts';
export { titleOfHtml } from './html-title.ts';
export { fileNameOf } from './files/file-name.ts';
export { UnreadableFile } from './files/unreadable-file.ts';
export { isOwnFile, isSafeImage, pictureWidth, widestPicture } from './image.ts';
export { type Resolve } from './builder.ts';
export { jsonOf, type AttributeValue, type MarkJson, type NodeJson } from './json.ts';
export { isSafeLink, linkTarget } from './link.ts';
export { inlineLeaves, isLeaf, leafText } from './leaves.ts';
export { jsonOfMarkdown } from './markdown-in.ts';
export { markdownOf } from './markdown-out.ts';
export { calloutKinds, calloutName, Columns, type CalloutKind } from './nodes/blocks.ts';
export {
  Attachment,
  Callout,
  Day,
  Footnote,
  Formula,
  InlineFormula,
  Mention,
  SafeImage,
  SafeLink,
  SuggestibleCodeBlock,
  Table,
  TaskItem,
  Toggle,
} from './nodes/drawable.ts';
export { repaired } from './repair.ts';
export { nodeOf } from './node-of.ts';
export { reportOf, suggestedOnly, type ExportFormat } from './report.ts';
export { conflictKey, merge, type Choice, type Conflict, type Merged } from './merge.ts';
export { documentSchema, fitsSchema, markNames, nodeNames } from './schema.ts';
export { spotsOf, suggestionsOf, type Spot, type Suggestion } from './suggestions/list.ts';
export { describedBy } from './suggestions/extensions.ts';
export {
  changedIn,
  changeOf,
  isSuggestionMark,
  stampOf,
  stampsOf,
  suggestionMarks,
  type Stamp,
  type StampedChange,
  type Values,
} from './suggestions/stamp.ts';
export { jsonOfText, plainTextOfJson } from './text-format.ts';
export { withTitle } from './with-title.ts';
export { looksLikeMarkdown } from './word-processors.ts';
export { countWords, excerptOf } from './words.ts';
