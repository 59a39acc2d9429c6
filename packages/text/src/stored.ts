import type { Node } from '@tiptap/pm/model';
import type { Mappable } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import type { View } from './blocks.ts';
import type { Grammar } from './grammar.ts';
import { suggestingClient, type IdRange } from './ids.ts';
import { Reading, rootsOf } from './reading.ts';
import type { About, SuggestionRecord } from './records.ts';
import { render } from './renderer.ts';
import type { Rendering } from './rendering.ts';
import { Replica } from './replica.ts';
import type { WriteMode } from './unit-writer.ts';

/** Renders the text of a Yjs document, without writing to it or observing it. */
export function renderingOf(doc: Y.Doc, grammar: Grammar, view: View = 'marked'): Rendering {
  return render(new Reading(rootsOf(doc), grammar, view), grammar);
}

/**
 * A shown run of consecutive units of one client: characters, or a node without any (`isNode`).
 * `from` and `to` are ProseMirror positions.
 */
export type ShownRun = {
  readonly from: number;
  readonly to: number;
  readonly client: number;
  readonly clock: number;
  readonly isNode: boolean;
};

/**
 * Returns the characters and leaves of a rendered document with the ids of their units, in order.
 * Restored units have their original ids: see entries of kind `copy`.
 */
export function runsOf(rendering: Rendering, { records }: Pick<Reading, 'records'>): ShownRun[] {
  return rawRuns(rendering).flatMap(({ from, to, client, clock, isNode }) => {
    let at = from;
    return records
      .originsOf([[client, clock, isNode ? 1 : to - from]])
      .map(([holder, start, length]) => {
        const run = {
          from: at,
          to: isNode ? to : at + length,
          client: holder,
          clock: start,
          isNode,
        };
        at += length;
        return run;
      });
  });
}

function rawRuns({ lines }: Rendering): ShownRun[] {
  const runs: ShownRun[] = [];
  for (const { block, node, pos } of lines) {
    if (block === null) continue;
    const { marker, pieces } = block;
    if (node.isLeaf && marker !== null)
      runs.push({
        from: pos,
        to: pos + node.nodeSize,
        client: marker.client,
        clock: marker.clock,
        isNode: true,
      });
    let from = pos + 1;
    for (const { client, clock, length, leaf } of pieces) {
      runs.push({ from, to: from + length, client, clock, isNode: leaf !== null });
      from += length;
    }
  }
  return runs;
}

/** An open suggestion: some of its units are undecided. */
export type OpenSuggestion = About & { readonly id: string };

/** Returns the open suggestions of a document. */
export function openSuggestions({ records, blocks }: Reading): OpenSuggestion[] {
  const open = new Set<string>();
  for (const record of records.indexes.keys())
    if (record.kind === 'change' && record.of !== undefined) open.add(record.id);
  for (const { marker, pieces } of blocks)
    for (const { status } of [...(marker === null ? [] : [marker]), ...pieces]) {
      if (status.insertion !== null) open.add(status.insertion);
      for (const id of status.deletions) open.add(id);
      for (const { id } of status.changes) open.add(id);
    }
  return [...open].flatMap((id) => {
    const about = records.abouts.get(id);
    return about === undefined ? [] : [{ id, ...about }];
  });
}

/**
 * A change of a stored document: the target document, the mapping to it, and the way in which it is
 * written.
 */
export type StoredChange = {
  readonly after: Node;
  readonly mapping: Mappable;
  readonly mode: WriteMode;
  /**
   * Stored updates of an earlier state that `after` shows: restored units are recorded as copies of
   * the units in that state.
   */
  readonly restores?: readonly Uint8Array[];
};

/**
 * Changes a Yjs document so that it shows another document. Shown suggestions become suggestions of
 * the stored text; their authors are trusted.
 * @param client an even client id that is not in use; the odd one after it is used as well
 * @returns the update; null if nothing changes
 */
export function changeStored(
  doc: Y.Doc,
  grammar: Grammar,
  client: number,
  change: (shown: Node) => StoredChange,
): Uint8Array | null {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array): void => void updates.push(update);
  const replica = new Replica(doc, grammar, client);
  const { after, mapping, mode, restores } = change(replica.rendering.doc);
  doc.on('update', collect);
  replica.write(
    { after, mapping, carries: mode.kind === 'edit', announces: mode.kind === 'edit' },
    mode,
  );
  if (restores !== undefined) nameCopies(replica, client, restores);
  doc.off('update', collect);
  return updates.length === 0 ? null : Y.mergeUpdates(updates);
}

/**
 * Records for the units written under a client the units of an earlier state at the same positions.
 */
function nameCopies(replica: Replica, client: number, restores: readonly Uint8Array[]): void {
  const earlier = new Y.Doc();
  earlier.transact(() => {
    for (const update of restores) Y.applyUpdate(earlier, update);
  });
  const reading = new Reading(rootsOf(earlier), replica.grammar);
  const rendered = render(reading, replica.grammar);
  const then = runsOf(rendered, reading);
  earlier.destroy();
  // Positions correspond only if both documents are equal.
  if (!rendered.doc.eq(replica.rendering.doc)) return;
  const copies: SuggestionRecord[] = [];
  let next = 0;
  for (const run of rawRuns(replica.rendering)) {
    if (run.client !== client && run.client !== suggestingClient(client)) continue;
    while (next < then.length && (then[next] as ShownRun).to <= run.from) next += 1;
    for (let i = next; i < then.length; i += 1) {
      const origin = then[i] as ShownRun;
      const [from, to] = [Math.max(run.from, origin.from), Math.min(run.to, origin.to)];
      if (origin.from >= run.to) break;
      const was: IdRange = [origin.client, origin.clock + from - origin.from, to - from];
      copies.push({
        kind: 'copy',
        from: was,
        client: run.client,
        clock: run.clock + from - run.from,
      });
    }
  }
  if (copies.length > 0)
    replica.doc.transact(() =>
      replica.roots.suggestions.push(copies.map((record) => ({ ...record }))),
    );
}
