import type { Command } from '../../../ui/commands/registry.ts';

/** What the menu of an open document has, by the ids of commands, in parts and in this order. What nobody contributes is not in it. */
const parts: readonly (readonly string[])[] = [
  ['rename', 'favourite', 'unfavourite', 'watch', 'unwatch', 'tags'],
  ['find', 'replace', 'focus'],
  ['history', 'review', 'working-copy', 'make-copy', 'lock', 'unlock'],
  ['duplicate', 'move', 'make-template', 'unmake-template', 'export', 'print'],
  ['restore', 'archive', 'trash'],
];

/** Commands of the bar that a narrow bar has no room for. */
const narrowPart = ['theme light', 'theme dark', 'theme system'];

/**
 * Groups the commands of the open document for its menu; groups without commands are left out.
 *
 * @param commands all commands of the page
 * @param isNarrow true where the bar has no room for the theme
 */
export function menuOf(commands: readonly Command[], isNarrow: boolean): readonly (readonly Command[])[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  return [...parts, ...(isNarrow ? [narrowPart] : [])]
    .map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
    .filter((part) => part.length > 0);
}
