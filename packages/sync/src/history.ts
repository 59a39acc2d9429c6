import * as Y from 'yjs';
import { entriesIn } from './flat/records.ts';
import { Suggestions } from './flat/suggestions.ts';
import { emptyKnowledge, loadKnowledge, type Knowledge } from './knowledge.ts';
import { judge, learn } from './judge.ts';
import type { Entry, Snapshot, Stored } from './ports.ts';
import { readStateVector, scanUpdate } from './update.ts';

/** `Y.mergeUpdates` is quadratic in the number of updates: never more than this at once. Source: measured, 100 take about 1 ms. */
const mergeMax = 100;
const emptyUpdate = new Uint8Array([0, 0]);

/**
 * The committed bytes of one document: snapshot, tail, numbers. Nothing is decoded until somebody writes. What a newcomer is sent
 * is decided here.
 */
export type History = {
  readonly epoch: number;
  /** The number of the last entry. */
  seq(): number;
  /** Bytes of everything. */
  bytes(): number;
  /** Updates and bytes in the tail. */
  tail(): { readonly updates: number; readonly bytes: number };
  add(entry: Entry): void;
  /** Takes the place of the entries that are in it. */
  fold(snapshot: Snapshot): void;
  /** Everything, as updates in order, and the number of the last entry in it. */
  whole(): { readonly seq: number; readonly updates: readonly Uint8Array[] };
  /** Answers what somebody is missing who has everything up to `seq`; null where that is folded away. */
  since(seq: number): readonly Uint8Array[] | null;
  /** Answers what somebody with this state vector is missing: nothing but deletions and the tail, or everything. */
  missingFrom(stateVector: Uint8Array): readonly Uint8Array[];
  /** The state vector of the snapshot: what a newcomer should have at least. */
  stateVector(): Uint8Array;
  /** Decodes what has to be known for checking updates; costs time in proportion to what is stored. */
  known(): Known;
};

/** The knowledge of a document by which updates are checked. */
export type Known = { readonly knowledge: Knowledge; readonly suggestions: Suggestions };

/** The history of a document as it was loaded. */
export function createHistory(stored: Stored): History {
  let snapshot = stored.snapshot;
  let entries: Entry[] = [...stored.entries];
  let last = entries[entries.length - 1]?.seq ?? snapshot?.seq ?? 0;
  let tail = sizeOf(entries);
  let mergedTail: readonly Uint8Array[] | null = null;

  const updatesOf = (list: readonly Entry[]): Uint8Array[] => list.flatMap((entry) => entry.updates);
  const base = (): Uint8Array[] => (snapshot === null ? [] : [snapshot.state]);

  return {
    epoch: stored.epoch,
    seq: () => last,
    bytes: () => (snapshot?.state.length ?? 0) + tail.bytes,
    tail: () => tail,
    add(entry) {
      entries.push(entry);
      last = entry.seq;
      tail = sizeOf([entry], tail);
      mergedTail = null;
    },
    fold(next) {
      snapshot = next;
      entries = entries.filter((entry) => entry.seq > next.seq);
      tail = sizeOf(entries);
      mergedTail = null;
    },
    whole: () => ({ seq: last, updates: [...base(), ...updatesOf(entries)] }),
    since(seq) {
      if (seq < (snapshot?.seq ?? 0) || seq > last) return null;
      return updatesOf(entries.filter((entry) => entry.seq > seq));
    },
    missingFrom(stateVector) {
      // Kept, because merging costs milliseconds and asking costs the asker five bytes.
      mergedTail ??= merged(updatesOf(entries));
      if (snapshot === null) return mergedTail;
      const theirs = readStateVector(stateVector);
      for (const [client, clock] of readStateVector(snapshot.knowledge.stateVector)) {
        if ((theirs.get(client) ?? 0) < clock) return [snapshot.state, ...mergedTail];
      }
      return [...mergedTail, deletesOf(snapshot)];
    },
    stateVector: () => snapshot?.knowledge.stateVector ?? new Uint8Array([0]),
    known() {
      const knowledge = snapshot === null ? emptyKnowledge() : loadKnowledge(snapshot.knowledge);
      const suggestions = new Suggestions();
      if (snapshot !== null) suggestions.learn(entriesIn(scanUpdate(snapshot.state), knowledge), []);
      for (const update of updatesOf(entries)) {
        const verdict = judge(update, knowledge);
        if (verdict.kind === 'known') continue;
        if (verdict.kind !== 'new') throw new Error(`the log of a document holds an update that is ${verdict.kind}`);
        learn(knowledge, verdict.additions);
        suggestions.learn(verdict.entries, verdict.additions.deletes);
      }
      return { knowledge, suggestions };
    },
  };
}

function sizeOf(entries: readonly Entry[], { updates, bytes } = { updates: 0, bytes: 0 }): { updates: number; bytes: number } {
  for (const entry of entries) {
    updates += entry.updates.length;
    for (const update of entry.updates) bytes += update.length;
  }
  return { updates, bytes };
}

/** An update that carries nothing but the snapshot's deletions: an equal state vector does not mean an equal document. */
function deletesOf(snapshot: Snapshot): Uint8Array {
  const { deleteSet } = snapshot.knowledge;
  const update = new Uint8Array(deleteSet.length + 1);
  update.set(deleteSet, 1);
  return update;
}

/** Fewer and larger updates with the same content, for clients that take one message each. */
function merged(updates: readonly Uint8Array[]): Uint8Array[] {
  const groups: Uint8Array[] = [];
  for (let i = 0; i < updates.length; i += mergeMax) {
    const group = updates.slice(i, i + mergeMax);
    groups.push(group.length === 1 ? (group[0] ?? emptyUpdate) : Y.mergeUpdates(group));
  }
  return groups;
}
