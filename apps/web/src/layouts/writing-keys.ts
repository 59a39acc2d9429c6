import { t } from '@lingui/core/macro';
import { blockFormats, letterFormats, styleFormats, undoFormats } from '../editor/formats.ts';
import { blockKeys } from '../editor/blocks/block-keys.ts';
import type { Shortcut } from '../ui/commands/registry.ts';

/**
 * Keys of the text, from the tables that define its toolbar: for the list of all keys, also without
 * an open document.
 */
export const writingKeys: readonly Shortcut[] = (
  [
    [t`Formatting`, letterFormats],
    [t`Paragraphs`, styleFormats],
    [t`Blocks`, blockFormats],
    [t`Undo`, undoFormats],
  ] as const
).flatMap(([group, formats]) => [
  ...formats.flatMap(({ name, key }) => (key === null ? [] : [{ group, name, keys: key }])),
  ...(formats === blockFormats ? blockKeys : []),
]);
