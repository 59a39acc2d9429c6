import * as Y from 'yjs';
import { formatOf } from '../write-text.ts';
import { withReopened } from './reopened.ts';
import { isSameSaying, type Saying } from './saying.ts';
import { attributeOf, splitSign, stampOf, type Ink } from './stamp.ts';

/** What is taken back or done again: the manager that remembers it, which of the two, and the call of it. */
export type Taking = { readonly manager: Y.UndoManager; readonly which: 'undo' | 'redo'; readonly act: () => void };

/**
 * Lets somebody who suggests take something back, or do it again: afterwards the document says the same without their suggestions
 * as before. Answers whether it does; else `act` is to be taken back itself.
 */
export function keepSuggested(root: Y.XmlFragment, saying: Saying, ink: Ink, { manager, which, act }: Taking): boolean {
  const { doc } = root;
  if (doc === null) return false;
  const before = saying.without(ink.author);
  const since = Y.getState(doc.store, doc.clientID);
  withReopened(doc, manager, which, act);
  if (isSameSaying(before, saying.without(ink.author))) return true;
  doc.transact(() => suggestRestored(root, since, ink), suggestedAgain);
  return isSameSaying(before, saying.without(ink.author));
}

/** The origin of these changes: they are part of what was taken back, and nobody's to take back by itself. */
const suggestedAgain = Symbol('suggested again');

/**
 * Makes suggestions again of what came back as real text when somebody took back that they deleted words of their own suggestion. Yjs brings back
 * letters; the marks around them may have been tidied away meanwhile. `since`: the clock of this document's own client before they came
 * back; `ink`: under which suggestion they go where nothing of their author stands before them.
 */
function suggestRestored(root: Y.XmlFragment, since: number, ink: Ink): void {
  const texts = new Set<Y.XmlText>();
  const elements = new Set<Y.XmlElement>();
  const { doc } = root;
  for (const struct of doc?.store.clients.get(doc.clientID) ?? []) {
    if (struct.id.clock + struct.length <= since || !(struct instanceof Y.Item) || struct.deleted) continue;
    if (struct.content instanceof Y.ContentString && struct.parent instanceof Y.XmlText) texts.add(struct.parent);
    else if (struct.content instanceof Y.ContentType && struct.content.type instanceof Y.XmlElement)
      elements.add(struct.content.type);
  }
  const isNew = (client: number, clock: number): boolean => client === doc?.clientID && clock >= since;
  for (const text of texts) markLetters(text, plainLetters(text, isNew, ink.author), ink);
  for (const element of elements) {
    if (!isIn(elements, element.parent) && stampOf(element.getAttribute('insertion')) === null)
      element.setAttribute('insertion', attributeOf(ink));
  }
}

/**
 * Mends what somebody suggested without knowing what others did at the same place: letters of theirs that are real text, because the suggestion in which they
 * were written was decided about, are suggested again; letters of others that came to stand in what theirs were marked as are text again.
 * `updates`: what the server has not taken. Answers whether there was anything to mend.
 */
export function suggestAgain(root: Y.XmlFragment, updates: readonly Uint8Array[], ink: Ink): boolean {
  const { doc } = root;
  if (doc === null || updates.length === 0) return false;
  const texts = new Set<Y.XmlText>();
  const written = Y.decodeUpdate(Y.mergeUpdates([...updates])).structs.filter((struct) => struct instanceof Y.Item);
  const isNew = (client: number, clock: number): boolean =>
    written.some(({ id, length }) => id.client === client && id.clock <= clock && clock < id.clock + length);
  for (const { id, content } of written) {
    const item = content instanceof Y.ContentString || content instanceof Y.ContentFormat ? Y.getItem(doc.store, id) : null;
    if (item instanceof Y.Item && item.parent instanceof Y.XmlText) texts.add(item.parent);
  }
  let isMended = false;
  doc.transact(() => {
    for (const text of texts) {
      const foreign = foreignLetters(text, isNew);
      // From the end, so that places before it stay what they are.
      for (const { at, length, key } of foreign.toReversed()) text.format(at, length, { [key]: null });
      const letters = plainLetters(text, isNew, ink.author);
      markLetters(text, letters, ink);
      isMended ||= foreign.length > 0 || letters.length > 0;
    }
  }, suggestedAgain);
  return isMended;
}

/** Letters of others over which a mark lies that says that they are suggested to come, and that `isNew` picks; and the key of the mark. */
function foreignLetters(text: Y.XmlText, isNew: (client: number, clock: number) => boolean) {
  const found: { at: number; length: number; key: string }[] = [];
  const open = new Set<string>();
  const own = text.doc?.clientID;
  let at = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { content, id, length } = item;
    if (content instanceof Y.ContentFormat && content.key.startsWith('insertion')) {
      if (content.value !== null && isNew(id.client, id.clock)) open.add(content.key);
      else open.delete(content.key);
    }
    if (!item.countable) continue;
    if (id.client !== own) for (const key of open) found.push({ at, length, key });
    at += length;
  }
  return found;
}

type Letters = {
  readonly at: number;
  readonly text: string;
  readonly client: number;
  readonly format: Readonly<Record<string, unknown>> | null;
};

/** Letters that `isNew` picks and that are under no insertion of `author`, and the format of the one that stands right before them. */
function plainLetters(text: Y.XmlText, isNew: (client: number, clock: number) => boolean, author: string): Letters[] {
  const found: Letters[] = [];
  const open = new Map<string, unknown>();
  let at = 0;
  let before: Letters['format'] = null;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { content, id } = item;
    if (content instanceof Y.ContentFormat) {
      if (content.value === null) open.delete(content.key);
      else open.set(content.key, content.value);
    } else if (content instanceof Y.ContentString) {
      const own = [...open].find(([key, value]) => key.startsWith('insertion') && stampOf(value)?.author === author);
      // Letters that are new and such that are not may have become one item.
      const news = own === undefined ? newRuns(content.str, (index) => isNew(id.client, id.clock + index)) : [];
      for (const { from, said } of news) {
        found.push({ at: at + from, text: said, client: id.client, format: from === 0 ? before : null });
      }
      // The end of a paragraph is a suggestion of its own kind.
      const isAllNew = news[0]?.said.length === content.str.length;
      if (!isAllNew) before = own && !content.str.includes(splitSign) ? { [own[0]]: own[1] } : null;
    }
    if (item.countable) at += item.length;
  }
  return found;
}

function newRuns(text: string, isNew: (index: number) => boolean): { from: number; said: string }[] {
  const runs: { from: number; said: string }[] = [];
  for (let from = 0; from < text.length; from += 1) {
    const start = from;
    while (from < text.length && isNew(from)) from += 1;
    if (from > start) runs.push({ from: start, said: text.slice(start, from) });
  }
  return runs;
}

function markLetters(text: Y.XmlText, letters: readonly Letters[], ink: Ink): void {
  // From the end, so that places before it stay what they are.
  for (const { at, text: said, client, format } of letters.toReversed()) {
    if (said === splitSign) text.delete(at, 1);
    else text.format(at, said.length, format ?? formatOf([{ type: 'insertion', attrs: { ...ink, by: String(client) } }]));
  }
}

function isIn(elements: ReadonlySet<Y.XmlElement>, parent: unknown): boolean {
  return parent instanceof Y.XmlElement && (elements.has(parent) || isIn(elements, parent.parent));
}
