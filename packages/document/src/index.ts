/** The front door of the document: what it may hold, and what it says. */
export { contentOf, textOfDoc, textRoot } from './content.ts';
export { documentExtensions, schemaVersion } from './extensions.ts';
export { jsonOf, type AttributeValue, type MarkJson, type NodeJson } from './json.ts';
export { isSafeLink, linkTarget } from './link.ts';
export { plainTextOf } from './plainText.ts';
export { keepTextPlaces } from './text-places.ts';
export { countWords, excerptOf } from './words.ts';
