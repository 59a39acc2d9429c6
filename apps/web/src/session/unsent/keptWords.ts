import * as Y from 'yjs';

/**
 * The words in Yjs updates whose document is not at hand, in the order of typing: for a copy that a person can keep when the
 * server will not take them any more. Form and places are lost; every character that was typed and not taken back is there.
 */
export function keptWords(updates: readonly Uint8Array[]): string {
  if (updates.length === 0) return '';
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  const items = structs.filter((struct) => struct instanceof Y.Item);
  const leaves = leavesAmong(items);
  let words = '';
  for (const struct of items) {
    const isMarker = struct.content instanceof Y.ContentType && !leaves.has(`${struct.id.client} ${struct.id.clock}`);
    if (isMarker) words += words === '' || words.endsWith('\n') ? '' : '\n';
    if (struct.content instanceof Y.ContentString) words += remaining(struct.content.str, struct.id, ds);
  }
  return words.trim();
}

/** The kinds of leaves in a line. The package with the schema would be loaded with every page. */
const inlineLeaves: ReadonlySet<string> = new Set(['inlineFormula', 'footnote', 'mention', 'day']);

/** The ids of things that stand in a line: mentions, days and the like. They begin no block. */
function leavesAmong(items: readonly Y.Item[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { parent, parentSub, content } of items) {
    const [kind] = content.getContent() as unknown[];
    if (parentSub === 'kind' && parent instanceof Y.ID && typeof kind === 'string' && inlineLeaves.has(kind))
      found.add(`${parent.client} ${parent.clock}`);
  }
  return found;
}

function remaining(text: string, { client, clock }: Y.ID, deletions: ReturnType<typeof Y.decodeUpdate>['ds']): string {
  const gone = deletions.clients.get(client) ?? [];
  const isGone = (at: number): boolean => gone.some((range) => at >= range.clock && at < range.clock + range.len);
  return [...Array(text.length).keys()].map((index) => (isGone(clock + index) ? '' : text.charAt(index))).join('');
}
