import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { recordOf, stampOf } from './suggestions/stamp.ts';

/**
 * Where a mark begins to hold: which client said so, and when by its clock. `by`: the client that the mark itself names as the one that writes
 * under it, where it names one. The two differ once somebody else has written in the middle: what comes after it is opened anew, by them.
 * `key`: under which the mark stands in the shared text.
 */
export type Opener = { readonly client: number; readonly clock: number; readonly by: number | null; readonly key: string };

/** A run of letters in the shared text that one client wrote in one go. `openers`: of the marks over it, by kind and id. */
export type Run = {
  readonly length: number;
  readonly client: number;
  readonly clock: number;
  readonly openers: ReadonlyMap<string, Opener>;
};

/** The runs of a shared text that are there now, in order. */
export function* runsOfText(text: Y.XmlText): Generator<Run> {
  const open = new Map<string, [string, Opener]>();
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentFormat) {
      const { key, value } = item.content;
      const stamp = stampOf(value);
      if (stamp === null) open.delete(key);
      else open.set(key, [`${key.replace(/--[a-zA-Z0-9+/=]{8}$/, '')} ${stamp.id}`, openerOf(item.id, key, value)]);
    } else if (item.countable) {
      yield { length: item.length, client: item.id.client, clock: item.id.clock, openers: new Map(open.values()) };
    }
  }
}

function openerOf({ client, clock }: Y.ID, key: string, value: unknown): Opener {
  const by = Number(recordOf(value)?.['by'] ?? Number.NaN);
  return { client, clock, by: Number.isSafeInteger(by) ? by : null, key };
}

/**
 * Letters that one client wrote in one go, or a node without any (`isNode`): where they stand in the editor's document (ProseMirror
 * positions), and the clock of the first of them; a node has one.
 */
export type PlacedRun = {
  readonly from: number;
  readonly to: number;
  readonly client: number;
  readonly clock: number;
  readonly isNode: boolean;
};

/**
 * Everything that stands in a shared text, in the order of `doc`, which shows it. Both are walked side by side: they have the same nodes,
 * except that all text between two nodes of a line is one node here and may be several there. Where they differ, because the editor has
 * not drawn yet what has just arrived, that part is passed over.
 */
export function* placedRuns(root: Y.XmlFragment, doc: Node): Generator<PlacedRun> {
  yield* runsIn(root, doc, 0);
}

function* runsIn(shared: Y.XmlFragment, node: Node, start: number): Generator<PlacedRun> {
  let [index, offset, at] = [0, 0, 0];
  for (const child of shared.toArray()) {
    if (child instanceof Y.XmlText) {
      for (const { length, client, clock } of runsOfText(child)) {
        if (at + length > node.content.size) return;
        yield { from: start + at, to: start + at + length, client, clock, isNode: false };
        at += length;
      }
      continue;
    }
    while (index < node.childCount && offset < at) offset += node.child(index++).nodeSize;
    const shown = index < node.childCount ? node.child(index) : null;
    if (offset !== at || !(child instanceof Y.XmlElement) || shown?.type.name !== child.nodeName) return;
    const id = child._item?.id;
    if (!shown.isLeaf) yield* runsIn(child, shown, start + at + 1);
    else if (id) yield { from: start + at, to: start + at + shown.nodeSize, client: id.client, clock: id.clock, isNode: true };
    at += shown.nodeSize;
  }
}
