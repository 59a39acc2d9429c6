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
        mentions.push({ userId, unit, context: contextOf(parent) });
    }
  }
  return { suggestions: [...suggestions.values()], mentions };
}

/**
 * What became of a suggestion that stands in `doc` no more; `by`: the update that took it away, where that is known. What is still there was
 * kept, of the same letters beside each other perhaps others. What is gone was taken away only where that update writes nothing: an editor may write anew what it keeps.
 */
export function outcomeOf(doc: Y.Doc, { kind, unit, format }: SuggestionTrace, by: Uint8Array | null): Outcome {
  if (kind === 'other') return null;
  const item = itemAt(doc, unit);
  if (item === null && (by === null || writes(by))) return null;
  switch (kind) {
    case 'insertion':
      return item === null ? 'rejected' : 'accepted';
    case 'deletion':
      return item === null ? 'accepted' : 'rejected';
    case 'add':
    case 'remove':
      if (item === null || format === undefined) return null;
      return hasFormat(item, format) === (kind === 'add') ? 'accepted' : 'rejected';
  }
}

/** Whether an update takes away what carried a suggestion, or what it was about: then whoever wrote it has decided. */
export function takesAway(update: Uint8Array, { unit, carrier }: SuggestionTrace): boolean {
  const { clients } = Y.decodeUpdate(update).ds;
  return [unit, carrier].some(({ client, clock }) =>
    (clients.get(client) ?? []).some((range) => clock >= range.clock && clock < range.clock + range.len),
  );
}

/** Whether an update brings letters or blocks, and not only formats and what is taken away. */
function writes(update: Uint8Array): boolean {
  return Y.decodeUpdate(update).structs.some(
    (struct) =>
      struct instanceof Y.Item && (struct.content instanceof Y.ContentString || struct.content instanceof Y.ContentType),
  );
}

function traceText(text: Y.XmlText, add: (value: unknown, part: Omit<SuggestionTrace, 'id' | 'author'>) => void): void {
  const open = new Map<string, { value: unknown; carrier: Unit }>();
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentFormat) {
      const { key, value } = item.content as unknown as { key: string; value: unknown };
      if (value === null) open.delete(key);
      else open.set(key, { value, carrier: unitOf(item) });
    }
    if (!(item.content instanceof Y.ContentString)) continue;
    // The sign of a split goes whatever is decided.
    const { str } = item.content;
    const offset = str.search(notSplit);
    const unit = { client: item.id.client, clock: item.id.clock + Math.max(offset, 0) };
    for (const [key, { value, carrier }] of open) {
      const name = key.replace(hash, '');
      if (!isSuggestionMark(name)) continue;
      const change = name === 'modification' ? formatChangeIn(value) : null;
      if (name === 'insertion') add(value, { kind: offset < 0 ? 'other' : 'insertion', unit, carrier });
      else if (name === 'deletion') add(value, { kind: 'deletion', unit, carrier });
      else if (change === null) add(value, { kind: 'other', unit, carrier });
      else if ('add' in change) add(value, { kind: 'add', unit, carrier, format: change.add.type });
      else add(value, { kind: 'remove', unit, carrier, format: change.remove });
    }
  }
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

function hasFormat(item: Y.Item, format: string): boolean {
  const parent = item.parent;
  if (!(parent instanceof Y.XmlText)) return false;
  const open = new Set<string>();
  for (let one = parent._start; one !== null && one !== item; one = one.right) {
    if (one.deleted || !(one.content instanceof Y.ContentFormat)) continue;
    const { key, value } = one.content as unknown as { key: string; value: unknown };
    const name = key.replace(hash, '');
    if (value === null) open.delete(name);
    else open.add(name);
  }
  return open.has(format);
}

/** A number for the words of a block: FNV-1a. */
function contextOf(block: Y.XmlFragment): number {
  let sum = 0x811c9dc5;
  for (const child of block.toArray()) {
    const words = child instanceof Y.XmlText ? child.toString().replaceAll(/<[^>]*>/g, '') : '\n';
    for (let i = 0; i < words.length; i += 1) sum = Math.imul(sum ^ words.charCodeAt(i), 0x01000193);
  }
  return sum >>> 0;
}
