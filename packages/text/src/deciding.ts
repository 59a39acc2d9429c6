import { SuggestionWriter } from './suggestion-writer.ts';
import { common, joined, type IdRange } from './ids.ts';
import type { Roots } from './blocks.ts';
import { UnitIndex } from './unit-index.ts';
import { marksIn, overrideKey, valuesIn, type Reading } from './reading.ts';
import type { ChangeRecord, Status } from './records.ts';

/** A document as stored, and as read. */
export type Stored = { readonly roots: Roots; readonly reading: Reading };

/** Verdict about a suggestion. */
export type Verdict = 'accept' | 'reject';

/**
 * A decision: the suggestions, or some of their units, and the verdict. It is sent with the update
 * that carries it out, so that the outcome of a suggestion need not be inferred from the text.
 * @property units only these units, if a suggestion is decided in part
 */
export type Decision = {
  readonly verdict: Verdict;
  readonly ids: readonly string[];
  readonly units?: readonly IdRange[];
};

/**
 * Carries out a decision, within a transaction. Accepting deletes the units suggested for deletion,
 * sets the suggested values, and makes suggested units part of the text. Rejecting deletes the
 * suggested units, and nothing else.
 */
export function decide({ roots, reading }: Stored, { verdict, ids, units }: Decision): void {
  const chosen = new Set(ids);
  const meantOf = (ranges: readonly IdRange[]): readonly IdRange[] =>
    units === undefined ? ranges : common(ranges, units);
  const suggestions = new SuggestionWriter(roots, reading);
  const unitIndex = new UnitIndex(reading);
  const inserted = joined(meantOf(insertedBy(reading, chosen)));
  const deleted: IdRange[] = [];
  const accepted: { readonly record: ChangeRecord; readonly units: readonly IdRange[] }[] = [];
  for (const record of reading.records.indexes.keys()) {
    if ((record.kind !== 'delete' && record.kind !== 'change') || !chosen.has(record.id)) continue;
    const meant = meantOf(record.units);
    const of = record.kind === 'change' ? record.of : undefined;
    if (record.kind === 'change' && of !== undefined)
      suggestions.withdrawFrom(record, new Set(Object.keys(record.set)));
    else if (meant.length > 0) suggestions.withdraw(record, meant);
    else continue;
    if (record.kind === 'delete') deleted.push(...meant);
    else accepted.push({ record, units: meant });
  }
  // Values first: positions are invalid after units are deleted.
  if (verdict === 'accept') for (const change of accepted) setValues(change.record, change.units);
  if (verdict === 'accept' && inserted.length > 0)
    suggestions.add({ kind: 'accepted', units: inserted });
  suggestions.finish([]);
  removeUnits(roots, unitIndex.inOrder(verdict === 'accept' ? deleted : inserted));

  function setValues(record: ChangeRecord, meant: readonly IdRange[]): void {
    const { set, of } = record;
    withdrawOverridden(suggestions, reading, record, meant, chosen);
    if (of !== undefined)
      for (const [name, value] of Object.entries(set))
        roots.containers.set(overrideKey(of, name), value);
    const marks = marksIn(set);
    for (const { at, length, map } of unitIndex.inOrder(meant)) {
      if (Object.keys(marks).length > 0) roots.text.format(at, length, { ...marks });
      for (const [name, value] of Object.entries(valuesIn(set))) map?.set(name, value);
    }
  }
}

/**
 * Removes values from earlier suggestions that an accepted one overrides: they would otherwise be
 * shown over the accepted values.
 */
function withdrawOverridden(
  suggestions: SuggestionWriter,
  { records }: Reading,
  accepted: ChangeRecord,
  meant: readonly IdRange[],
  chosen: ReadonlySet<string>,
): void {
  const names = new Set(Object.keys(accepted.set));
  const index = records.indexes.get(accepted) ?? 0;
  for (const [other, at] of records.indexes) {
    if (other.kind !== 'change' || at >= index || chosen.has(other.id)) continue;
    if (!Object.keys(other.set).some((name) => names.has(name))) continue;
    if (accepted.of !== undefined && other.of === accepted.of)
      suggestions.withdrawFrom(other, names);
    for (const range of common(other.units, meant)) suggestions.withdraw(other, [range], names);
  }
}

/** Deletes units in one delta: Yjs finds the marks at a place only by walking from the start. */
function removeUnits({ text }: Roots, runs: readonly { at: number; length: number }[]): void {
  const delta: { retain?: number; delete?: number }[] = [];
  let end = 0;
  for (const { at, length } of runs) {
    if (at > end) delta.push({ retain: at - end });
    delta.push({ delete: length });
    end = at + length;
  }
  if (delta.length > 0) text.applyDelta(delta);
}

/** Returns the stored units of insertions. */
function insertedBy(reading: Reading, ids: ReadonlySet<string>): IdRange[] {
  const isOf = ({ insertion }: Status): boolean => insertion !== null && ids.has(insertion);
  const found: IdRange[] = [];
  for (const { marker, pieces } of reading.blocks) {
    if (marker !== null && isOf(marker.status)) found.push([marker.client, marker.clock, 1]);
    for (const { status, client, clock, length } of pieces)
      if (isOf(status)) found.push([client, clock, length]);
  }
  return joined(found);
}
