import type { Append, Stored } from '../ports.ts';

/** Last entry and client owners of a document, including entries of the journal. */
type DocumentHead = { seq: number; readonly clients: Map<number, string> };

/** Number of documents whose heads are cached. Those with open rooms are used most recently. */
const cachedMax = 20_000;

/** A cache of the heads of documents. */
export type DocumentHeads = {
  /** Number of heads that were forgotten: data that were loaded before are not cached. */
  readonly forgotten: number;
  has(documentId: string): boolean;
  /** Caches the head of a loaded document, unless it is cached. */
  cache(documentId: string, stored: Stored): void;
  /** Forgets a document: its head is read again from the database and the journal. */
  forget(documentId: string): void;
  /** True if an append directly follows the head, and its clients belong to no other user. */
  accepts(append: Append): boolean;
  /** Moves the head to an entry that is on disk. */
  advance(entry: Append): void;
};

/** Creates an empty {@link DocumentHeads}. */
export function createDocumentHeads(): DocumentHeads {
  /** In the order of use. */
  const heads = new Map<string, DocumentHead>();
  let forgotten = 0;

  return {
    get forgotten() {
      return forgotten;
    },
    has: (documentId) => heads.has(documentId),
    cache(documentId, { snapshot, entries, clients }) {
      if (heads.has(documentId)) return;
      const seq = entries.at(-1)?.seq ?? snapshot?.seq ?? 0;
      heads.set(documentId, { seq, clients: new Map(clients) });
      const [oldest] = heads.keys();
      if (heads.size > cachedMax && oldest !== undefined) heads.delete(oldest);
    },
    forget(documentId) {
      forgotten += 1;
      heads.delete(documentId);
    },
    accepts({ documentId, seq, clients }) {
      const head = heads.get(documentId);
      if (head === undefined || seq !== head.seq + 1) return false;
      return clients.every(({ client, user }) => (head.clients.get(client) ?? user) === user);
    },
    advance({ documentId, seq, clients }) {
      const head = heads.get(documentId);
      if (head === undefined) return;
      head.seq = seq;
      for (const { client, user } of clients) head.clients.set(client, user);
      heads.delete(documentId);
      heads.set(documentId, head);
    },
  };
}
