/** Public interface of the document package: schema, text, formats, and comparison of documents. */
export { isDay } from './schema/attributes.ts';
export { attributeRuns, type AttributedRun } from './schema/attribute-runs.ts';
export { TableView } from '@tiptap/extension-table';
export { differences, type Difference, type DifferencePart } from './diff/differences.ts';
export { documentExtensions, schemaVersion } from './schema/extensions.ts';
export { frontMatterOf } from './formats/markdown/front-matter.ts';
export { stylingLeftOut } from './formats/html/left-out.ts';
export { jsonOfHtml } from './formats/html/read.ts';
export { escapeHtml, htmlOf, withDirections } from './formats/html/write.ts';
export { mappingBetween } from './diff/mapping.ts';
export { languageOf } from './formats/text/language.ts';
export { titleOfHtml } from './formats/html/title.ts';
export { fileNameOf, segment } from './formats/file-name.ts';
export { UnreadableFile } from './formats/unreadable-file.ts';
export { isOwnFile, isSafeImage, pictureWidth } from './schema/image.ts';
export { type Resolve } from './schema/builder.ts';
export { losses, type LossCode } from './schema/losses.ts';
export { jsonOf, type MarkJson, type NodeJson } from './schema/json.ts';
export { isSafeLink, linkTarget } from './schema/link.ts';
export { jsonOfMarkdown } from './formats/markdown/read.ts';
export { markdownOf } from './formats/markdown/write.ts';
export { calloutKinds, calloutName, type CalloutKind } from './schema/nodes/blocks.ts';
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
} from './schema/nodes/drawable.ts';
export { repaired } from './schema/repair.ts';
export { leafText } from './schema/leaves.ts';
export { suggestibleNodes } from './schema/node-names.ts';
export { nodeOf } from './schema/node-of.ts';
export { attachedOnly, exportWarnings, suggestedOnly } from './formats/export-warnings.ts';
export { conflictKey, merge, type Conflict } from './diff/merge.ts';
export { documentSchema, markNames, nodeNames } from './schema/schema.ts';
export { suggestionIdsAt, suggestionsOf, type Suggestion } from './suggestions/list.ts';
export { describedBy } from './suggestions/extensions.ts';
export {
  isSuggestionMark,
  parseSuggestionMeta,
  parseSuggestedChanges,
  suggestionMarks,
} from './suggestions/suggestion-meta.ts';
export { jsonOfText, plainTextOfJson } from './formats/text/plain.ts';
export { manuscriptOf, type Chapter, type ManuscriptLabels } from './formats/manuscript.ts';
export { looksLikeMarkdown } from './formats/html/word-processors.ts';
export { countWords, excerptOf } from './formats/text/words.ts';
