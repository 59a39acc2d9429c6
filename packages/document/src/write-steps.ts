import type { Node } from '@tiptap/pm/model';
import {
  AddMarkStep,
  AddNodeMarkStep,
  AttrStep,
  RemoveMarkStep,
  RemoveNodeMarkStep,
  ReplaceStep,
  type Step,
} from '@tiptap/pm/transform';
import * as Y from 'yjs';

/**
 * Puts letters and whole blocks into the shared text, and takes them out of it, exactly where the editor's steps do: before the editor's binding
 * looks for what differs. It compares: where a letter is put beside the same one, or a block beside one that is like it, it takes the old for the
 * new, and so does what says who wrote which. What stands in new blocks, formats, and all else are left to the binding. `docs`: the
 * document before each step. Ends at the first step that does anything else, or does not find what it is about; answers whether none did.
 */
export function writeSteps(root: Y.XmlFragment, steps: readonly Step[], docs: readonly Node[]): boolean {
  for (const [i, step] of steps.entries()) {
    if (keepsContent(step)) continue;
    const doc = docs[i];
    if (doc === undefined || !(step instanceof ReplaceStep) || step.slice.openStart > 0 || step.slice.openEnd > 0) return false;
    const isDone = doc.resolve(step.from).parent.isTextblock ? writeLetters(root, step, doc) : writeBlocks(root, step, doc);
    if (!isDone) return false;
  }
  return true;
}

function keepsContent(step: Step): boolean {
  return [AddMarkStep, RemoveMarkStep, AddNodeMarkStep, RemoveNodeMarkStep, AttrStep].some((kind) => step instanceof kind);
}

function writeLetters(root: Y.XmlFragment, { from, to, slice }: ReplaceStep, doc: Node): boolean {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const block = $from.parent;
  if (!$from.sameParent($to)) return false;
  let letters = '';
  let isText = true;
  slice.content.forEach((node) => {
    isText &&= node.isText;
    letters += node.text ?? '';
  });
  const element = isText ? sharedBlock(root, doc, $from.before()) : null;
  if (element === null) return false;
  const place = lineAt(element, block, $from.parentOffset, $to.parentOffset);
  if (place === null) return false;
  const { line, at } = place;
  if (to > from) line.delete(at, to - from);
  if (letters !== '') line.insert(at, letters);
  return true;
}

/** New blocks come without what is in them: the binding finds them in their places, and fills them. */
function writeBlocks(root: Y.XmlFragment, { from, to, slice }: ReplaceStep, doc: Node): boolean {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const parent = $from.depth === 0 ? root : sharedBlock(root, doc, $from.before());
  if (parent === null || !$from.sameParent($to) || parent.length !== $from.parent.childCount) return false;
  const [start, end] = [$from.index(), $to.index()];
  const shells: Y.XmlElement[] = [];
  slice.content.forEach((node) => void shells.push(new Y.XmlElement(node.type.name)));
  if (end > start) parent.delete(start, end - start);
  if (shells.length > 0) parent.insert(start, shells);
  return true;
}

/** The text of a block in which a stretch of it stands whole, and where in it; null where there is none, or it does not say what the block does. */
function lineAt(element: Y.XmlElement, block: Node, from: number, to: number): { line: Y.XmlText; at: number } | null {
  let start = 0;
  let found: { line: Y.XmlText; at: number } | null = null;
  for (const child of element.toArray()) {
    const length = child instanceof Y.XmlText ? child.length : 1;
    const end = start + length;
    if (end > block.content.size) return null;
    if (child instanceof Y.XmlText && start <= from && to <= end && block.textBetween(start, end) === stringOf(child)) {
      // Between two texts, letters go on with the one before.
      found ??= { line: child, at: from - start };
    }
    start = end;
  }
  return start === block.content.size ? found : null;
}

function stringOf(line: Y.XmlText): string {
  let text = '';
  for (let item = line._start; item !== null; item = item.right) {
    if (!item.deleted && item.content instanceof Y.ContentString) text += item.content.str;
  }
  return text;
}

/** The element of the shared document that the node at `pos` of `doc` shows; null where the two do not have the same nodes there. */
export function sharedBlock(root: Y.XmlFragment, doc: Node, pos: number): Y.XmlElement | null {
  const $pos = doc.resolve(pos);
  let found: Y.XmlFragment = root;
  for (let depth = 0; depth <= $pos.depth; depth += 1) {
    const child = found.toArray().filter((each) => each instanceof Y.XmlElement)[$pos.index(depth)];
    if (!(child instanceof Y.XmlElement) || child.nodeName !== $pos.node(depth).child($pos.index(depth)).type.name) return null;
    found = child;
  }
  return found instanceof Y.XmlElement ? found : null;
}
