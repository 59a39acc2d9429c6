import * as Y from 'yjs';

/** Returns the owner of a client id; null if it has none. */
export type OwnerOf = (client: number) => string | null;

type Entry = {
  kind?: unknown;
  from?: unknown;
  at?: unknown;
  id?: unknown;
  by?: unknown;
  client?: unknown;
  clock?: unknown;
  units?: unknown;
  of?: unknown;
  set?: unknown;
};

/**
 * Reads from a flat document everything that a reviewer must not change. This is the text without
 * suggestions, with the ids, values, formats and owners of its units. It also includes the
 * suggestions of other users, accepted units, and the containers. Independent of the code that it
 * tests.
 */
export function protectedState(doc: Y.Doc, person: string, ownerOf: OwnerOf): string {
  const entries = doc.getArray('suggestions').toArray().map(entryOf);
  const authors = new Map<unknown, unknown>();
  for (const { kind, id, by } of entries)
    if (kind === 'about' && !authors.has(id)) authors.set(id, by);
  const accepted = acceptedIn(entries);
  const origins = originsIn(entries);
  const { text, formatCount } = protectedText(doc, {
    suggestionOf: (client, clock) => suggestionIn(entries, client, clock),
    // A restored unit belongs to the owner of the unit that it replaces.
    ownerOfUnit: (unit) => ownerOf(Number((origins.get(unit) ?? unit).split(':')[0])),
    isAccepted: (unit) => accepted.has(unit),
    isOthers: (suggestion) => suggestion !== null && authors.get(suggestion) !== person,
  });
  const others = entries.filter(({ kind, id, client }) =>
    kind === 'copy'
      ? ownerOf(Number(client)) !== person
      : kind === 'accepted' || (kind !== 'about' && authors.get(id) !== person),
  );
  return JSON.stringify({
    text,
    others,
    accepted: [...accepted].toSorted(),
    formatCount,
    authors: [...authors].filter(([, by]) => by !== person),
  });
}

/** Returns the accepted units, each as `client:clock`. */
function acceptedIn(entries: readonly Entry[]): Set<string> {
  const accepted = new Set<string>();
  for (const { kind, units } of entries)
    if (kind === 'accepted')
      for (const [client, from, length] of units as [number, number, number][])
        for (let clock = from; clock < from + length; clock += 1)
          accepted.add(`${client}:${clock}`);
  return accepted;
}

/** Returns the unit that each restored unit replaces, both as `client:clock`. */
function originsIn(entries: readonly Entry[]): Map<string, string> {
  const origins = new Map<string, string>();
  for (const { kind, from, client, clock } of entries)
    if (kind === 'copy') {
      const [was, start, length] = from as [number, number, number];
      for (let i = 0; i < length; i += 1)
        origins.set(`${String(client)}:${Number(clock) + i}`, `${was}:${start + i}`);
    }
  return origins;
}

/** Returns the suggestion that inserts a unit of a suggesting client; null if it is unknown. */
function suggestionIn(entries: readonly Entry[], client: number, clock: number): unknown {
  const starts = entries.filter(
    (entry) => entry.kind === 'insert' && entry.client === client && Number(entry.clock) <= clock,
  );
  return starts.toSorted((a, b) => Number(a.clock) - Number(b.clock)).at(-1)?.id ?? null;
}

/** Knowledge of the units of a text. Units are named `client:clock`. */
type UnitFacts = {
  readonly suggestionOf: (client: number, clock: number) => unknown;
  readonly ownerOfUnit: (unit: string) => string | null;
  readonly isAccepted: (unit: string) => boolean;
  /** True if a suggestion belongs to another user. */
  readonly isOthers: (suggestion: unknown) => boolean;
};

/** Returns the units of a text except those that a user suggests, and the number of formats. */
function protectedText(
  doc: Y.Doc,
  { suggestionOf, ownerOfUnit, isAccepted, isOthers }: UnitFacts,
): { text: unknown[]; formatCount: number } {
  const text: unknown[] = [];
  let formats: Record<string, unknown> = {};
  let formatCount = 0;
  for (const item of Y.getTypeChildren(doc.getText('text'))) {
    if (item.deleted) continue;
    const { client, clock } = item.id;
    if (item.content instanceof Y.ContentFormat) {
      formats = { ...formats, [item.content.key]: item.content.value as unknown };
      if (item.content.value === null) delete formats[item.content.key];
      formatCount += 1;
      continue;
    }
    const map =
      item.content instanceof Y.ContentType ? (item.content.type as Y.Map<unknown>).toJSON() : null;
    for (let i = 0; i < item.length; i += 1) {
      const unit = `${client}:${clock + i}`;
      const isSuggested = client % 2 === 1 && !isAccepted(unit);
      const suggestion = isSuggested ? suggestionOf(client, clock + i) : null;
      if (isSuggested && !isOthers(suggestion)) continue;
      const letter = item.content instanceof Y.ContentString ? item.content.str[i] : map;
      text.push([client, clock + i, ownerOfUnit(unit), letter, formats, suggestion]);
    }
  }
  return { text, formatCount };
}

const entryOf = (value: unknown): Entry =>
  typeof value === 'object' && value !== null ? (value as Entry) : {};

/**
 * Returns the keys of container entries that an update writes, including entries that it deletes
 * again. The result has null for each value written to a marker that existed before.
 */
export function valuesWritten(before: Y.Doc, after: Y.Doc, update: Uint8Array): (string | null)[] {
  const markers = new Map<unknown, Y.ID>();
  for (const item of Y.getTypeChildren(after.getText('text')))
    if (item.content instanceof Y.ContentType) markers.set(item.content.type, item.id);
  const containers: unknown = after.getMap('containers');
  return Y.decodeUpdate(update).structs.flatMap(({ id }): (string | null)[] => {
    const item: Y.Item | Y.GC | undefined =
      id.clock < Y.getState(after.store, id.client)
        ? Y.getItem(after.store, Y.createID(id.client, id.clock))
        : undefined;
    if (!(item instanceof Y.Item) || item.parentSub === null) return [];
    if ((item.parent as unknown) === containers) return [item.parentSub];
    const marker = markers.get(item.parent);
    return marker !== undefined && marker.clock < Y.getState(before.store, marker.client)
      ? [null]
      : [];
  });
}

/**
 * True if an update of a reviewer may contain such a unit: formats, nested types and files are not
 * allowed.
 */
export function isPlain(content: unknown): boolean {
  if (
    content instanceof Y.ContentFormat ||
    content instanceof Y.ContentEmbed ||
    content instanceof Y.ContentBinary
  )
    return false;
  return !(content instanceof Y.ContentType) || content.type instanceof Y.Map;
}

/**
 * True if the shared types of a document hold the intended kinds of values: maps in the text, plain
 * values elsewhere.
 */
export function hasRightTypes(doc: Y.Doc): boolean {
  const isType = (value: unknown): boolean => value instanceof Y.AbstractType;
  if ([...doc.getMap('containers').values(), ...doc.getArray('suggestions').toArray()].some(isType))
    return false;
  for (const item of Y.getTypeChildren(doc.getText('text')))
    if (
      !item.deleted &&
      item.content instanceof Y.ContentType &&
      [...(item.content.type as Y.Map<unknown>).values()].some(isType)
    )
      return false;
  return [...doc.share.keys()].every((name) =>
    ['text', 'containers', 'suggestions'].includes(name),
  );
}

/** Returns the values of markers and containers. A reviewer may only set them for new ones. */
export function valuesOf(doc: Y.Doc): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of doc.getMap('containers').entries())
    found.set(`container ${key}`, JSON.stringify(value));
  for (const item of Y.getTypeChildren(doc.getText('text')))
    if (!item.deleted && item.content instanceof Y.ContentType)
      found.set(
        `marker ${item.id.client}:${item.id.clock}`,
        JSON.stringify((item.content.type as Y.Map<unknown>).toJSON()),
      );
  return found;
}

/** Returns the keys of all containers that a document has or had. */
export function containerKeysOf(doc: Y.Doc): Set<string> {
  const found = new Set<string>();
  for (const struct of Y.decodeUpdate(Y.encodeStateAsUpdate(doc)).structs)
    // Only the first value of a key is stored with it. A decoded struct names its shared type.
    if (struct instanceof Y.Item && (struct.parent as unknown) === 'containers')
      found.add(String(struct.parentSub));
  return found;
}

const isCount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32;
const isRange = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every(isCount) && Number(value[2]) > 0;
const isWord = (value: unknown): boolean => typeof value === 'string' && value.length <= 64;
const isMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Validators of the fields of an entry, for all kinds of entries. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  kind: (value) =>
    ['about', 'insert', 'delete', 'change', 'accepted', 'copy'].includes(String(value)),
  id: isWord,
  by: isWord,
  of: isWord,
  at: Number.isFinite,
  client: isCount,
  clock: isCount,
  units: (value) => Array.isArray(value) && value.every(isRange),
  set: isMap,
};

/** True if a value is an entry of the list of suggestions. */
function isEntry(value: unknown): value is Entry {
  if (!isMap(value)) return false;
  const entry = value as Record<string, unknown>;
  if (typeof entry['kind'] !== 'string') return false;
  for (const [name, is] of Object.entries(fields))
    if (entry[name] !== undefined && !is(entry[name])) return false;
  if (entry['kind'] === 'copy') return isRange(entry['from']);
  return entry['kind'] === 'accepted' || (entry['id'] ?? '') !== '';
}

/** Returns the entries that a reviewer's update added without the right to do so. */
export function foreignEntries(
  before: Y.Doc,
  after: Y.Doc,
  person: string,
  ownerOf: OwnerOf,
): unknown[] {
  const known = before
    .getArray('suggestions')
    .toArray()
    .map((entry) => JSON.stringify(entry));
  const now = after.getArray('suggestions').toArray() as Entry[];
  const authors = new Map<unknown, unknown>();
  const entries = known.map((text) => entryOf(JSON.parse(text)));
  for (const { kind, id, by } of entries)
    if (kind === 'about' && !authors.has(id)) authors.set(id, by);
  const fresh = now.filter((entry) => !take(known, JSON.stringify(entry)));
  for (const { kind, id, by } of fresh.map(entryOf))
    if (kind === 'about' && !authors.has(id)) authors.set(id, by);
  const isOwnUnit = (client: number, clock: number): boolean => {
    if (client % 2 === 0) return false;
    const starts = entries.filter(
      (each) => each.kind === 'insert' && each.client === client && Number(each.clock) <= clock,
    );
    const id = starts.toSorted((a, b) => Number(a.clock) - Number(b.clock)).at(-1)?.id;
    const accepted = entries
      .filter(({ kind }) => kind === 'accepted')
      .flatMap(({ units }) => units as [number, number, number][]);
    if (
      accepted.some(
        ([holder, from, size]) => holder === client && from <= clock && clock < from + size,
      )
    )
      return false;
    const before = entries.find(({ kind, id: other }) => kind === 'about' && other === id)?.by;
    return before === undefined ? ownerOf(client) === person : before === person;
  };
  return fresh.filter((entry) => {
    if (!isEntry(entry) || entry.kind === 'accepted') return true;
    const { kind, id, by, client, from } = entry;
    const isOwnClient = Number(client) % 2 === 1 && ownerOf(Number(client)) === person;
    if (kind === 'copy') {
      const [holder, start, length] = from as [number, number, number];
      return (
        !isOwnClient ||
        Array.from({ length }, (_, i) => isOwnUnit(holder, start + i)).includes(false)
      );
    }
    if (authors.get(id) !== person || (kind === 'about' && by !== person)) return true;
    return kind === 'insert' && !isOwnClient;
  });
}

function take(list: string[], text: string): boolean {
  const at = list.indexOf(text);
  if (at !== -1) list.splice(at, 1);
  return at !== -1;
}
