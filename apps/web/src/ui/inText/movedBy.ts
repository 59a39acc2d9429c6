import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * How a change of the editor's document moves what stands in it. What comes from others replaces the whole document: only what really
 * differs from `before` may move anything.
 */
export function movedBy(tr: Transaction, before: Node): Mapping {
  return tr.getMeta(ySyncPluginKey) === undefined ? tr.mapping : differenceOf(before, tr.doc);
}

function differenceOf(before: Node, after: Node): Mapping {
  const start = before.content.findDiffStart(after.content);
  const ends = before.content.findDiffEnd(after.content);
  if (start === null || ends === null) return new Mapping();
  // Where the same letters stand on both sides of a change, both looks count them.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  return new Mapping([new StepMap([start, ends.a + overlap - start, ends.b + overlap - start])]);
}
