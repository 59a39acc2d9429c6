import type { Command } from '../../../ui/commands/registry.ts';

/** What the menu of an open document has, by the ids of commands, in parts and in this order. What nobody contributes is not in it. */
const parts: readonly (readonly string[])[] = [
  ['rename', 'favourite', 'unfavourite', 'watch', 'unwatch', 'tags'],
  ['find', 'replace', 'focus'],
  ['history', 'review', 'working-copy', 'make-copy', 'lock', 'unlock'],
  ['duplicate', 'move', 'make-template', 'unmake-template', 'export', 'print'],
  ['restore', 'archive', 'trash'],
];

/** What can be done with the open document, as parts of a menu; parts in which nothing can be done are left out. */
export function menuOf(commands: readonly Command[]): readonly (readonly Command[])[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  return parts.map((ids) => ids.flatMap((id) => byId.get(id) ?? [])).filter((part) => part.length > 0);
}
