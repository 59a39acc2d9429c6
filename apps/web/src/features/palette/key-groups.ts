import type { Command, Shortcut } from '../../ui/commands/registry.ts';

/** A group in the list of keys. */
export type KeyGroup = {
  readonly name: string;
  readonly keys: readonly { readonly name: string; readonly keys: string }[];
};

/** Groups all keys in the order of their registration; removes duplicates. */
export function keyGroups(
  commands: readonly Command[],
  shortcuts: readonly Shortcut[],
): KeyGroup[] {
  const groups = new Map<string, Map<string, string>>();
  const ofCommands = commands.flatMap(({ group, name, keys }) =>
    keys === undefined ? [] : [{ group, name, keys }],
  );
  for (const { group, name, keys } of [...ofCommands, ...shortcuts]) {
    const here = groups.get(group) ?? new Map<string, string>();
    groups.set(group, here);
    if (!here.has(name)) here.set(name, keys);
  }
  return [...groups].map(([name, here]) => ({
    name,
    keys: [...here].map(([what, keys]) => ({ name: what, keys })),
  }));
}
