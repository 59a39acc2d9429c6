import * as Y from 'yjs';

/**
 * Extracts the text from Yjs updates without their document, in the order of typing. For a copy
 * that the user can save if the server refuses the updates. Formatting and positions are lost;
 * every character that was typed and not deleted is included.
 */
export function extractText(updates: readonly Uint8Array[]): string {
  if (updates.length === 0) return '';
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  const items = structs.filter((struct) => struct instanceof Y.Item);
  const leaves = leavesAmong(items);
  let text = '';
  for (const struct of items) {
    const isMarker =
      struct.content instanceof Y.ContentType &&
      !leaves.has(`${struct.id.client} ${struct.id.clock}`);
    if (isMarker) text += text === '' || text.endsWith('\n') ? '' : '\n';
    if (struct.content instanceof Y.ContentString)
      text += remaining(struct.content.str, struct.id, ds);
  }
  return text.trim();
}

/** Kinds of inline leaves. Importing the schema package would load it with every page. */
const inlineLeaves: ReadonlySet<string> = new Set(['inlineFormula', 'footnote', 'mention', 'day']);

/** Returns the ids of inline leaves: mentions, days and the like. They begin no block. */
function leavesAmong(items: readonly Y.Item[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { parent, parentSub, content } of items) {
    const [kind] = content.getContent() as unknown[];
    if (
      parentSub === 'kind' &&
      parent instanceof Y.ID &&
      typeof kind === 'string' &&
      inlineLeaves.has(kind)
    )
      found.add(`${parent.client} ${parent.clock}`);
  }
  return found;
}

function remaining(
  text: string,
  { client, clock }: Y.ID,
  deletions: ReturnType<typeof Y.decodeUpdate>['ds'],
): string {
  const gone = deletions.clients.get(client) ?? [];
  const isGone = (at: number): boolean =>
    gone.some((range) => at >= range.clock && at < range.clock + range.len);
  return [...Array(text.length).keys()]
    .map((index) => (isGone(clock + index) ? '' : text.charAt(index)))
    .join('');
}
