import * as Y from 'yjs';
import { anyBlocks, rootType, type ContentModel } from './content-model.ts';
import {
  append,
  clientOf,
  emptyKnowledge,
  kindOf,
  storeKnowledge,
  type Kind,
  type Knowledge,
  type StoredKnowledge,
} from './knowledge.ts';
import { rootName } from './judge.ts';
import { include } from './ranges.ts';

/** A document's whole state in the form in which it is stored and sent: one Yjs update, and the knowledge that goes with it. */
export type Folded = { readonly state: Uint8Array; readonly knowledge: StoredKnowledge };

/** The stored bytes do not make a whole document: something was stored that should not have been, or was lost. A bug, always. */
export class Unfoldable extends Error {
  override name = 'Unfoldable';
}

/**
 * Builds the Y.Doc that `updates` describe. Expensive in time and memory (a document of 260,000 edits: about 100 ms), so it
 * happens in workers only. Fails with {@link Unfoldable} where something is missing in between.
 */
export function buildDoc(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(rootName);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) throw new Unfoldable('the updates have a gap');
  return doc;
}

/** As {@link buildDoc}, leaving out what continues from something that is not there. */
export function buildWhatFits(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(rootName);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  // Else they are written out with the document.
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
  return doc;
}

/** A whole document as one update. */
export function stateOf(doc: Y.Doc): Uint8Array {
  return Y.encodeStateAsUpdate(doc);
}

/** Folds a document into one update and derives from it what the room has to know. Deleted text loses its content here. */
export function foldDoc(doc: Y.Doc, content = anyBlocks): Folded {
  return { state: stateOf(doc), knowledge: storeKnowledge(knowledgeOf(doc, content)) };
}

/** What there is to know of a whole document. */
export function knowledgeOf(doc: Y.Doc, content = anyBlocks): Knowledge {
  const knowledge = emptyKnowledge();
  const depths = new Map<Y.AbstractType<unknown>, number>();
  for (const [client, structs] of doc.store.clients) {
    const known = clientOf(knowledge, client);
    for (const struct of structs) {
      if (struct.deleted) include(known.deleted, struct.id.clock, struct.id.clock + struct.length);
      append(known, struct.length, struct instanceof Y.Item ? kindOfItem(struct, depths, content) : kindOf('gone', 0));
    }
  }
  return knowledge;
}

function kindOfItem(item: Y.Item, depths: Map<Y.AbstractType<unknown>, number>, model: ContentModel): Kind {
  const holder = item.parent as Y.AbstractType<unknown>;
  const depth = depthIn(holder, depths);
  if (item.parentSub !== null) return kindOf('value', depth);
  if (holder instanceof Y.XmlText) return kindOf(item.content instanceof Y.ContentFormat ? 'mark' : 'text', depth);
  const parent = holder instanceof Y.XmlElement ? model.typeOf(holder.nodeName) : rootType;
  const { content } = item;
  if (!(content instanceof Y.ContentType)) return kindOf('dead', depth, { parent });
  if (!(content.type instanceof Y.XmlElement)) return kindOf('xmltext', depth, { parent });
  return kindOf('element', depth, { parent, type: model.typeOf(content.type.nodeName) });
}

/** The depth of the children of `parent`; iterative, because a document may be nested as deep as is allowed. */
function depthIn(parent: Y.AbstractType<unknown>, depths: Map<Y.AbstractType<unknown>, number>): number {
  const chain: Y.AbstractType<unknown>[] = [];
  let at: Y.AbstractType<unknown> | null = parent;
  while (at !== null && !depths.has(at)) {
    chain.push(at);
    at = (at._item?.parent as Y.AbstractType<unknown> | undefined) ?? null;
  }
  let depth = at === null ? 0 : (depths.get(at) as number);
  for (const type of chain.reverse()) depths.set(type, (depth += 1));
  return depth;
}
