/** The front door of the document: what it may hold, what it says, in which formats, and how two of them differ. */
export { isDay } from './attributes.ts';
export { authoredRuns, type AuthoredRun } from './authored.ts';
export { contentModel } from './content-model.ts';
export { contentOf, textOfDoc, textRoot } from './content.ts';
export { TableView } from '@tiptap/extension-table';
export { differences, type Difference, type DifferencePart } from './differences.ts';
export { documentExtensions, schemaVersion } from './extensions.ts';
export { jsonOfHtml } from './html-in.ts';
export { escapeHtml, htmlOf, withDirections } from './html-out.ts';
export { languageOf, type Language } from './language.ts';
export { titleOfHtml } from './html-title.ts';
export { fileNameOf } from './files/file-name.ts';
export { UnreadableFile } from './files/unreadable-file.ts';
export { isOwnFile, isSafeImage, pictureWidth, widestPicture } from './image.ts';
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
export { holdsNewer } from './newer.ts';
export { plainTextOf } from './plainText.ts';
export { repaired } from './repair.ts';
export { reportOf, type ExportFormat } from './report.ts';
export { conflictKey, merge, type Choice, type Conflict, type Merged } from './merge.ts';
export { placedRuns, type PlacedRun } from './runs.ts';
export { fitsSchema, nodeNames } from './schema.ts';
export { fittingUpdate, holdsUnfit } from './shared-fit.ts';
export { carrySuggestions, type Carrying } from './suggestions/carried.ts';
export { takeOffSuggestions } from './suggestions/direct.ts';
export { breakLines } from './suggestions/line-breaks.ts';
export { spotsOf, suggestionsOf, type Spot, type Suggestion } from './suggestions/list.ts';
export { suggestersIn, type Suggester } from './suggestions/open.ts';
export { createMeasure, type Measure } from './suggestions/measure.ts';
export { keepSuggested, suggestAgain } from './suggestions/restored.ts';
export { watchSaying, type Saying } from './suggestions/saying.ts';
export { decideSuggestions } from './suggestions/decide.ts';
export { textBefore, type Foreign, type Stretch } from './suggestions/resolve.ts';
export { describedBy } from './suggestions/extensions.ts';
export { extentOf, foreignIn } from './suggestions/shared.ts';
export { isSuggestionMark, stampOf, suggestionAttributes, type Stamp } from './suggestions/stamp.ts';
export { suggest, type Suggested } from './suggestions/suggest.ts';
export { suggestTowards } from './suggestions/towards.ts';
export { withoutSuggestions } from './suggestions/without.ts';
export { type Author } from './suggestions/write.ts';
export { jsonOfText, plainTextOfJson } from './text-format.ts';
export { keepTextPlaces } from './text-places.ts';
export { outcomesOf, tracesIn, type MentionTrace, type Ended, type SuggestionTrace, type Unit } from './traces.ts';
export { updateTowards } from './update-towards.ts';
export { withTitle } from './with-title.ts';
export { looksLikeMarkdown } from './word-processors.ts';
export { countWords, excerptOf } from './words.ts';
export { asNobody } from './writing/as-nobody.ts';
export { writeChange } from './writing/change.ts';
export { rescue } from './writing/rescue.ts';
export { rescueShared } from './writing/rescue-shared.ts';
export { arrivedTooLate, swallowedBy, type Swallowed } from './writing/swallowed.ts';
export { asSwallowed, unsentWords, type UnsentWords } from './writing/unsent-words.ts';
