import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { updateYFragment } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { VersionDifference } from '@longhand/contract';
import { documentExtensions, keepTextPlaces, textOfDoc, type NodeJson } from '@longhand/document';

/** Stands in for the document package's own until that has one. */
export function updateTowards(
  state: readonly Uint8Array[],
  target: NodeJson,
  { clientId }: { clientId: number },
): Uint8Array | null {
  const doc = new Y.Doc();
  for (const update of state) Y.applyUpdate(doc, update);
  doc.clientID = clientId;
  const before = Y.encodeStateVector(doc);
  const made: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => made.push(update));
  keepTextPlaces(doc);
  const schema = getSchema(documentExtensions);
  updateYFragment(doc, textOfDoc(doc), Node.fromJSON(schema, target), { mapping: new Map(), isOMark: new Map() });
  return made.length === 0 ? null : Y.mergeUpdates([...made, Y.encodeStateAsUpdate(doc, before)]);
}

/** Stands in for the document package's own until that has one. */
export function differences(before: NodeJson, after: NodeJson): readonly VersionDifference[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ kind: 'changed', before, after }];
}
