import * as Y from 'yjs';

type Entry = {
  kind?: unknown;
  id?: unknown;
  by?: unknown;
  client?: unknown;
  clock?: unknown;
  units?: unknown;
  of?: unknown;
  set?: unknown;
};

/**
 * Reads from a flat document everything that a reviewer must leave as it is: the text without suggestions with the ids, values
 * and formats of its units, what others suggest, what was accepted, and the containers. Written without the code that it judges.
 */
export function protectedState(doc: Y.Doc, person: string): string {
  const entries = doc.getArray('suggestions').toArray().map(entryOf);
  const authors = new Map<unknown, unknown>();
  for (const { kind, id, by } of entries) if (kind === 'about' && !authors.has(id)) authors.set(id, by);
  const accepted = new Set<string>();
  for (const { kind, units } of entries)
    if (kind === 'accepted')
      for (const [client, from, length] of units as [number, number, number][])
        for (let clock = from; clock < from + length; clock += 1) accepted.add(`${client}:${clock}`);
  const suggestionOf = (client: number, clock: number): unknown =>
    entries
      .filter((entry) => entry.kind === 'insert' && entry.client === client && Number(entry.clock) <= clock)
      .toSorted((a, b) => Number(a.clock) - Number(b.clock))
      .at(-1)?.id ?? null;
  const isOthers = (client: number, clock: number): boolean => {
    const id = suggestionOf(client, clock);
    return id === null ? false : authors.get(id) !== person;
  };
  const text: unknown[] = [];
  const markers: unknown[] = [];
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
    const map = item.content instanceof Y.ContentType ? (item.content.type as Y.Map<unknown>).toJSON() : null;
    if (map !== null) markers.push([client, clock, map]);
    for (let i = 0; i < item.length; i += 1) {
      const isSuggested = client % 2 === 1 && !accepted.has(`${client}:${clock + i}`);
      if (isSuggested && !isOthers(client, clock + i)) continue;
      const letter = item.content instanceof Y.ContentString ? item.content.str[i] : map;
      text.push([client, clock + i, letter, formats, isSuggested ? suggestionOf(client, clock + i) : null]);
    }
  }
  const others = entries.filter(({ kind, id }) => kind === 'accepted' || (kind !== 'about' && authors.get(id) !== person));
  return JSON.stringify({
    text,
    others,
    accepted: [...accepted].toSorted(),
    formatCount,
    authors: [...authors].filter(([, by]) => by !== person),
  });
}

const entryOf = (value: unknown): Entry => (typeof value === 'object' && value !== null ? (value as Entry) : {});

/** The values of markers and containers, which a reviewer sets for new ones only. */
export function valuesOf(doc: Y.Doc): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of doc.getMap('containers').entries()) found.set(`container ${key}`, JSON.stringify(value));
  for (const item of Y.getTypeChildren(doc.getText('text')))
    if (!item.deleted && item.content instanceof Y.ContentType)
      found.set(`marker ${item.id.client}:${item.id.clock}`, JSON.stringify((item.content.type as Y.Map<unknown>).toJSON()));
  return found;
}

const kinds = new Set<unknown>(['about', 'insert', 'delete', 'change', 'accepted']);

/** Entries that a reviewer's update brought and that are not theirs to bring. */
export function foreignEntries(before: Y.Doc, after: Y.Doc, person: string, clients: ReadonlySet<number>): unknown[] {
  const known = before
    .getArray('suggestions')
    .toArray()
    .map((entry) => JSON.stringify(entry));
  const now = after.getArray('suggestions').toArray() as Entry[];
  const authors = new Map<unknown, unknown>();
  for (const text of known) {
    const { kind, id, by } = entryOf(JSON.parse(text));
    if (kind === 'about' && !authors.has(id)) authors.set(id, by);
  }
  const fresh = now.filter((entry) => !take(known, JSON.stringify(entry)));
  for (const { kind, id, by } of fresh.map(entryOf)) if (kind === 'about' && !authors.has(id)) authors.set(id, by);
  return fresh.filter((entry) => {
    if (typeof entry !== 'object' || entry === null || !kinds.has(entry.kind) || entry.kind === 'accepted') return true;
    if (authors.get(entry.id) !== person || (entry.kind === 'about' && entry.by !== person)) return true;
    return entry.kind === 'insert' && !clients.has(Number(entry.client));
  });
}

function take(list: string[], text: string): boolean {
  const at = list.indexOf(text);
  if (at !== -1) list.splice(at, 1);
  return at !== -1;
}
