import * as Y from 'yjs';
import { cleanNodeAttributes } from './attributes.ts';
import { textOfDoc } from './content.ts';
import { jsonOf } from './json.ts';
import { repaired } from './repair.ts';
import { editorSchema, fitsSchema } from './schema.ts';
import { updateTowards } from './update-towards.ts';

/** The schema's rules for one shared node, without what stands deeper in it. */
export function isFit(node: Y.XmlElement): boolean {
  const type = editorSchema.nodes[node.nodeName];
  if (type === undefined || !hasSoundSpans(node)) return false;
  let match: typeof type.contentMatch | null = type.contentMatch;
  for (const child of node.toArray()) {
    if (child instanceof Y.XmlText) {
      if (child.length === 0) continue;
      for (const { attributes } of child.toDelta() as { attributes?: object }[])
        for (const key of Object.keys(attributes ?? {})) {
          const mark = editorSchema.marks[markIn(key)];
          if (mark === undefined || !type.allowsMarkType(mark)) return false;
        }
    }
    const name = child instanceof Y.XmlText ? 'text' : child instanceof Y.XmlElement ? child.nodeName : '';
    const next: typeof type | undefined = editorSchema.nodes[name];
    match = next === undefined ? null : match.matchType(next);
    if (match === null) return false;
  }
  return match.validEnd;
}

/** Whether a cell is as wide and high as a table can be drawn; true for what is no cell. */
function hasSoundSpans(node: Y.XmlElement): boolean {
  if (node.nodeName !== 'tableCell' && node.nodeName !== 'tableHeader') return true;
  const given: Readonly<Record<string, unknown>> = node.getAttributes();
  const sound = cleanNodeAttributes[node.nodeName]?.(given) ?? {};
  return ['colspan', 'rowspan'].every((name) => sound[name] === (given[name] ?? 1));
}

/** Whether anything that can be read stands in a shared node: letters, or a leaf such as a picture. */
function holdsContent(node: Y.XmlElement): boolean {
  const open: unknown[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof Y.XmlText) {
      if (next.length > 0) return true;
    } else if (next instanceof Y.XmlElement) {
      if (editorSchema.nodes[next.nodeName]?.isAtom === true) return true;
      open.push(...next.toArray());
    }
  }
  return false;
}

/** The nodes whose children, or marks on whose text, a transaction has changed; those that it brought included. */
export function touchedNodes({ changed, beforeState }: Y.Transaction): Set<Y.XmlElement> {
  const touched = new Set<Y.XmlElement>();
  const isNew = ({ _item: item }: Y.XmlElement): boolean =>
    item !== null && item.id.clock >= (beforeState.get(item.id.client) ?? 0);
  const open: Y.XmlFragment[] = [];
  for (const type of changed.keys()) {
    const node: unknown = type instanceof Y.XmlText ? type.parent : type;
    if (node instanceof Y.XmlFragment) open.push(node);
  }
  for (let node = open.pop(); node; node = open.pop()) {
    if (node instanceof Y.XmlElement && touched.has(node)) continue;
    if (node instanceof Y.XmlElement) touched.add(node);
    for (const child of node.toArray()) if (child instanceof Y.XmlElement && isNew(child)) open.push(child);
  }
  return touched;
}

/** All nodes of a shared text. */
export function* allNodes(root: Y.XmlFragment): Generator<Y.XmlElement> {
  const open: Y.XmlFragment[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node instanceof Y.XmlElement) yield node;
    for (const child of node.toArray()) if (child instanceof Y.XmlElement) open.push(child);
  }
}

/**
 * Whether a shared text holds something that the editor's binding cannot read: it would delete it, with the words in it, or end. In all
 * of it, or in what a transaction changed. What is left of a node without any content may be deleted: concurrent edits leave such.
 */
export function holdsUnfit(doc: Y.Doc, transaction?: Y.Transaction): boolean {
  const root = textOfDoc(doc);
  const isRootChanged = transaction === undefined || transaction.changed.has(root as never);
  if (isRootChanged && root.toArray().some((child) => !(child instanceof Y.XmlElement))) return true;
  for (const node of transaction === undefined ? allNodes(root) : touchedNodes(transaction))
    if (!isFit(node) && (!hasSoundSpans(node) || holdsContent(node))) return true;
  return false;
}

/**
 * Makes a shared text one that the editor can show, by an ordinary edit: blocks that break the schema are replaced by ones that keep
 * their words, without what is suggested in them; everything else stays. Null where nothing has to change. `clientId` must be new.
 */
export function fittingUpdate(doc: Y.Doc, clientId: number): Uint8Array | null {
  const json = jsonOf(textOfDoc(doc));
  const content = (json.content ?? []).flatMap((block) => {
    const alone = { type: 'doc', content: [block] };
    return fitsSchema(alone) ? [block] : (repaired(alone).content ?? []);
  });
  return updateTowards([Y.encodeStateAsUpdate(doc)], { ...json, content }, { clientId });
}

/** Marks that may lie over each other carry eight characters of a hash in the shared text. */
function markIn(key: string): string {
  return key.replace(/--[a-zA-Z0-9+/=]{8}$/, '');
}
