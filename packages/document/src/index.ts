/** The front door of the document: what it may hold, what it says, in which formats, and how two of them differ. */
export { contentOf, textOfDoc, textRoot } from './content.ts';
export { differences, type Difference, type DifferencePart } from './differences.ts';
export { documentExtensions, schemaVersion } from './extensions.ts';
export { jsonOfHtml } from './html-in.ts';
export { htmlOf } from './html-out.ts';
export { isSafeImage } from './image.ts';
export { jsonOf, type AttributeValue, type MarkJson, type NodeJson } from './json.ts';
export { isSafeLink, linkTarget } from './link.ts';
export { jsonOfMarkdown } from './markdown-in.ts';
export { markdownOf } from './markdown-out.ts';
export { plainTextOf } from './plainText.ts';
export { repaired } from './repair.ts';
export { fitsSchema } from './schema.ts';
export { jsonOfText, plainTextOfJson } from './text-format.ts';
export { keepTextPlaces } from './text-places.ts';
export { updateTowards } from './update-towards.ts';
export { countWords, excerptOf } from './words.ts';
