import * as decoding from 'lib0/decoding';
import { kindAt, kinds, type StructIndex } from '../struct-index.ts';
import { isStorableId } from '../../protocol/declaration.ts';
import { readerAt } from '../../protocol/reader.ts';
import { Refused } from '../../protocol/refused.ts';
import {
  clientMax,
  clockMax,
  emptyStruct,
  readStruct,
  type Scanned,
  type Struct,
} from '../../protocol/update.ts';

/**
 * An entry of the list of suggestions, reduced to what rights depend on. `units`: client, first
 * clock, count; for a copy, the units that were restored. `set`: number and size of the values of a
 * `change` (characters of JSON).
 */
export type SuggestionRecord = {
  readonly kind: 'about' | 'insert' | 'delete' | 'change' | 'accepted' | 'copy';
  readonly id: string;
  readonly by: string;
  readonly client: number;
  readonly clock: number;
  readonly units: readonly (readonly [number, number, number])[];
  readonly set: { readonly names: number; readonly size: number } | null;
};

/** An entry with the id of its unit. */
export type Recorded = {
  readonly client: number;
  readonly clock: number;
  readonly entry: SuggestionRecord;
};

const entryKinds = new Set(['about', 'insert', 'delete', 'change', 'accepted', 'copy']);

/** Parses an entry: [UPD5]. Returns null if the value is not a valid entry. */
export function entryOf(value: unknown): SuggestionRecord | null {
  if (!isObject(value)) return null;
  const {
    kind,
    id = '',
    by = '',
    client = 0,
    clock = 0,
    units = [],
    at = 0,
    of = '',
    set = {},
  } = value;
  if (typeof kind !== 'string' || !entryKinds.has(kind)) return null;
  if (!isStorableId(id) || !isStorableId(by) || !isStorableId(of)) return null;
  if (typeof at !== 'number' || !Number.isFinite(at) || !isObject(set)) return null;
  if (
    !isCount(client, clientMax) ||
    !isCount(clock, clockMax) ||
    !Array.isArray(units) ||
    !units.every(isUnits)
  )
    return null;
  if (kind === 'copy')
    return isUnits(value['from'])
      ? { kind, id: '', by: '', client, clock, units: [value['from']], set: null }
      : null;
  if (kind !== 'accepted' && id === '') return null;
  const sizes =
    kind === 'change' ? { names: Object.keys(set).length, size: JSON.stringify(set).length } : null;
  return { kind: kind as SuggestionRecord['kind'], id, by, client, clock, units, set: sizes };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max;

function isUnits(value: unknown): value is [number, number, number] {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [client, clock, length] = value as unknown[];
  return (
    isCount(client, clientMax) &&
    isCount(clock, clockMax) &&
    isCount(length, clockMax - clock) &&
    length > 0
  );
}

/**
 * Appends to `found` the entries of a struct, for its units from clock `from` on. `clock`: that of
 * its first unit.
 * @throws Refused if a value is not a valid entry
 */
export function entriesOf(
  bytes: Uint8Array,
  { valuesAt }: Struct,
  {
    client,
    clock,
    from,
  }: { readonly client: number; readonly clock: number; readonly from: number },
  found: Recorded[],
): void {
  const decoder = decoding.createDecoder(bytes.subarray(valuesAt));
  const count = decoding.readVarUint(decoder);
  for (let i = 0; i < count; i += 1) {
    const value: unknown = decoding.readAny(decoder);
    if (clock + i < from) continue;
    const entry = entryOf(value);
    if (entry === null) throw new Refused('structure', 'an entry that suggestions do not have');
    found.push({ client, clock: clock + i, entry });
  }
}

/**
 * Calls `act` for each struct of an update that ends after the known clock of its client, with the
 * clock of its first unit.
 */
export function eachNew(
  update: Scanned,
  known: StructIndex,
  act: (struct: Struct, client: number, clock: number) => void,
): void {
  const struct = emptyStruct();
  for (const { client, from, at, count } of update.sections) {
    const reader = readerAt(update.bytes, at);
    const end = known.get(client)?.end ?? 0;
    let clock = from;
    for (let i = 0; i < count; i += 1) {
      readStruct(reader, struct);
      if (clock + struct.length > end) act(struct, client, clock);
      clock += struct.length;
    }
  }
}

/**
 * Returns the entries of a whole document that is encoded as one update and is completely known.
 */
export function entriesIn(state: Scanned, index: StructIndex): Recorded[] {
  const found: Recorded[] = [];
  eachNew(state, new Map(), (struct, client, clock) => {
    const known = index.get(client);
    if (struct.content !== 'value' || known === undefined || kindAt(known, clock) !== kinds.record)
      return;
    entriesOf(state.bytes, struct, { client, clock, from: clock }, found);
  });
  return found;
}
