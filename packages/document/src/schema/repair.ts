import { documentBuilder } from './builder.ts';
import type { NodeJson } from './json.ts';
import { isLeaf } from './leaves.ts';
import { isKnownNode, textBlocks } from './schema.ts';
import { isSuggestionMark } from '../suggestions/suggestion-meta.ts';
import { losses } from './losses.ts';

/**
 * Returns a document that conforms to the schema with the content of `json`. Unknown nodes are
 * replaced by their text, misplaced ones are moved or wrapped, and too deeply nested ones are
 * lifted. A valid document is returned with its defaults added. `lost` gets sentences about content
 * that cannot be converted. Not recursive, so that any nesting depth is accepted. Suggestion marks
 * are removed.
 */
export function repaired(json: NodeJson, lost: Set<string> = new Set()): NodeJson {
  const builder = documentBuilder(lost);
  const open: { children: readonly NodeJson[]; next: number; leave: () => void }[] = [
    { children: json.content ?? [], next: 0, leave: () => {} },
  ];
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const node = frame.children[frame.next++];
    if (node === undefined) {
      frame.leave();
      open.pop();
    } else if (typeof node.text === 'string') {
      builder.text(node.text, unsuggested(node.marks));
    } else if (isLeaf(node.type)) {
      builder.leaf(node.type, withoutSuggestions(node.attrs));
    } else {
      open.push({ children: node.content ?? [], next: 0, leave: begin(node) });
    }
  }
  return builder.finish();

  function begin(node: NodeJson): () => void {
    if (isKnownNode(node.type) && node.type !== 'doc' && node.type !== 'text') {
      const place = builder.open(node.type, withoutSuggestions(node.attrs));
      return () => builder.close(place);
    }
    if (node.type !== 'doc') lost.add(losses.unknownParts);
    const hasBlocks = (node.content ?? []).some((child) => textBlocks.has(child.type));
    if (hasBlocks || node.type === 'doc') builder.boundary();
    return () => builder.boundary();
  }
}

const unsuggested = (marks: NodeJson['marks']): NodeJson['marks'] =>
  marks?.filter(({ type }) => !isSuggestionMark(type));

const withoutSuggestions = (attrs: NodeJson['attrs']): NodeJson['attrs'] =>
  attrs && Object.fromEntries(Object.entries(attrs).filter(([name]) => !isSuggestionMark(name)));
