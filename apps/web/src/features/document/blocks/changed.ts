import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/** Where the places of the document before a change are after it. What comes from others replaces the whole; only what differs counts. */
export function mappingOf(tr: Transaction, before: Node): Mapping {
  if (tr.getMeta(ySyncPluginKey) === undefined) return tr.mapping;
  const start = before.content.findDiffStart(tr.doc.content);
  const ends = before.content.findDiffEnd(tr.doc.content);
  if (start === null || ends === null) return new Mapping();
  // Where the same letters stand on both sides of a change, both looks count them.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  return new Mapping([new StepMap([start, ends.a + overlap - start, ends.b + overlap - start])]);
}

/** The stretch of the document after a change in which all lies that the change touched; null where it touched nothing. */
export function touchedBy(mapping: Mapping): { from: number; to: number } | null {
  let [from, to] = [Infinity, -Infinity];
  for (const [i, map] of mapping.maps.entries()) {
    const rest = mapping.slice(i + 1);
    map.forEach((_start, _end, newStart, newEnd) => {
      from = Math.min(from, rest.map(newStart, -1));
      to = Math.max(to, rest.map(newEnd, 1));
    });
  }
  return from <= to ? { from, to } : null;
}
