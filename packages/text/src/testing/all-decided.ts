import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import type { Verdict } from '../deciding.ts';
import type { IdRange } from '../ids.ts';
import { suggestionNames } from '../rendering.ts';
import { Replica } from '../replica.ts';
import { holds, none } from './holds.ts';
import { testGrammar } from './schema.ts';

/** Decides all suggestions: the text equals that view, and no suggestions remain. */
export function expectAllDecided(replica: Replica, verdict: Verdict): void {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(replica.doc));
  const decided = new Replica(copy, testGrammar, 4000);
  const view = verdict === 'reject' ? 'original' : 'accepted';
  const wanted = decided.view(view);
  const open = shownIds(decided.rendering.doc);
  decided.decide({
    verdict,
    ids: [...new Set([...open, ...decided.reading.records.abouts.keys()])],
  });
  const { doc } = decided.rendering;
  holds(doc.eq(wanted), `${verdict} all gives exactly what is ${view}`);
  for (const other of ['original', 'accepted'] as const)
    holds(decided.view(other).eq(doc), `nothing is left but ${other}`);
  none(leftovers(decided), `nothing is left after ${verdict} all`);
}

/** Returns the ids of the suggestions that a document shows. */
function shownIds(doc: Node): string[] {
  const shown: string[] = [];
  doc.descendants((node) => {
    for (const { type, attrs } of node.marks)
      if (suggestionNames.has(type.name)) shown.push(String(attrs['id']));
    for (const name of suggestionNames)
      if (typeof node.attrs[name] === 'string')
        shown.push(...(JSON.parse(node.attrs[name]) as { id: string }[]).map(({ id }) => id));
  });
  return shown;
}

/**
 * Returns what remains of suggestions: marks, attributes, units, and entries about existing units.
 */
function leftovers({ rendering: { doc }, roots }: Replica): string[] {
  const found: string[] = [];
  doc.descendants((node) => {
    for (const name of suggestionNames)
      if ((node.attrs[name] ?? null) !== null || node.marks.some(({ type }) => type.name === name))
        found.push(`${name} of ${node.toString()}`);
  });
  const units = new Set<string>();
  for (const item of Y.getTypeChildren(roots.text))
    for (let i = 0; !item.deleted && item.countable && i < item.length; i += 1)
      units.add(`${item.id.client}:${item.id.clock + i}`);
  const accepted = new Set<string>();
  for (const entry of roots.suggestions.toArray() as {
    kind: string;
    units?: IdRange[];
    of?: string;
  }[]) {
    const named = (entry.units ?? []).flatMap(([client, clock, size]) =>
      Array.from({ length: size }, (_, i) => `${client}:${clock + i}`),
    );
    if (entry.kind === 'accepted') for (const unit of named) accepted.add(unit);
    else if (named.some((unit) => units.has(unit)) || entry.of !== undefined)
      found.push(JSON.stringify(entry));
  }
  for (const unit of units)
    if (Number(unit.split(':')[0]) % 2 === 1 && !accepted.has(unit)) found.push(`unit ${unit}`);
  return found;
}
