import { blockFormats, letterFormats, styleFormats, undoFormats } from '../features/document/formats.ts';
import { blockKeys } from '../features/document/blocks/blockKeys.ts';
import type { Shortcut } from '../ui/commands/registry.ts';

/** The keys of the text, from the tables that its toolbar is made of: for the sheet of all keys, also where no document is open. */
export const writingKeys: readonly Shortcut[] = (
  [
    ['Letters', letterFormats],
    ['Paragraphs', styleFormats],
    ['Blocks', blockFormats],
    ['Undo', undoFormats],
  ] as const
).flatMap(([group, formats]) => [
  ...formats.flatMap(({ name, key }) => (key === null ? [] : [{ group, name, keys: key }])),
  ...(group === 'Blocks' ? blockKeys : []),
]);
