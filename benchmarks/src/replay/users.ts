import type * as Y from 'yjs';
import {
  openOwnClient,
  openStockClient,
  signUp,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

/** A user who has the document open. `close` may be called repeatedly. */
export type Reader = { readonly name: string; readonly doc: Y.Doc; close(): void };

/** The users of a replay and their shared document. Two write; the third only reads at the end. */
export type ReplayUsers = {
  readonly documentId: string;
  readonly ada: Person;
  readonly ben: Person;
  readonly cyd: Person;
};

/** Creates the users and shares a new document among them. */
export async function createReplayUsers(product: Product): Promise<ReplayUsers> {
  const [ada, ben, cyd] = await Promise.all(
    ['ada', 'ben', 'cyd'].map((name) => signUp(product.url, name)),
  );
  if (ada === undefined || ben === undefined || cyd === undefined)
    throw new Error('three people are needed');
  const { id } = await ada.call('createProject', { body: { name: 'Replay' } });
  await ada.call('addProjectCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  await ada.call('addProjectCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'cyd', role: 'viewer' },
  });
  const document = await ada.call('createProjectDocument', {
    params: { id },
    body: { title: 'A recorded history' },
  });
  return { documentId: document.id, ada, ben, cyd };
}

/** Opens the document with Longhand's own client, including an outbox. */
export function openOwnReader(
  product: Product,
  person: Person,
  documentId: string,
): Reader & { isSynced(): boolean } {
  const { doc, link, awareness } = openOwnClient({
    url: product.url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
  });
  return {
    name: `${person.user.username} (our own client)`,
    doc,
    isSynced: () => link.state.synced && link.state.connected,
    close() {
      link.close();
      awareness.destroy();
      doc.destroy();
    },
  };
}

/** Opens the document with the stock `y-websocket` provider. */
export function openStockReader(product: Product, person: Person, documentId: string): Reader {
  const { doc, provider } = openStockClient({ url: product.url, person, documentId });
  return {
    name: `${person.user.username} (y-websocket)`,
    doc,
    close() {
      provider.destroy();
      // The provider's awareness has a timer that stops on this event.
      doc.destroy();
    },
  };
}
