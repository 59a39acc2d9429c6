import * as Y from 'yjs';
import { SuggestionWriter } from './suggestion-writer.ts';
import type { Carried } from './carried.ts';
import { isSuggesting, type IdRange } from './ids.ts';
import type { Roots } from './blocks.ts';
import { asMarks, marksIn, overrideKey, valuesIn, type Reading } from './reading.ts';
import type { About, ChangeRecord, Status, SuggestionRecord, Value, Values } from './records.ts';
import { TextWriter, type Insertion } from './text-writer.ts';
import { differing, isSame, without } from './values.ts';

/**
 * Way in which a change is written: as an edit, or as a suggestion by `by` since `at` (ms since
 * 1970). `nextId`: if present, each separate part of the change becomes a suggestion of its own.
 */
export type WriteMode =
  | { readonly kind: 'edit' }
  | {
      readonly kind: 'suggestion';
      readonly id: string;
      readonly by: string;
      readonly at: number;
      readonly nextId?: () => string;
    };

/**
 * Adjacent stored units of one kind: the number of units before them, their ids, content and
 * suggestions.
 */
export type OldRun = {
  readonly at: number;
  readonly length: number;
  readonly client: number;
  readonly clock: number;
  readonly status: Status;
  readonly marks: Values;
  readonly map?: Y.Map<Value>;
  readonly leaf: Y.Map<Value> | null;
};

/**
 * Target state of a unit: the marks of a character or leaf, the values of a leaf or marker, and its
 * suggestions.
 */
export type Wanted = {
  readonly marks: Values;
  readonly values: Values;
  readonly carried: Carried;
};

/**
 * Writes units into a text, in one write mode. Calls must be in text order, with positions before
 * the change; everything is written together at the end. A suggestion only adds or removes units of
 * a suggesting client and entries of the list.
 */
export class UnitWriter {
  readonly #roots: Roots;
  readonly #reading: Reading;
  readonly #mode: WriteMode;
  readonly #doc: Y.Doc;
  readonly #suggestions: SuggestionWriter;
  readonly #text: TextWriter;
  readonly #startClock: number;
  readonly #insertions: {
    readonly insertion: Insertion;
    readonly wanted: Wanted;
    readonly marks: Values;
  }[] = [];
  readonly #announced: ReadonlyMap<string, About>;
  /** Suggestions that are written, including existing ones. */
  readonly #used = new Set<string>();
  #id: string | null = null;
  #ids = 0;

  /**
   * @param client the client id for edits; suggested units are written under the next one
   * @param announced suggestions that are not in the list and may be added to it
   */
  constructor(
    roots: Roots,
    reading: Reading,
    mode: WriteMode,
    client: number,
    announced: ReadonlyMap<string, About>,
  ) {
    const { doc } = roots.text;
    if (doc === null) throw new Error('the text is not part of a document');
    this.#roots = roots;
    this.#reading = reading;
    this.#mode = mode;
    this.#announced = announced;
    if (mode.kind === 'suggestion') this.#id = mode.id;
    this.#doc = doc;
    this.#suggestions = new SuggestionWriter(roots, reading);
    this.#text = new TextWriter(roots.text, client);
    this.#startClock = Y.getState(doc.store, doc.clientID);
  }

  /** Marks the start of a separate part of the change. */
  separate(): void {
    if (this.#mode.kind === 'suggestion' && this.#mode.nextId !== undefined) this.#id = null;
  }

  /** Returns the suggestion that is being written. Must not be called for an edit. */
  #currentId(): string {
    if (this.#mode.kind === 'edit') throw new Error('an edit is no suggestion');
    this.#id ??= this.#mode.nextId?.() ?? this.#mode.id;
    this.#used.add(this.#id);
    return this.#id;
  }

  /** Returns a container id that is unique across replicas. */
  newId(): string {
    this.#ids += 1;
    return `${this.#doc.clientID.toString(36)}.${this.#startClock.toString(36)}.${this.#ids.toString(36)}`;
  }

  /**
   * Inserts characters, or an inline leaf or block marker with its values. `before`: the marks of
   * the preceding unit. Returns the marks of the last unit. A suggestion keeps the marks of the
   * preceding unit, and suggests others.
   */
  insert(at: number, what: string | null, wanted: Wanted, before: Values): Values {
    const isEdit = this.#mode.kind === 'edit';
    const was = isEdit ? wasOf(wanted.carried) : {};
    const marks = isEdit ? without({ ...wanted.marks, ...marksIn(was) }) : before;
    const values = isEdit ? without({ ...wanted.values, ...valuesIn(was) }) : wanted.values;
    const insertion = this.#text.insert(
      at,
      what ?? values,
      marks,
      this.#insertionOf(wanted.carried),
    );
    this.#insertions.push({ insertion, wanted, marks });
    return marks;
  }

  /**
   * Deletes units: edits and own suggested units directly, all others as a suggestion. Returns true
   * if they were deleted.
   */
  delete(unit: OldRun): boolean {
    if (this.#mode.kind === 'edit' || this.#isOwn(unit.status.insertion)) {
      this.#text.delete(unit.at, unit.length);
      return true;
    }
    if (!unit.status.deletions.some((id) => this.#isOwn(id)))
      this.#suggestions.add({ kind: 'delete', id: this.#currentId(), units: unitsOf(unit) });
    return false;
  }

  /** Sets marks of characters or a leaf. */
  format(unit: OldRun, set: Values): void {
    if (this.#mode.kind === 'suggestion')
      return this.#suggest(unit, asMarks(set), asMarks(unit.marks));
    this.#withdraw(unit, asMarks(set));
    this.#text.format(unit.at, unit.length, set);
  }

  /** Sets values of a marker or leaf. */
  change(unit: OldRun, set: Values): void {
    const map = unit.map ?? unit.leaf;
    if (map === null) return;
    if (this.#mode.kind === 'suggestion') return this.#suggest(unit, set, map.toJSON() as Values);
    this.#withdraw(unit, set);
    for (const [name, value] of Object.entries(set)) map.set(name, value);
  }

  /**
   * Sets the suggestions about a unit to those that a document shows for it. `wanted`: the marks
   * and values that it shows. Returns true if these are set as well; a suggestion must suggest them
   * separately.
   */
  carry(unit: OldRun, wanted: Wanted): boolean {
    const { insertion, deletions, changes } = wanted.carried;
    for (const id of unit.status.deletions)
      if (!deletions.includes(id)) this.#withdrawDeletion(unit, id);
    for (const id of deletions)
      if (!unit.status.deletions.includes(id)) this.#carryDeletion(unitsOf(unit), id);
    if (this.#mode.kind !== 'edit') return false;
    for (const record of unit.status.changes) this.#suggestions.withdraw(record, unitsOf(unit));
    for (const { id, set } of changes)
      this.#carryChange({ kind: 'change', id, units: unitsOf(unit), set });
    this.#setStored(unit, wanted);
    if (!isSuggesting(unit.client) || (insertion === null) === (unit.status.insertion === null))
      return true;
    if (insertion === null) this.#suggestions.add({ kind: 'accepted', units: unitsOf(unit) });
    else
      for (const record of this.#reading.records.accepted(unitsOf(unit)))
        this.#suggestions.withdraw(record, unitsOf(unit));
    return true;
  }

  /** Adds a container, with the suggestions that a document shows for it. */
  addContainer(id: string, values: Values, { changes }: Carried): void {
    if (this.#mode.kind !== 'edit') {
      this.#roots.containers.set(id, values);
      return;
    }
    const was = Object.assign({}, ...changes.map((change) => change.was)) as Values;
    this.#roots.containers.set(id, without({ ...values, ...was }));
    for (const change of changes)
      this.#carryChange({ kind: 'change', id: change.id, units: [], of: id, set: change.set });
  }

  /** Sets values of a container. */
  changeContainer(id: string, set: Values): void {
    const names = new Set(Object.keys(set));
    for (const record of this.#reading.containerChanges(id))
      if (this.#mayWithdraw(record)) this.#suggestions.withdrawFrom(record, names);
    if (this.#mode.kind === 'edit') this.#setContainer(id, set);
    else this.#suggestions.add({ kind: 'change', id: this.#currentId(), units: [], of: id, set });
  }

  /**
   * Sets the suggestions about a container to those that a document shows for it. `values`: the
   * values that it shows.
   */
  carryContainer(id: string, values: Values, { changes }: Carried): boolean {
    if (this.#mode.kind !== 'edit') return false;
    for (const record of this.#reading.containerChanges(id))
      this.#suggestions.withdrawFrom(record, new Set(Object.keys(record.set)));
    this.#setContainer(id, { ...values, ...Object.assign({}, ...changes.map(({ was }) => was)) });
    for (const change of changes)
      this.#carryChange({ kind: 'change', id: change.id, units: [], of: id, set: change.set });
    return true;
  }

  /** Writes all collected changes. */
  finish(): void {
    const starts: SuggestionRecord[] = [];
    let current = this.#reading.records.current(this.#text.suggesting);
    this.#text.apply((id, clock) => {
      if (id === current) return;
      starts.push({ kind: 'insert', id, client: this.#text.suggesting, clock });
      current = id;
    });
    for (const { insertion, wanted, marks } of this.#insertions)
      this.#describe(insertion.units, wanted, marks);
    this.#suggestions.finish([...this.#abouts(), ...starts]);
  }

  /** Returns the entries that announce new suggestions. */
  #abouts(): SuggestionRecord[] {
    const { abouts } = this.#reading.records;
    const mode = this.#mode;
    return [...this.#used].flatMap((id): SuggestionRecord[] => {
      const about =
        this.#announced.get(id) ??
        (mode.kind === 'suggestion' ? { by: mode.by, at: mode.at } : null);
      return abouts.has(id) || about === null ? [] : [{ kind: 'about', id, ...about }];
    });
  }

  /** Returns the suggestion that an inserted unit belongs to. */
  #insertionOf({ insertion }: Carried): string | null {
    if (this.#mode.kind === 'edit') {
      if (insertion !== null) this.#used.add(insertion);
      return insertion;
    }
    return insertion !== null && this.#isOwn(insertion) ? insertion : this.#currentId();
  }

  /** Adds further suggestions about inserted units, besides their insertion. */
  #describe(units: readonly IdRange[], { marks: wanted, carried }: Wanted, marks: Values): void {
    for (const id of carried.deletions) this.#carryDeletion(units, id);
    if (this.#mode.kind === 'edit') {
      for (const { id, set } of carried.changes)
        this.#carryChange({ kind: 'change', id, units, set });
      return;
    }
    const names = new Set([...Object.keys(marks), ...Object.keys(wanted)]);
    const set = [...names].filter((name) => !isSame(marks[name], wanted[name]));
    if (set.length > 0)
      this.#want(
        units,
        asMarks(Object.fromEntries(set.map((name) => [name, wanted[name] ?? null]))),
      );
  }

  #setStored(unit: OldRun, { marks, values, carried }: Wanted): void {
    const was = wasOf(carried);
    const format = differing(unit.marks, { ...marks, ...marksIn(was) });
    if (unit.map === undefined && Object.keys(format).length > 0)
      this.#text.format(unit.at, unit.length, format);
    const map = unit.map ?? unit.leaf;
    const set = map === null ? {} : { ...values, ...valuesIn(was) };
    for (const [name, value] of Object.entries(set))
      if (!isSame(map?.get(name), value)) map?.set(name, value);
  }

  #setContainer(id: string, set: Values): void {
    for (const [name, value] of Object.entries(set))
      this.#roots.containers.set(overrideKey(id, name), value);
  }

  #withdrawDeletion(unit: OldRun, id: string): void {
    if (this.#mode.kind === 'suggestion' && !this.#isOwn(id)) return;
    for (const record of this.#reading.records.deletions(unitsOf(unit), id))
      this.#suggestions.withdraw(record, unitsOf(unit));
  }

  #carryDeletion(units: readonly IdRange[], id: string): void {
    if (this.#mode.kind === 'suggestion' && !this.#isOwn(id)) return;
    this.#used.add(id);
    this.#suggestions.add({ kind: 'delete', id, units });
  }

  #carryChange(record: ChangeRecord): void {
    this.#used.add(record.id);
    this.#suggestions.add(record);
  }

  /** Returns only the suggestions that are in the list, or may be added to it. */
  known(carried: Carried): Carried {
    const { insertion, deletions, changes } = carried;
    if (insertion === null && deletions.length === 0 && changes.length === 0) return carried;
    return {
      insertion: insertion !== null && this.#isKnown(insertion) ? insertion : null,
      deletions: deletions.filter((id) => this.#isKnown(id)),
      changes: changes.filter(({ id }) => this.#isKnown(id)),
    };
  }

  #isKnown(id: string): boolean {
    return this.#reading.records.abouts.has(id) || this.#announced.has(id);
  }

  #isOwn(id: string | null): boolean {
    return (
      id !== null &&
      this.#mode.kind === 'suggestion' &&
      this.#reading.records.abouts.get(id)?.by === this.#mode.by
    );
  }

  #mayWithdraw({ id }: { readonly id: string }): boolean {
    return this.#mode.kind === 'edit' || this.#isOwn(id);
  }

  #withdraw(unit: OldRun, set: Values): void {
    const names = new Set(Object.keys(set));
    for (const record of unit.status.changes)
      if (this.#mayWithdraw(record) && Object.keys(record.set).some((name) => names.has(name)))
        this.#suggestions.withdraw(record, unitsOf(unit), names);
  }

  /** Suggests values of a unit, except those that it has without a suggestion. */
  #suggest(unit: OldRun, set: Values, stored: Values): void {
    this.#withdraw(unit, set);
    const left = Object.entries(set).filter(([name, value]) => {
      // Values suggested by others are not the values that the unit has without own suggestions.
      const others = unit.status.changes.filter(
        (record) => !this.#mayWithdraw(record) && record.set[name] !== undefined,
      );
      return !isSame((others.at(-1)?.set ?? stored)[name], value);
    });
    if (left.length > 0) this.#want(unitsOf(unit), Object.fromEntries(left));
  }

  #want(units: readonly IdRange[], set: Values): void {
    if (this.#mode.kind === 'suggestion')
      this.#suggestions.add({ kind: 'change', id: this.#currentId(), units, set });
  }
}

const unitsOf = ({ client, clock, length }: OldRun): IdRange[] => [[client, clock, length]];

/**
 * Returns the values of a unit without its shown changes: the first change of each value determines
 * it.
 */
function wasOf({ changes }: Carried): Values {
  return Object.assign({}, ...changes.map(({ was }) => was).toReversed()) as Values;
}
