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
 * @param first ids of the commands with which the menu was opened. Commands that were added since
 *   are in a last group, so that no item moves under the pointer. By default all commands.
 */
export function menuOf(
  commands: readonly Command[],
  isNarrow: boolean,
  first: ReadonlySet<string> = new Set(commands.map(({ id }) => id)),
): readonly (readonly Command[])[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const grouped = [...parts, ...(isNarrow ? [narrowPart] : [])].map((ids) =>
    ids.flatMap((id) => byId.get(id) ?? []),
  );
  const late = grouped.flat().filter(({ id }) => !first.has(id));
  return [...grouped.map((part) => part.filter(({ id }) => first.has(id))), late].filter(
    (part) => part.length > 0,
  );
}
