import { repaired, type NodeJson } from '@longhand/document';
import { DOMSerializer, Node, type Schema } from '@tiptap/pm/model';
import { useEffect, useRef } from 'react';

/** Blocks of a document as they are read, without an editor. What the schema does not know keeps its text. */
export function ShownBlocks({ schema, blocks }: { schema: Schema; blocks: readonly NodeJson[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { content } = Node.fromJSON(schema, repaired({ type: 'doc', content: [...blocks] }));
    place.current?.replaceChildren(DOMSerializer.fromSchema(schema).serializeFragment(content));
  }, [schema, blocks]);
  return <div ref={place} />;
}
