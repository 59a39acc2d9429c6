import * as Y from 'yjs';
import { isLeaf } from '../leaves.ts';
import { recordOf, stampOf } from './stamp.ts';

/**
 * Whether a transaction deletes, of what the clients `others` have inserted, nothing but what `author` suggested to insert, and what
 * belongs to no word: marks, values of attributes, empty texts. One more thing is allowed: the end of a line, where a leaf is inserted
 * into it. A shared text cannot be cut in two, so the editor writes the rest of it anew behind the leaf.
 */
export function deletesOnlyOwn(transaction: Y.Transaction, author: string, others: ReadonlySet<number>): boolean {
  const lines = new Map<Y.XmlText, Set<Y.Item>>();
  for (const client of others) {
    for (const item of deletedOf(transaction, client)) {
      const { parent, content } = item;
      if (item.parentSub !== null || content instanceof Y.ContentFormat || isInside(item, author)) continue;
      if (content instanceof Y.ContentType && content.type instanceof Y.XmlText) continue;
      if (!(parent instanceof Y.XmlText)) return false;
      const line = lines.get(parent);
      if (line === undefined) lines.set(parent, new Set([item]));
      else line.add(item);
    }
  }
  return [...lines].every(
    ([text, deleted]) => isSuggested(text, author, transaction, deleted) || isCutByLeaf(text, transaction, deleted),
  );
}

/** What a transaction deleted of one client's, in order. */
function* deletedOf(transaction: Y.Transaction, client: number): Generator<Y.Item> {
  const ranges = transaction.deleteSet.clients.get(client) ?? [];
  const structs = transaction.doc.store.clients.get(client) ?? [];
  for (const { clock, len } of ranges) {
    for (let i = Y.findIndexSS(structs, clock); i < structs.length; i += 1) {
      const struct = structs[i];
      if (struct === undefined || struct.id.clock >= clock + len) break;
      if (struct instanceof Y.Item && !(struct.content instanceof Y.ContentDeleted)) yield struct;
    }
  }
}

/** Whether an item stands in a node that `author` suggested to insert, or is one. */
function isInside(item: Y.Item, author: string): boolean {
  const { content } = item;
  let node: unknown = content instanceof Y.ContentType ? content.type : item.parent;
  while (node instanceof Y.AbstractType) {
    // Where the node goes, its attributes go with it: asked of what is left of them.
    const value = node._map.get('insertion')?.content.getContent().at(-1);
    if (stampOf(recordOf(value))?.author === author) return true;
    node = node.parent;
  }
  return false;
}

/** Whether all deleted letters of a text stood in suggested insertions of `author`. */
function isSuggested(text: Y.XmlText, author: string, transaction: Y.Transaction, deleted: ReadonlySet<Y.Item>): boolean {
  const open = new Set<string>();
  for (let item = text._start; item !== null; item = item.right) {
    const isNew = item.id.clock >= (transaction.beforeState.get(item.id.client) ?? 0);
    const wasThere = !isNew && (!item.deleted || Y.isDeleted(transaction.deleteSet, item.id));
    if (!wasThere) continue;
    if (item.content instanceof Y.ContentFormat) {
      const { key, value } = item.content as { key: string; value: unknown };
      if (/^insertion(--|$)/.test(key)) open.delete(key);
      if (/^insertion(--|$)/.test(key) && stampOf(value)?.author === author) open.add(key);
    } else if (deleted.has(item) && open.size === 0) return false;
  }
  return true;
}

/** Whether the deleted letters were an end of a text beside which this transaction put a leaf. */
function isCutByLeaf(text: Y.XmlText, transaction: Y.Transaction, deleted: ReadonlySet<Y.Item>): boolean {
  const isNew = ({ id }: Y.Item): boolean => id.clock >= (transaction.beforeState.get(id.client) ?? 0);
  const letters: boolean[] = [];
  for (let item = text._start; item !== null; item = item.right)
    if (deleted.has(item) || (!item.deleted && item.countable && !isNew(item))) letters.push(deleted.has(item));
  const kept = letters.indexOf(false);
  const isEnd = kept < 0 || letters.lastIndexOf(false) < letters.indexOf(true);
  const isStart = kept < 0 || letters.lastIndexOf(true) < kept;
  return (isEnd && isBeside(text, 'right', isNew)) || (isStart && isBeside(text, 'left', isNew));
}

/** Whether the nearest node on one side that was not there before, before any that was, is a leaf. */
function isBeside(text: Y.XmlText, side: 'left' | 'right', isNew: (item: Y.Item) => boolean): boolean {
  for (let item = text._item?.[side] ?? null; item !== null; item = item[side]) {
    if (item.deleted || !(item.content instanceof Y.ContentType)) continue;
    if (!isNew(item)) return false;
    const { type } = item.content;
    if (type instanceof Y.XmlElement) return isLeaf(type.nodeName);
  }
  return false;
}
