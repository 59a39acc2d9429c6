import * as Y from 'yjs';
import { align } from './align.ts';
import { textOfDoc } from './content.ts';
import type { NodeJson } from './json.ts';
import { featuresOf, pairSimilar, type Features } from './pair.ts';
import { attributesOf } from './schema.ts';
import { childrenOf, keyOf, keyOfElement, keyOfTexts, wordsOfElement, type Child } from './shared-keys.ts';
import { plainTextOfJson } from './text-format.ts';
import { newText, writeText } from './write-text.ts';

/** A child of a shared node: an element, or texts that stand side by side and are read as one. */
type Shared = { kind: 'element'; element: Y.XmlElement; key: string } | { kind: 'text'; texts: Y.XmlText[]; key: string };

/**
 * The Yjs update (version 1) that makes a shared document say `target`, by an ordinary edit of the client `clientId`: blocks and runs
 * of text that stay the same are not touched, so that what others write in them meanwhile survives the merge. `state` is what is
 * stored, in any order. Null when nothing differs. The client id must not be in use by anybody else. Source: reliability, restoring
 * never destroys; blocks get their place for text at once, as the editor's do.
 */
export function updateTowards(
  state: readonly Uint8Array[],
  target: NodeJson,
  { clientId }: { clientId: number },
): Uint8Array | null {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of state) Y.applyUpdate(doc, update);
  });
  // Only now: while applying what this client wrote before, Yjs would take another id.
  doc.clientID = clientId;
  let written: Uint8Array | null = null;
  doc.on('update', (update: Uint8Array) => (written = update));
  doc.transact(() => reconcile(textOfDoc(doc), { type: 'doc', content: target.content ?? [] }));
  doc.destroy();
  return written;
}

function reconcile(parent: Y.XmlFragment, target: NodeJson): void {
  const shared = sharedOf(parent);
  const wanted = childrenOf(target);
  const matches = align(
    shared.map(({ key }) => key),
    wanted.map(keyOf),
  );
  let index = 0;
  let [from, to] = [0, 0];
  for (const [before, after] of [...matches, [shared.length, wanted.length] as const]) {
    index = bridge(parent, index, shared.slice(from, before), wanted.slice(to, after));
    const same = shared[before];
    if (same) index += sizeOf(same);
    [from, to] = [before + 1, after + 1];
  }
}

/** Makes `wanted` of the children `shared`, which begin at `index`. Answers where they end. */
function bridge(parent: Y.XmlFragment, start: number, shared: readonly Shared[], wanted: readonly Child[]): number {
  const pairs = pairSimilar(shared.map(featuresOfShared), wanted.map(featuresOfChild), true);
  let index = start;
  let [from, to] = [0, 0];
  for (const [before, after] of [...pairs, [shared.length, wanted.length] as const]) {
    for (const gone of shared.slice(from, before)) remove(parent, index, gone);
    index += wanted.slice(to, after).length === 0 ? 0 : insert(parent, index, wanted.slice(to, after));
    const [old, next] = [shared[before], wanted[after]];
    if (old && next) index += change(parent, index, old, next);
    [from, to] = [before + 1, after + 1];
  }
  return index;
}

function remove(parent: Y.XmlFragment, index: number, gone: Shared): void {
  parent.delete(index, sizeOf(gone));
}

function insert(parent: Y.XmlFragment, index: number, wanted: readonly Child[]): number {
  parent.insert(index, wanted.map(created));
  return wanted.length;
}

function created(child: Child): Y.XmlElement | Y.XmlText {
  if (child.kind === 'text') return newText(child.runs);
  const element = new Y.XmlElement(child.node.type);
  setAttributes(element, child.node, {});
  element.insert(0, childrenOf(child.node).map(created));
  return element;
}

function change(parent: Y.XmlFragment, index: number, old: Shared, next: Child): number {
  if (old.kind === 'text' && next.kind === 'text') {
    const [first, ...rest] = old.texts;
    if (first) writeText(first, next.runs);
    if (rest.length > 0) parent.delete(index + 1, rest.length);
    return 1;
  }
  if (old.kind === 'element' && next.kind === 'element') {
    setAttributes(old.element, next.node, old.element.getAttributes());
    reconcile(old.element, next.node);
    return 1;
  }
  remove(parent, index, old);
  return insert(parent, index, [next]);
}

function setAttributes(element: Y.XmlElement, node: NodeJson, given: Readonly<Record<string, unknown>>): void {
  const wanted = attributesOf(node);
  for (const [name, value] of Object.entries(wanted)) {
    // The types say string; the editor's binding keeps numbers, booleans and lists as they are.
    if (JSON.stringify(given[name]) !== JSON.stringify(value)) element.setAttribute(name, value as string);
  }
  for (const name of Object.keys(given)) if (!(name in wanted)) element.removeAttribute(name);
}

/** A place for text is always the same one, however little of what it says is left. */
const textFeatures: Features = featuresOf('', '');

const featuresOfShared = (child: Shared): Features =>
  child.kind === 'text' ? textFeatures : featuresOf(child.element.nodeName, wordsOfElement(child.element));

const featuresOfChild = (child: Child): Features =>
  child.kind === 'text' ? textFeatures : featuresOf(child.node.type, plainTextOfJson(child.node));

const sizeOf = (child: Shared): number => (child.kind === 'text' ? child.texts.length : 1);

function sharedOf(parent: Y.XmlFragment): Shared[] {
  const children: Shared[] = [];
  for (const child of parent.toArray()) {
    const last = children.at(-1);
    if (child instanceof Y.XmlElement) children.push({ kind: 'element', element: child, key: keyOfElement(child) });
    else if (child instanceof Y.XmlText && last?.kind === 'text') last.texts.push(child);
    else if (child instanceof Y.XmlText) children.push({ kind: 'text', texts: [child], key: '' });
  }
  return children.map((child) => (child.kind === 'text' ? { ...child, key: keyOfTexts(child.texts) } : child));
}
