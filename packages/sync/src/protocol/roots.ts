import type * as Y from 'yjs';

/** Name of the root that holds the text of a document. */
export const textRoot = 'text';

/** Returns the three shared types of a document. The first call defines their types in Yjs. */
export function rootsIn(doc: Y.Doc): {
  readonly text: Y.Text;
  readonly containers: Y.Map<unknown>;
  readonly suggestions: Y.Array<unknown>;
} {
  return {
    text: doc.getText(textRoot),
    containers: doc.getMap('containers'),
    suggestions: doc.getArray('suggestions'),
  };
}

/** Serializes the content of a document, for comparing two replicas. */
export function contentIn(doc: Y.Doc): string {
  const { text, containers, suggestions } = rootsIn(doc);
  const units = (text.toDelta() as { insert: unknown; attributes?: unknown }[]).map(
    ({ insert, attributes = {} }) => [
      typeof insert === 'string' ? insert : sorted((insert as Y.Map<unknown>).toJSON()),
      attributes,
    ],
  );
  return JSON.stringify([units, sorted(containers.toJSON()), suggestions.toJSON()]);
}

const sorted = (values: Record<string, unknown>): [string, unknown][] =>
  Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
