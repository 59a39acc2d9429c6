import { documentBuilder } from './builder.ts';
import type { NodeJson } from './json.ts';
import { isLeaf } from './leaves.ts';
import { isKnownNode, textBlocks } from './schema.ts';
import { isSuggestionMark } from './suggestions/stamp.ts';

/**
 * A document that fits the schema and says what `json` says: what is not known keeps its text, what stands where it may not
 * moves or is wrapped, what is nested too deep is lifted. A document that fits comes back with its defaults written out.
 * `lost` is told what could not be carried. Nothing recurses, so that no nesting is too deep. Marks of suggestions do not come along.
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
      builder.leaf(node.type, withoutStamps(node.attrs));
    } else {
      open.push({ children: node.content ?? [], next: 0, leave: begin(node) });
    }
  }
  return builder.finish();

  function begin(node: NodeJson): () => void {
    if (isKnownNode(node.type) && node.type !== 'doc' && node.type !== 'text') {
      const place = builder.open(node.type, withoutStamps(node.attrs));
      return () => builder.close(place);
    }
    if (node.type !== 'doc') lost.add('Parts that this version does not know kept only their text.');
    const hasBlocks = (node.content ?? []).some((child) => textBlocks.has(child.type));
    if (hasBlocks || node.type === 'doc') builder.boundary();
    return () => builder.boundary();
  }
}

const unsuggested = (marks: NodeJson['marks']): NodeJson['marks'] => marks?.filter(({ type }) => !isSuggestionMark(type));

const withoutStamps = (attrs: NodeJson['attrs']): NodeJson['attrs'] =>
  attrs && Object.fromEntries(Object.entries(attrs).filter(([name]) => !isSuggestionMark(name)));
