import * as Y from 'yjs';

/**
 * The words in Yjs updates whose document is not at hand, in the order of typing: for a copy that a person can keep when the
 * server will not take them any more. Form and places are lost; every character that was typed and not taken back is there.
 */
export function keptWords(updates: readonly Uint8Array[]): string {
  if (updates.length === 0) return '';
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  let words = '';
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    if (struct.content instanceof Y.ContentType) words += words === '' || words.endsWith('\n') ? '' : '\n';
    if (struct.content instanceof Y.ContentString) words += remaining(struct.content.str, struct.id, ds);
  }
  return words.trim();
}

function remaining(text: string, { client, clock }: Y.ID, deletions: ReturnType<typeof Y.decodeUpdate>['ds']): string {
  const gone = deletions.clients.get(client) ?? [];
  const isGone = (at: number): boolean => gone.some((range) => at >= range.clock && at < range.clock + range.len);
  return [...Array(text.length).keys()].map((index) => (isGone(clock + index) ? '' : text.charAt(index))).join('');
}
