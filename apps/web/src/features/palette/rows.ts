import { plural, t } from '@lingui/core/macro';
import type { Document, Found } from '@longhand/contract';
import { IconClock, IconTag } from '@tabler/icons-react';
import { displayTitle } from '../../language/display-title.ts';
import type { Command, CommandIcon } from '../../ui/commands/registry.ts';
import { foundAddress, foundKinds } from '../../ui/found.tsx';
import { rank, ranked } from './ranking.ts';

/**
 * An item of the palette: a command or a search result. `marks` are highlighted in the name,
 * `hintMarks` in the hint.
 */
export type Row = {
  readonly id: string;
  readonly name: string;
  readonly marks?: Found['marks'];
  readonly hint?: string;
  readonly hintMarks?: Found['marks'];
  readonly icon?: CommandIcon;
  readonly keys?: string;
} & ({ readonly to: string } | { readonly run: () => void });

/** A group of items. */
export type RowGroup = { readonly name: string; readonly rows: readonly Row[] };

/** Data for the items: `found` is the server's result for the query, `tags` are all tags. */
export type Sources = {
  readonly commands: readonly Command[];
  readonly recent: readonly Document[];
  readonly found: readonly Found[];
  readonly tags: readonly { name: string; documentCount: number }[];
};

/** Maximum number of items of a kind for a query. */
const most = { commands: 8, tags: 4 };

/**
 * Returns the items of the palette. Without a query: recent documents and all commands. Otherwise
 * the matches, best group first.
 */
export function rowGroups(typed: string, sources: Sources): RowGroup[] {
  return typed.trim() === '' ? atFirst(sources) : answering(typed, sources);
}

function atFirst({ commands, recent }: Sources): RowGroup[] {
  return [
    ...(recent.length === 0 ? [] : [{ name: t`Recent documents`, rows: recent.map(recentRow) }]),
    ...byGroup(commands.map((command) => ({ group: command.group, row: commandRow(command) }))),
  ];
}

function answering(typed: string, { commands, found, tags }: Sources): RowGroup[] {
  const groups = new Map<string, { best: number; rows: Row[] }>();
  const add = (name: string, row: Row, score: number): void => {
    const group = groups.get(name) ?? { best: 0, rows: [] };
    groups.set(name, group);
    group.best = Math.max(group.best, score);
    group.rows.push(row);
  };
  for (const { item, rank: score } of ranked(
    commands,
    ({ name, words }) => rank(typed, name, words),
    most.commands,
  ))
    add(item.group, commandRow(item), score);
  // Server results contain all words of the query; the rank of their name determines the position
  // of their group.
  for (const each of found)
    add(foundKinds[each.type].many, foundRow(each), Math.max(0.5, rank(typed, each.title)));
  for (const { item, rank: score } of ranked(tags, ({ name }) => rank(typed, name), most.tags))
    add(t`Tags`, tagRow(item), score);
  return [...groups]
    .toSorted(([, one], [, other]) => other.best - one.best)
    .map(([name, { rows }]) => ({ name, rows }));
}

function byGroup(rows: readonly { group: string; row: Row }[]): RowGroup[] {
  const groups = new Map<string, Row[]>();
  for (const { group, row } of rows) groups.set(group, [...(groups.get(group) ?? []), row]);
  return [...groups].map(([name, each]) => ({ name, rows: each }));
}

function commandRow({ id, name, icon, keys, ...does }: Command): Row {
  const look = {
    id: `command ${id}`,
    name,
    ...(icon && { icon }),
    ...(keys !== undefined && { keys }),
  };
  return 'to' in does ? { ...look, to: does.to } : { ...look, run: does.run };
}

function recentRow({ id, title, excerpt }: Document): Row {
  return {
    id: `recent ${id}`,
    name: displayTitle(title),
    hint: excerpt,
    icon: IconClock,
    to: `/documents/${id}`,
  };
}

function foundRow(each: Found): Row {
  return {
    id: `${each.type} ${each.id}`,
    name: displayTitle(each.title),
    marks: each.title === '' ? [] : each.titleMarks,
    hint: each.snippet,
    hintMarks: each.marks,
    icon: foundKinds[each.type].Icon,
    to: foundAddress(each),
  };
}

function tagRow({ name, documentCount }: Sources['tags'][number]): Row {
  const hint = plural(documentCount, { one: '# document', other: '# documents' });
  return {
    id: `tag ${name}`,
    name,
    hint,
    icon: IconTag,
    to: `/documents?${new URLSearchParams({ tag: name })}`,
  };
}
