import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * How a change of the editor's document moves what stands in it. What comes from others replaces whole blocks: only what really differs in them may
 * move anything.
 */
export function movedBy(tr: Transaction): Mapping {
  if (tr.getMeta(ySyncPluginKey) === undefined) return tr.mapping;
  return new Mapping(tr.mapping.maps.map((map, at) => exactMap(map, tr.docs[at] ?? tr.doc, tr.docs[at + 1] ?? tr.doc)));
}

function exactMap(map: StepMap, before: Node, after: Node): StepMap {
  const ranges: number[] = [];
  map.forEach((from, to, fromAfter, toAfter) => {
    const [went, came] = [before.slice(from, to), after.slice(fromAfter, toAfter)];
    // Of no whole blocks: a change that is exact as it is.
    if (went.openStart + went.openEnd + came.openStart + came.openEnd > 0) ranges.push(from, to - from, toAfter - fromAfter);
    else {
      const start = went.content.findDiffStart(came.content);
      const ends = went.content.findDiffEnd(came.content);
      if (start === null || ends === null) return;
      // Where the same letters stand on both sides of a change, both looks count them.
      const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
      ranges.push(from + start, ends.a + overlap - start, ends.b + overlap - start);
    }
  });
  return new StepMap(ranges);
}
