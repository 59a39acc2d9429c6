import { getSchema } from '@tiptap/core';
import { Fragment, Mark, Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { initProseMirrorDoc, updateYFragment } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { documentExtensions } from '../extensions.ts';
import type { NodeJson } from '../json.ts';
import { keyOf } from '../shared-keys.ts';
import { takeOffSuggestions } from '../suggestions/direct.ts';
import { decideSuggestions } from '../suggestions/decide.ts';
import { resolveSuggestions, type Foreign } from '../suggestions/resolve.ts';
import { extentOf } from '../suggestions/shared.ts';
import type { Stamp } from '../suggestions/stamp.ts';
import { suggest } from '../suggestions/suggest.ts';
import { withoutSuggestions } from '../suggestions/without.ts';
import { writeChange } from '../writing/change.ts';
import { perform, type Edit } from './arbitrary-edit.ts';

const schema = getSchema(documentExtensions);

/** How many cases a property is tried on: `least`, or as many times that as the environment variable `CASES` says. */
export const cases = (least: number): number => Math.ceil(least * Number(process.env['CASES'] ?? 1));

/** A document of the editor. */
export const nodeOf = (json: NodeJson): Node => Node.fromJSON(schema, json);

/** A document as JSON. */
export const jsonOfNode = (doc: Node): NodeJson => doc.toJSON() as NodeJson;

/** What a document says, as a string that is the same for the same. */
export const key = (doc: Node | NodeJson): string =>
  keyOf({ kind: 'element', node: doc instanceof Node ? jsonOfNode(doc) : doc });

/** What is there without the suggestions of `author`, or without any. */
export const without = (json: NodeJson, author?: string): string =>
  key(withoutSuggestions(json, (stamp) => author === undefined || stamp.author === author));

/** The changes by which documents came to be. */
const changes = new WeakMap<Node, Transform>();

/** A document after a decision about all suggestions, or about those that `which` picks. It fits the schema, or this throws. */
export function decided(
  doc: Node,
  verdict: 'accept' | 'reject',
  which: (stamp: Stamp) => boolean = () => true,
  foreign?: Foreign,
): Node {
  const tr = new Transform(doc);
  resolveSuggestions(tr, verdict, which, foreign && { foreign });
  tr.doc.check();
  return changed(tr);
}

/** As {@link decided}, with tables that stay square: what a person decides in the page. */
export function decidedInPage(doc: Node, verdict: 'accept' | 'reject', foreign?: Foreign): Node {
  const tr = new Transform(doc);
  decideSuggestions(tr, verdict, () => true, foreign && { foreign });
  tr.doc.check();
  return tr.doc;
}

let ids = 0;

function changed(tr: Transform): Node {
  changes.set(tr.doc, tr);
  return tr.doc;
}

/** What becomes of a document when `author` makes an edit as a suggestion; null where the edit does nothing there. */
export function suggested(doc: Node, edit: Edit, author: string, shared?: Y.Doc): Node | null {
  const tr = perform(doc, edit);
  if (tr === null) return null;
  const made = suggest(doc, tr.steps, tr.docs, tr.doc, {
    author,
    at: 1,
    newId: () => `${author}${(ids += 1)}`,
    client: shared ? String(shared.clientID) : null,
    ...(shared && { upTo: (pos) => extentOf(textOfDoc(shared), doc, pos) }),
  });
  made?.tr.doc.check();
  return made ? changed(made.tr) : null;
}

/** What becomes of a document when something is done to it. */
export function done(doc: Node, act: (tr: Transform) => void): Node {
  const tr = new Transform(doc);
  act(tr);
  tr.doc.check();
  return changed(tr);
}

/** What becomes of a document when somebody edits it directly. */
export function edited(doc: Node, edit: Edit): Node | null {
  const tr = perform(doc, edit);
  if (tr) takeOffSuggestions(tr);
  return tr && changed(tr);
}

/** Replicas of one document, by the names of people, each with a Yjs client of its own. */
export function replicasOf<Name extends string>(json: NodeJson, names: readonly Name[]): Record<Name, Y.Doc> {
  const start = new Y.Doc();
  start.clientID = 100;
  updateYFragment(start, textOfDoc(start), nodeOf(json), { mapping: new Map(), isOMark: new Map() });
  const update = Y.encodeStateAsUpdate(start);
  const made = names.map((name, i) => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, update);
    // Only now: while applying what a client wrote, Yjs would take another id.
    doc.clientID = 101 + i;
    return [name, doc] as const;
  });
  return Object.fromEntries(made) as Record<Name, Y.Doc>;
}

/** The origin of what {@link write} does to a replica. */
export const written = 'written';

/** Does to a replica what the editor does when its document changes: writes what was done, then what its binding still finds. Answers the document after it. */
export function write(doc: Y.Doc, act: (now: Node) => Node | null): Node | null {
  const { doc: now, meta } = initProseMirrorDoc(textOfDoc(doc), schema);
  const next = act(now);
  const change = next && changes.get(next);
  if (next) {
    doc.transact(() => {
      if (change?.docs[0] === now)
        writeChange(textOfDoc(doc), meta.mapping, { before: now, maps: change.mapping.maps, after: next });
      updateYFragment(doc, textOfDoc(doc), next, meta);
    }, written);
  }
  return next;
}

/** The document that a replica shows. */
export const shown = (doc: Y.Doc): Node => withoutConflicts(initProseMirrorDoc(textOfDoc(doc), schema).doc);

/** Formats that exclude one another may come together from two people; the editor shows both until somebody changes one. */
function withoutConflicts(node: Node): Node {
  if (node.isText) return node.mark(node.marks.reduce((set, mark) => mark.addToSet(set), Mark.none));
  const content: Node[] = [];
  node.forEach((child) => content.push(withoutConflicts(child)));
  return node.copy(Fragment.from(content));
}

/** Gives everybody everything, until nobody has anything new: hearing of formats makes Yjs tidy up, which is a change too. */
export function exchange(docs: readonly Y.Doc[]): void {
  for (let round = 0; round < 4; round += 1) {
    for (const one of docs)
      for (const other of docs) if (one !== other) Y.applyUpdate(one, Y.encodeStateAsUpdate(other, Y.encodeStateVector(one)));
  }
}
