import { repaired, type NodeJson } from '@longhand/document';
import { DOMSerializer, Node, type Schema } from '@tiptap/pm/model';
import { useEffect, useRef } from 'react';

/**
 * Renders a document, or one block of it, without an editor. The text of nodes unknown to the
 * schema is preserved.
 */
export function ShownText({ schema, node }: { schema: Schema; node: NodeJson }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const doc: NodeJson = node.type === 'doc' ? node : { type: 'doc', content: [node] };
    const { content } = Node.fromJSON(schema, repaired(doc));
    container.current?.replaceChildren(DOMSerializer.fromSchema(schema).serializeFragment(content));
  }, [schema, node]);
  return <div ref={container} />;
}
