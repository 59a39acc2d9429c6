import * as Y from 'yjs';
import { entriesIn } from './suggestions/records.ts';
import { Suggestions } from './suggestions/suggestions.ts';
import { emptyIndex, decodeIndex, type StructIndex } from './struct-index.ts';
import { validateUpdate, addToIndex } from './validate-update.ts';
import type { Entry, Snapshot, Stored } from './ports.ts';
import { readStateVector, scanUpdate } from '../protocol/update.ts';

/**
 * Maximum number of updates merged at once: `Y.mergeUpdates` is quadratic in their number. Source:
 * measured, 100 take about 1 ms.
 */
const mergeMax = 100;
const emptyUpdate = new Uint8Array([0, 0]);

/**
 * The committed bytes of one document: snapshot, tail and sequence numbers. Decides what a joining
 * client is sent. Nothing is decoded until the first write.
 */
export type CommittedLog = {
  readonly epoch: number;
  /** Returns the number of the last entry. */
  seq(): number;
  /** Returns the size of snapshot and tail (bytes). */
  bytes(): number;
  /** Returns the number of updates and bytes in the tail. */
  tail(): { readonly updates: number; readonly bytes: number };
  add(entry: Entry): void;
  /** Replaces the entries that the snapshot contains. */
  compact(snapshot: Snapshot): void;
  /** Returns everything, as updates in order, and the number of the last entry included. */
  whole(): { readonly seq: number; readonly updates: readonly Uint8Array[] };
  /**
   * Returns what a client with everything up to `seq` lacks; null if those entries are compacted.
   */
  since(seq: number): readonly Uint8Array[] | null;
  /**
   * Returns what a client with this state vector lacks: either only deletions and the tail, or
   * everything.
   */
  missingFrom(stateVector: Uint8Array): readonly Uint8Array[];
  /** Returns the state vector of the snapshot: the minimum that a joining client should have. */
  stateVector(): Uint8Array;
  /**
   * Decodes the struct index for checking updates; costs time in proportion to the stored bytes.
   */
  known(): Known;
};

/** Knowledge of a document against which updates are checked. */
export type Known = { readonly index: StructIndex; readonly suggestions: Suggestions };

/** Creates the committed log of a document from its stored form. */
export function createCommittedLog(stored: Stored): CommittedLog {
  let snapshot = stored.snapshot;
  let entries: Entry[] = [...stored.entries];
  let last = entries[entries.length - 1]?.seq ?? snapshot?.seq ?? 0;
  let tail = sizeOf(entries);
  let mergedTail: readonly Uint8Array[] | null = null;

  const updatesOf = (list: readonly Entry[]): Uint8Array[] =>
    list.flatMap((entry) => entry.updates);
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
    compact(next) {
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
      // Cached, because merging costs milliseconds and a request costs the client only five bytes.
      mergedTail ??= merged(updatesOf(entries));
      if (snapshot === null) return mergedTail;
      const theirs = readStateVector(stateVector);
      for (const [client, clock] of readStateVector(snapshot.index.stateVector)) {
        if ((theirs.get(client) ?? 0) < clock) return [snapshot.state, ...mergedTail];
      }
      return [...mergedTail, deletesOf(snapshot)];
    },
    stateVector: () => snapshot?.index.stateVector ?? new Uint8Array([0]),
    known() {
      const index = snapshot === null ? emptyIndex() : decodeIndex(snapshot.index);
      const suggestions = new Suggestions();
      if (snapshot !== null) suggestions.add(entriesIn(scanUpdate(snapshot.state), index), []);
      for (const update of updatesOf(entries)) {
        const validation = validateUpdate(update, index);
        if (validation.kind === 'known') continue;
        if (validation.kind !== 'new')
          throw new Error(`the log of a document holds an update that is ${validation.kind}`);
        addToIndex(index, validation.additions);
        suggestions.add(validation.entries, validation.additions.deletes);
      }
      return { index, suggestions };
    },
  };
}

function sizeOf(
  entries: readonly Entry[],
  { updates, bytes } = { updates: 0, bytes: 0 },
): { updates: number; bytes: number } {
  for (const entry of entries) {
    updates += entry.updates.length;
    for (const update of entry.updates) bytes += update.length;
  }
  return { updates, bytes };
}

/**
 * Creates an update with only the deletions of the snapshot: an equal state vector does not imply
 * an equal document.
 */
function deletesOf(snapshot: Snapshot): Uint8Array {
  const { deleteSet } = snapshot.index;
  const update = new Uint8Array(deleteSet.length + 1);
  update.set(deleteSet, 1);
  return update;
}

/**
 * Merges updates into fewer and larger ones with the same content, for clients that take one
 * message each.
 */
function merged(updates: readonly Uint8Array[]): Uint8Array[] {
  const groups: Uint8Array[] = [];
  for (let i = 0; i < updates.length; i += mergeMax) {
    const group = updates.slice(i, i + mergeMax);
    groups.push(group.length === 1 ? (group[0] ?? emptyUpdate) : Y.mergeUpdates(group));
  }
  return groups;
}
