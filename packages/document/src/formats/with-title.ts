import type { NodeJson } from '../schema/json.ts';

/**
 * Returns a document with its title as a first heading of level 1, as in all exports. A blank title
 * adds none.
 */
export function withTitle(title: string, doc: NodeJson): NodeJson {
  const text = title.trim();
  if (text === '') return doc;
  return {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text }] },
      ...(doc.content ?? []),
    ],
  };
}
