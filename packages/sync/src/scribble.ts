import * as Y from 'yjs';
import { rootName } from './judge.ts';

/** A source of chance that a seed determines: mulberry32, numbers from 0 up to 1. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = ['ink', 'paper ', 'line', 'ä', '漢字', '🖋', ' ', 'margin', '\n', 'é'];

/**
 * One random edit of the kinds that an editor makes, for tests: paragraphs, nested lists, text, marks, attributes, deletions.
 * Everything is chosen by `random`, so that a seed tells the whole story.
 */
export function scribble(doc: Y.Doc, random: () => number): void {
  const root = doc.getXmlFragment(rootName);
  const pick = (count: number): number => Math.floor(random() * count);
  doc.transact(() => {
    const text = anyText(root, random);
    switch (text === null ? 0 : pick(10)) {
      case 0:
        return insertBlock(root, pick);
      case 1:
        return insertNested(root, pick);
      case 2:
        return deleteBlock(root, pick);
      case 3:
        if (text !== null) format(text, pick);
        return;
      case 4:
        return (text?.parent as Y.XmlElement | null)?.setAttribute?.('level', pick(6) as unknown as string);
      case 5:
      case 6:
        if (text !== null && text.length > 0) {
          const from = whole(text, pick(text.length));
          const to = whole(text, Math.min(from + 1 + pick(4), text.length));
          if (to > from) text.delete(from, to - from);
        }
        return;
      default:
        if (text !== null) text.insert(whole(text, pick(text.length + 1)), words[pick(words.length)] ?? 'x');
    }
  });
}

function format(text: Y.XmlText, pick: (count: number) => number): void {
  const from = whole(text, pick(text.length + 1));
  const to = whole(text, Math.min(from + pick(6), text.length));
  if (to > from) text.format(from, to - from, { bold: pick(2) === 0 ? true : null });
}

/** The place at or before `at` that does not split a surrogate pair; editors never do, and Yjs would put U+FFFD for both halves. */
function whole(text: Y.XmlText, at: number): number {
  const plain = (text.toDelta() as { insert: string }[]).map(({ insert }) => insert).join('');
  const unit = plain.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function insertBlock(root: Y.XmlFragment, pick: (count: number) => number): void {
  const block = new Y.XmlElement('paragraph');
  block.insert(0, [new Y.XmlText(words[pick(words.length)] ?? 'x')]);
  root.insert(pick(root.length + 1), [block]);
}

function insertNested(root: Y.XmlFragment, pick: (count: number) => number): void {
  const list = new Y.XmlElement('bulletList');
  const item = new Y.XmlElement('listItem');
  const block = new Y.XmlElement('paragraph');
  block.insert(0, [new Y.XmlText('item')]);
  item.insert(0, [block]);
  list.insert(0, [item]);
  root.insert(pick(root.length + 1), [list]);
}

function deleteBlock(root: Y.XmlFragment, pick: (count: number) => number): void {
  if (root.length > 1) root.delete(pick(root.length), 1);
}

function anyText(root: Y.XmlFragment, random: () => number): Y.XmlText | null {
  const texts: Y.XmlText[] = [];
  const visit = (node: unknown): void => {
    if (node instanceof Y.XmlText) texts.push(node);
    else if (node instanceof Y.XmlElement || node instanceof Y.XmlFragment) node.toArray().forEach(visit);
  };
  visit(root);
  return texts[Math.floor(random() * texts.length)] ?? null;
}
