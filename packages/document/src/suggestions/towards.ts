import { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { differences } from '../differences.ts';
import type { NodeJson } from '../json.ts';
import { editorSchema } from '../schema.ts';
import { suggest } from './suggest.ts';
import type { Author } from './write.ts';

/** Replaces a block by another one; where both hold text of one kind, only what differs in it. */
function replaceBlock(tr: Transform, from: number, before: Node, after: Node): void {
  const isSame = before.sameMarkup(after) && before.inlineContent;
  const start = isSame ? before.content.findDiffStart(after.content) : null;
  const end = isSame ? before.content.findDiffEnd(after.content) : null;
  if (start === null || end === null) {
    tr.replaceWith(from, from + before.nodeSize, after);
    return;
  }
  // Repeated letters may be counted at both ends.
  const over = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(from + 1 + start, from + 1 + end.a + over, after.slice(start, end.b + over));
}

/**
 * What a document would say if `who` suggested all that makes `wanted` of it; null where that cannot be suggested. Accepting everything
 * makes `wanted` of it; each passage is a suggestion of its own. Suggestions that stand in either already count as what they are: text.
 */
export function suggestTowards(now: NodeJson, wanted: NodeJson, who: Author): NodeJson | null {
  const doc = Node.fromJSON(editorSchema, now);
  const after = Node.fromJSON(editorSchema, wanted);
  const [starts, changes]: [number[], { index: number; act: (tr: Transform, from: number) => void }[]] = [[], []];
  doc.forEach((_block, offset) => void starts.push(offset));
  const startOf = (index: number): number => starts[index] ?? doc.content.size;
  let [here, there] = [0, 0];
  for (const difference of differences(now, wanted)) {
    const [index, target] = [here, there];
    switch (difference.kind) {
      case 'same':
        here += difference.count;
        there += difference.count;
        break;
      case 'added':
        changes.push({ index, act: (tr, from) => void tr.insert(from, after.child(target)) });
        there += 1;
        break;
      case 'removed':
        changes.push({ index, act: (tr, from) => void tr.delete(from, from + doc.child(index).nodeSize) });
        here += 1;
        break;
      case 'changed':
        changes.push({ index, act: (tr, from) => replaceBlock(tr, from, doc.child(index), after.child(target)) });
        here += 1;
        there += 1;
        break;
    }
  }
  // From the end, so that what stands before keeps its place; each by itself, so that each can be decided by itself.
  let written = doc;
  for (const { index, act } of changes.toReversed()) {
    const tr = new Transform(written);
    act(tr, startOf(index));
    const one = tr.steps.length === 0 ? null : suggest(written, tr.steps, tr.docs, tr.doc, who);
    if (one === null) return null;
    written = one.tr.doc;
  }
  return changes.length === 0 ? now : (written.toJSON() as NodeJson);
}
