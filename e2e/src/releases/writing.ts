import { documentSchema, jsonOf, mappingBetween, nodeOf, type NodeJson } from '@longhand/document';
import { openOwnClient, textName, until, type Person } from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { changeStored, Grammar, renderingOf, type WriteMode } from '@longhand/text';
import * as Y from 'yjs';

const grammar = new Grammar(documentSchema);

/** A document that a user has open. */
export type OpenText = {
  /** Writes another text, as an edit or as a suggestion, and waits until it is saved. */
  write(change: (shown: NodeJson) => NodeJson, mode?: WriteMode): Promise<void>;
  /** Returns the anchor of a comment on a passage, which the text contains once. */
  anchorOf(quote: string): { quote: string; from: string; to: string };
  close(): void;
};

/** Opens a document with the product's own client, and waits until it has the text. */
export async function openText(
  url: string,
  person: Pick<Person, 'cookie'>,
  documentId: string,
): Promise<OpenText> {
  const outbox = createMemoryOutbox();
  const { doc, link } = openOwnClient({ url, person, documentId, outbox });
  await until('the text is open', () => link.state.synced);
  return {
    async write(change, mode = { kind: 'edit' }) {
      changeStored(doc, grammar, doc.clientID, (shown) => {
        const after = nodeOf(change(jsonOf(renderingOf(doc, grammar).doc)));
        return { after, mapping: mappingBetween(shown, after), mode };
      });
      await until(
        'the change is saved',
        () => link.state.saved.kind === 'saved' && link.pendingUpdates().length === 0,
      );
    },
    anchorOf(quote) {
      const text = doc.getText(textName);
      const words = (text.toDelta() as { insert: unknown }[])
        .map(({ insert }) => (typeof insert === 'string' ? insert : '\n'))
        .join('');
      const start = words.indexOf(quote);
      const placeAt = (index: number): string => {
        const place = Y.createRelativePositionFromTypeIndex(text, index);
        return Buffer.from(Y.encodeRelativePosition(place)).toString('base64');
      };
      return { quote, from: placeAt(start), to: placeAt(start + quote.length) };
    },
    close: () => doc.destroy(),
  };
}

/** Returns a change that replaces words, which occur in one piece of text. */
export function replacing(from: string, to: string): (shown: NodeJson) => NodeJson {
  const within = (node: NodeJson): NodeJson => ({
    ...node,
    ...(node.text !== undefined && { text: node.text.replace(from, () => to) }),
    ...(node.content && { content: node.content.map(within) }),
  });
  return (shown) => {
    const after = within(shown);
    if (JSON.stringify(after) === JSON.stringify(shown)) throw new Error(`no text has “${from}”`);
    return after;
  };
}
