import type { NodeJson } from './json.ts';

/** A document that begins with its title as a heading of the first level, as all exports do. A blank title makes none. */
export function withTitle(title: string, doc: NodeJson): NodeJson {
  const text = title.trim();
  if (text === '') return doc;
  return {
    type: 'doc',
    content: [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text }] }, ...(doc.content ?? [])],
  };
}
