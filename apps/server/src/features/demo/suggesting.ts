import { documentSchema, jsonOf, mappingBetween, nodeOf, type NodeJson } from '@longhand/document';
import { buildDoc } from '@longhand/sync/server';
import { changeStored, Grammar, renderingOf } from '@longhand/text';

/** A suggested change in a sample text, with its author's comment. */
export type Proposal = { readonly from: string; readonly to: string; readonly because?: string };

/** A sample text with suggestions, and the suggestion id of each proposal. */
export type Proposed = { readonly content: NodeJson; readonly ids: readonly string[] };

/**
 * Returns a text in which an author suggests `proposals`. Each replaces text that occurs once and
 * within one format. Throws if the text does not contain it.
 */
export function propose(
  text: NodeJson,
  proposals: readonly Proposal[],
  { author, at, newId }: { author: string; at: number; newId: () => string },
): Proposed {
  const ids: string[] = [];
  const doc = buildDoc([]);
  const change = (content: NodeJson, ink: Parameters<typeof inkOf>[0]): void => {
    const after = nodeOf(content);
    const client = 2 * (ids.length + 1);
    changeStored(doc, grammar, client, (shown) => ({
      after,
      mapping: mappingBetween(shown, after),
      mode: inkOf(ink),
    }));
  };
  change(text, null);
  for (const { from, to } of proposals) {
    const wanted = withWords(jsonOf(renderingOf(doc, grammar).doc), from, to);
    if (wanted === null) throw new Error(`a sample text does not say “${from}”`);
    ids.push(newId());
    change(wanted, { id: ids.at(-1) ?? '', by: author, at });
  }
  return { content: jsonOf(renderingOf(doc, grammar).doc), ids };
}

const grammar = new Grammar(documentSchema);

const inkOf = (suggestion: { id: string; by: string; at: number } | null) =>
  suggestion === null
    ? ({ kind: 'edit' } as const)
    : ({ kind: 'suggestion', ...suggestion } as const);

/** Returns the node with `to` in place of `from`; null where its text does not have `from`. */
function withWords(node: NodeJson, from: string, to: string): NodeJson | null {
  if (node.text?.includes(from)) return { ...node, text: node.text.replace(from, () => to) };
  for (const [index, child] of (node.content ?? []).entries()) {
    const changed = withWords(child, from, to);
    if (changed !== null) return { ...node, content: (node.content ?? []).with(index, changed) };
  }
  return null;
}
