import * as Y from 'yjs';
import { formatChangeIn, isSuggestionMark, splitSign, stampOf, suggestionAttributes } from './suggestions/stamp.ts';

/** A unit of a shared text: the client that made it, and as which of its clocks. */
export type Unit = { readonly client: number; readonly clock: number };

/**
 * How what becomes of a suggestion can be told when it stands in the text no more: by what it is about (`unit`), and by what carried it
 * (`carrier`). `kind`: what is looked at; `other`: that it was decided can be told, and not how.
 */
export type SuggestionTrace = {
  readonly id: string;
  readonly author: string;
  readonly kind: 'insertion' | 'deletion' | 'add' | 'remove' | 'other';
  readonly unit: Unit;
  readonly carrier: Unit;
  /** Of `add` and `remove`: the format. */
  readonly format?: string;
};

/** Somebody who is named in a text. `context`: a number that is the same for the same words around. */
export type MentionTrace = { readonly userId: string; readonly unit: Unit; readonly context: number };

/** What became of a suggestion; null where it cannot be told. */
export type Outcome = 'accepted' | 'rejected' | null;

/** What can be told best goes first. */
const order = ['insertion', 'deletion', 'add', 'remove', 'other'] as const;

/** The suggestions and the named people of a shared text, one entry for each suggestion. */
export function tracesIn(root: Y.XmlFragment): { suggestions: SuggestionTrace[]; mentions: MentionTrace[] } {
  const suggestions = new Map<string, SuggestionTrace>();
  const mentions: MentionTrace[] = [];
  const add = (value: unknown, part: Omit<SuggestionTrace, 'id' | 'author'>): void => {
    const stamp = stampOf(value);
    if (stamp === null) return;
    const known = suggestions.get(stamp.id);
    if (known !== undefined && order.indexOf(known.kind) <= order.indexOf(part.kind)) return;
    suggestions.set(stamp.id, { id: stamp.id, author: stamp.author, ...part });
  };
  const waiting: Y.XmlFragment[] = [root];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    let context: number | null = null;
    for (const child of parent.toArray()) {
      if (child instanceof Y.XmlText) traceText(child, add);
      if (!(child instanceof Y.XmlElement) || child._item === null) continue;
      waiting.push(child);
      const unit = unitOf(child._item);
      for (const name of suggestionAttributes) {
        const carrier = child._map.get(name);
        if (carrier === undefined || carrier.deleted) continue;
        // Whether a block was kept cannot be told: blocks that are kept may be made anew, beside others of their kind.
        add(child.getAttribute(name), { kind: 'other', unit, carrier: unitOf(carrier) });
      }
      const userId: unknown = child.nodeName === 'mention' ? child.getAttribute('id') : null;
      if (typeof userId === 'string' && (child.getAttribute('of') ?? 'person') === 'person')
        mentions.push({ userId, unit, context: (context ??= contextOf(parent)) });
    }
  }
  return { suggestions: [...suggestions.values()], mentions };
}

/** What became of a suggestion, and by which of the updates that were sent (its place among them); null where none of them did it. */
export type Ended = { readonly outcome: Outcome; readonly index: number | null };

/**
 * What became of suggestions that stand in `doc` no more. `sent`: the updates since they were seen; the first that takes away what
 * carried a suggestion, or what it was about, has decided it. What is still there was kept, of the same letters beside each other perhaps
 * others. What is gone was taken away only where that update writes nothing: an editor may write anew what it keeps.
 */
export function outcomesOf(doc: Y.Doc, gone: readonly SuggestionTrace[], sent: readonly Uint8Array[]): Ended[] {
  const updates = sent.map((update) => Y.decodeUpdate(update));
  const deciding = firstDeletions(
    gone.map(({ unit, carrier }) => [unit, carrier]),
    updates.map(({ ds }) => ds.clients),
  );
  const writing = new Map<number, boolean>();
  const doesWrite = (index: number): boolean => {
    const known = writing.get(index) ?? writes(updates[index]?.structs ?? []);
    writing.set(index, known);
    return known;
  };
  const formats = new Map<Y.XmlText, ReadonlyMap<Y.Item, ReadonlySet<string>>>();
  const items = gone.map(({ kind, unit }) => (kind === 'other' ? null : itemAt(doc, unit)));
  const asked = new Map<Y.Item, Set<string>>();
  for (const [i, item] of items.entries()) {
    const format = gone[i]?.format;
    if (item !== null && format !== undefined) asked.set(item, (asked.get(item) ?? new Set()).add(format));
  }
  const formatsAt = (item: Y.Item): ReadonlySet<string> => {
    const { parent } = item;
    if (!(parent instanceof Y.XmlText)) return new Set();
    const known = formats.get(parent) ?? formatsIn(parent, asked);
    formats.set(parent, known);
    return known.get(item) ?? new Set();
  };
  return gone.map(({ kind, format }, i) => {
    const [item, index] = [items[i] ?? null, deciding[i] ?? null];
    if (kind === 'other') return { outcome: null, index };
    if (item === null && (index === null || doesWrite(index))) return { outcome: null, index };
    switch (kind) {
      case 'insertion':
        return { outcome: item === null ? 'rejected' : 'accepted', index };
      case 'deletion':
        return { outcome: item === null ? 'accepted' : 'rejected', index };
      case 'add':
      case 'remove': {
        if (item === null || format === undefined) return { outcome: null, index };
        return { outcome: formatsAt(item).has(format) === (kind === 'add') ? 'accepted' : 'rejected', index };
      }
    }
  });
}

type Deletions = ReadonlyMap<number, readonly { readonly clock: number; readonly len: number }[]>;

/** Of each group of units, which of the updates is the first to take away one of them. Every unit is looked at once for all updates. */
function firstDeletions(groups: readonly (readonly Unit[])[], updates: readonly Deletions[]): (number | null)[] {
  const waiting = new Map<number, { clock: number; group: number }[]>();
  for (const [group, units] of groups.entries())
    for (const { client, clock } of units) {
      const ofClient = waiting.get(client) ?? [];
      ofClient.push({ clock, group });
      waiting.set(client, ofClient);
    }
  const first: (number | null)[] = groups.map(() => null);
  const lists = new Map([...waiting].map(([client, units]) => [client, queueOf(units.toSorted((a, b) => a.clock - b.clock))]));
  for (const [index, clients] of updates.entries())
    for (const [client, ranges] of clients)
      for (const { clock, len } of ranges)
        for (const group of lists.get(client)?.(clock, clock + len) ?? []) first[group] ??= index;
  return first;
}

/** Gives each unit once, to the first that asks for a range in which it lies. */
function queueOf(units: readonly { clock: number; group: number }[]): (from: number, to: number) => number[] {
  /** From each place the next unit that was not given yet, shortened whenever it is followed. */
  const next = units.map((_, i) => i).concat(units.length);
  const nextFrom = (place: number): number => {
    let end = place;
    while (next[end] !== end) end = next[end] ?? units.length;
    for (let at = place; at !== end;) [at, next[at]] = [next[at] ?? end, end];
    return end;
  };
  return (from, to) => {
    let [low, high] = [0, units.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((units[middle]?.clock ?? Infinity) < from) low = middle + 1;
      else high = middle;
    }
    const groups: number[] = [];
    for (let at = nextFrom(low); at < units.length && (units[at]?.clock ?? Infinity) < to; at = nextFrom(at)) {
      groups.push(units[at]?.group ?? 0);
      next[at] = at + 1;
    }
    return groups;
  };
}

/** Whether an update brings letters or blocks, and not only formats and what is taken away. */
function writes(structs: readonly unknown[]): boolean {
  return structs.some(
    (struct) =>
      struct instanceof Y.Item && (struct.content instanceof Y.ContentString || struct.content instanceof Y.ContentType),
  );
}

type AddTrace = (value: unknown, part: Omit<SuggestionTrace, 'id' | 'author'>) => void;

/** A suggestion's mark that is open at a place of a text. */
type OpenMark = { readonly name: string; readonly value: unknown; readonly carrier: Unit };

/** Tells of each mark once, or twice where only signs of splits followed it at first: marks may lie over each other in any number. */
function traceText(text: Y.XmlText, add: AddTrace): void {
  const fresh = new Map<string, OpenMark>();
  const overSplits = new Map<string, OpenMark>();
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentFormat) {
      const { key, value } = item.content as unknown as { key: string; value: unknown };
      fresh.delete(key);
      overSplits.delete(key);
      const name = key.replace(hash, '');
      if (value !== null && isSuggestionMark(name)) fresh.set(key, { name, value, carrier: unitOf(item) });
    }
    if (!(item.content instanceof Y.ContentString)) continue;
    // The sign of a split goes whatever is decided.
    const { str } = item.content;
    const offset = str.search(notSplit);
    const unit = { client: item.id.client, clock: item.id.clock + Math.max(offset, 0) };
    if (offset >= 0) {
      for (const { value, carrier } of overSplits.values()) add(value, { kind: 'insertion', unit, carrier });
      overSplits.clear();
    }
    for (const [key, mark] of fresh) {
      traceMark(mark, unit, offset < 0, add);
      if (mark.name === 'insertion' && offset < 0) overSplits.set(key, mark);
    }
    fresh.clear();
  }
}

function traceMark({ name, value, carrier }: OpenMark, unit: Unit, isSplit: boolean, add: AddTrace): void {
  const change = name === 'modification' ? formatChangeIn(value) : null;
  if (name === 'insertion') add(value, { kind: isSplit ? 'other' : 'insertion', unit, carrier });
  else if (name === 'deletion') add(value, { kind: 'deletion', unit, carrier });
  else if (change === null) add(value, { kind: 'other', unit, carrier });
  else if ('add' in change) add(value, { kind: 'add', unit, carrier, format: change.add.type });
  else add(value, { kind: 'remove', unit, carrier, format: change.remove });
}

const notSplit = new RegExp(`[^${splitSign}]`);

/** Marks that may lie over each other carry a hash: `insertion--Ab12Cd34`. */
const hash = /--[a-zA-Z0-9+/=]{8}$/;

const unitOf = ({ id }: Y.Item): Unit => ({ client: id.client, clock: id.clock });

function itemAt({ store }: Y.Doc, { client, clock }: Unit): Y.Item | null {
  if (Y.getState(store, client) <= clock) return null;
  const item: unknown = Y.getItem(store, Y.createID(client, clock));
  return item instanceof Y.Item && !item.deleted ? item : null;
}

/** Which of the formats that are asked for at an item of a text are open there. */
function formatsIn(text: Y.XmlText, asked: ReadonlyMap<Y.Item, ReadonlySet<string>>): ReadonlyMap<Y.Item, ReadonlySet<string>> {
  const open = new Set<string>();
  const found = new Map<Y.Item, ReadonlySet<string>>();
  for (let one = text._start; one !== null; one = one.right) {
    const formats = asked.get(one);
    if (formats !== undefined) found.set(one, new Set([...formats].filter((format) => open.has(format))));
    if (one.deleted || !(one.content instanceof Y.ContentFormat)) continue;
    const { key, value } = one.content as unknown as { key: string; value: unknown };
    const name = key.replace(hash, '');
    if (value === null) open.delete(name);
    else open.add(name);
  }
  return found;
}

function* wordsIn(text: Y.XmlText): Generator<string> {
  for (let item = text._start; item !== null; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentString) yield item.content.str;
}

/** A number for the words of a block: FNV-1a. */
function contextOf(block: Y.XmlFragment): number {
  let sum = 0x811c9dc5;
  for (const child of block.toArray()) {
    for (const words of child instanceof Y.XmlText ? wordsIn(child) : ['\n'])
      for (let i = 0; i < words.length; i += 1) sum = Math.imul(sum ^ words.charCodeAt(i), 0x01000193);
  }
  return sum >>> 0;
}
