import * as Y from 'yjs';
import { rootsIn } from '../protocol/roots.ts';

/** Creates a seeded random generator: mulberry32, numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Pick = (count: number) => number;

const words = ['ink', 'paper ', 'line', 'ä', '漢字', '🖋', ' ', 'margin', '\n', 'é'];
const kinds = ['paragraph', 'heading', 'codeBlock', 'mention'];

/** Inserts a block with text into a document, for tests. Returns its number of units. */
export function addBlock(doc: Y.Doc, at: number, letters: string): number {
  const { text } = rootsIn(doc);
  doc.transact(() => {
    text.insertEmbed(at, new Y.Map([['kind', 'paragraph']]));
    if (letters !== '') text.insert(at + 1, letters);
  });
  return 1 + letters.length;
}

/**
 * Makes a random edit of a kind that a binding makes, for tests: blocks, containers, characters,
 * formats, values, suggestion entries, deletions. All choices come from `random`, so that a seed
 * reproduces the run. `person` announces the suggestions.
 */
export function randomEdit(doc: Y.Doc, random: () => number, person = 'somebody'): void {
  const roots = rootsIn(doc);
  const { text, containers } = roots;
  const pick: Pick = (count) => Math.floor(random() * count);
  doc.transact(() => {
    const from = wholeIn(text, pick(text.length + 1));
    const to = wholeIn(text, Math.min(from + 1 + pick(4), text.length));
    switch (text.length === 0 ? 0 : pick(12)) {
      case 0:
      case 1:
        return void addBlock(doc, from, words[pick(words.length)] ?? 'x');
      case 2:
        return void containers.set(`${doc.clientID.toString(36)}.${pick(4)}`, {
          kind: 'bulletList',
        });
      case 3:
        return to > from
          ? text.format(from, to - from, { bold: pick(2) === 0 ? {} : null })
          : undefined;
      case 4:
        return setValue(text, pick);
      case 5:
      case 6:
        return to > from ? text.delete(from, to - from) : undefined;
      case 7:
        return suggest(roots.suggestions, pick, { person, client: doc.clientID });
      default:
        return text.insert(from, words[pick(words.length)] ?? 'x');
    }
  });
}

/**
 * Returns the position at or before `at` that does not split a surrogate pair. Editors never split
 * one, and Yjs would insert U+FFFD for both halves.
 */
function wholeIn(text: Y.Text, at: number): number {
  const delta = text.toDelta() as { insert: unknown }[];
  const plain = delta
    .map(({ insert }) => (typeof insert === 'string' ? insert : '\uFFFC'))
    .join('');
  const unit = plain.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function setValue(text: Y.Text, pick: Pick): void {
  const delta = text.toDelta() as { insert: unknown }[];
  const maps = delta.flatMap(({ insert }) =>
    insert instanceof Y.Map ? [insert as Y.Map<unknown>] : [],
  );
  const map = maps[pick(maps.length)];
  if (pick(2) === 0) map?.set('kind', kinds[pick(kinds.length)]);
  else map?.set('a.level', pick(6));
}

function suggest(
  list: Y.Array<unknown>,
  pick: Pick,
  { person, client }: { person: string; client: number },
): void {
  if (list.length > 0 && pick(3) === 0) return list.delete(pick(list.length), 1);
  const id = `${person} ${pick(5)}`;
  const units = [[client, pick(20), 1 + pick(5)]];
  const about = { kind: 'about', id, by: person, at: 1 };
  const entries = [
    { kind: 'delete', id, units },
    { kind: 'change', id, units, set: { 'm.bold': {} } },
    { kind: 'insert', id, client: client - (client % 2) + 1, clock: pick(20) },
    { kind: 'accepted', units },
  ];
  list.insert(pick(list.length + 1), [about, entries[pick(entries.length)]]);
}
