import type { Command } from '../../../ui/commands/registry.ts';

/**
 * Command ids of the document menu, in groups and in this order. Commands that no component
 * contributes are omitted.
 */
const parts: readonly (readonly string[])[] = [
  ['rename', 'favourite', 'unfavourite', 'watch', 'tags'],
  ['find', 'replace', 'focus'],
  ['history', 'review', 'working-copy', 'make-copy', 'lock', 'unlock'],
  [
    'new-inside',
    'search-inside',
    'activity-inside',
    'duplicate',
    'move',
    'make-template',
    'unmake-template',
    'export',
    'print',
  ],
  ['restore', 'archive', 'trash', 'leave'],
];

/** Commands that do not fit into a narrow bar. */
const narrowPart = ['theme light', 'theme dark', 'theme system'];

/**
 * Groups the commands of the open document for its menu; omits groups without commands.
 *
 * @param commands all commands of the page
 * @param isNarrow true if the bar has no room for the theme
 */
export function menuOf(
  commands: readonly Command[],
  isNarrow: boolean,
): readonly (readonly Command[])[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  return [...parts, ...(isNarrow ? [narrowPart] : [])]
    .map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
    .filter((part) => part.length > 0);
}
