import type { Document, User } from '@longhand/contract';
import type { CopyStore, DeviceCopy } from '@longhand/sync/client';
import { openDeviceDatabase, type DeviceDatabase } from '../device-database.ts';
import { copiesToEvict, confirmedFor, isConfirmed, type CopyInfo } from './bounds.ts';

/** The user at the last contact with the server, and the time until which that is valid offline. */
type StoredUser = User & { readonly confirmedUntil?: number };

/** Metadata of a document in the store `abouts`, with the size of its text. */
type About = CopyInfo & { readonly userId: string; readonly document: Document };

/**
 * Offline copies of documents that were opened on this device, of the signed-in user only. The
 * server or the outbox has all of their content. They may therefore be deleted at any time, and are
 * at every sign-in and sign-out.
 */
export type Copies = {
  /**
   * Store for the text of one document. Saves nothing unless {@link Copies.keep} was called for the
   * document.
   */
  textOf(userId: string, documentId: string): CopyStore;
  /** Sets the owner of the copies; deletes those of any other user. */
  belongTo(user: User): Promise<void>;
  /**
   * Returns the owner, the last user that the server confirmed. If that was too long ago, deletes
   * all copies and returns null.
   */
  person(): Promise<User | null>;
  /**
   * Stores the metadata of an opened or changed document. Evicts the least recently opened ones.
   */
  keep(userId: string, document: Document): Promise<void>;
  /** Returns the metadata of a document. */
  about(documentId: string): Promise<Document | null>;
  /** Returns all documents with a stored text, the last opened first. */
  list(): Promise<Document[]>;
  /** Deletes the copy of one document. */
  forget(documentId: string): Promise<void>;
  /** Deletes all copies: after sign-out, or to free storage for the outbox. */
  clear(): Promise<void>;
  /** Closes the database for the lifetime of the page. */
  close(): void;
};

/** `persons`: the owner of the copies; `abouts` and `texts`: metadata and text by document id. */
type CopiesDatabase = DeviceDatabase<'persons' | 'abouts' | 'texts'>;

/**
 * Creates {@link Copies}. All methods reject if the device cannot store data; `now` returns the
 * time in milliseconds.
 */
export function openCopies(factory: () => IDBFactory | undefined, now: () => number): Copies {
  const database: CopiesDatabase = openDeviceDatabase(
    {
      name: 'longhand-copies',
      stores: ['persons', 'abouts', 'texts'] as const,
      durability: 'relaxed',
      comesBack: false,
      make(db) {
        db.createObjectStore('persons', { keyPath: 'id' });
        db.createObjectStore('abouts', { keyPath: 'id' });
        db.createObjectStore('texts', { keyPath: 'id' });
      },
    },
    factory,
  );
  return {
    ...ownerIn(database, now),
    ...metadataIn(database, now),
    textOf: (userId, id) => textIn(database, userId, id),
    forget: (id) => forgetAll(database, [id]),
    clear: () => clear(database),
    close: () => database.close(),
  };
}

/** Reads and sets the owner of the copies. */
function ownerIn(database: CopiesDatabase, now: () => number): Pick<Copies, 'belongTo' | 'person'> {
  return {
    async belongTo(user) {
      const persons = await database.run<User[]>('readonly', (store) => store('persons').getAll());
      if (persons.some(({ id }) => id !== user.id)) await clear(database);
      await database.run('readwrite', (store) =>
        store('persons').put({ ...user, confirmedUntil: now() + confirmedFor }),
      );
    },
    async person() {
      const [stored] = await database.run<StoredUser[]>('readonly', (store) =>
        store('persons').getAll(),
      );
      if (stored === undefined) return null;
      const { confirmedUntil, ...user } = stored;
      if (isConfirmed(confirmedUntil, now())) return user;
      await clear(database);
      return null;
    },
  };
}

/** Reads and stores the metadata of documents. */
function metadataIn(
  database: CopiesDatabase,
  now: () => number,
): Pick<Copies, 'keep' | 'about' | 'list'> {
  const abouts = (): Promise<About[]> =>
    database.run<About[]>('readonly', (store) => store('abouts').getAll());
  return {
    async keep(userId, document) {
      const { id, favourite } = document;
      await database.run('readwrite', (store) => {
        const found = store('abouts').get(id);
        found.addEventListener('success', () => {
          const bytes = (found.result as About | undefined)?.bytes ?? 0;
          store('abouts').put({
            id,
            userId,
            document,
            favourite,
            bytes,
            openedAt: now(),
          } satisfies About);
        });
        return found;
      });
      await forgetAll(database, copiesToEvict(await abouts()));
    },
    async about(id) {
      const about = await database.run<About | undefined>('readonly', (store) =>
        store('abouts').get(id),
      );
      return about?.document ?? null;
    },
    async list() {
      const all = (await abouts()).filter(({ bytes }) => bytes > 0);
      return all.sort((a, b) => b.openedAt - a.openedAt).map(({ document }) => document);
    },
  };
}

/** Creates the store for the text of one document. */
function textIn(database: CopiesDatabase, userId: string, id: string): CopyStore {
  return {
    async load() {
      const about = await database.run<About | undefined>('readonly', (store) =>
        store('abouts').get(id),
      );
      if (about?.userId !== userId) return null;
      return (
        (await database.run<DeviceCopy | undefined>('readonly', (store) =>
          store('texts').get(id),
        )) ?? null
      );
    },
    async save(copy) {
      // In the same transaction as the check of the metadata: a copy that was deleted meanwhile
      // must not be restored.
      await database.run('readwrite', (store) => {
        const found = store('abouts').get(id);
        found.addEventListener('success', () => {
          const about = found.result as About | undefined;
          if (about?.userId !== userId) return;
          store('abouts').put({ ...about, bytes: copy.state.length });
          store('texts').put({ id, ...copy });
        });
        return found;
      });
    },
    remove: () => forgetAll(database, [id]),
  };
}

/** Deletes the copies of documents. */
async function forgetAll(database: CopiesDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.run('readwrite', (store) => {
    for (const id of ids) store('abouts').delete(id);
    for (const id of ids) store('texts').delete(id);
    return store('abouts').count();
  });
}

/** Deletes all copies, and their owner. */
async function clear(database: CopiesDatabase): Promise<void> {
  await database.run('readwrite', (store) => {
    store('persons').clear();
    store('texts').clear();
    return store('abouts').clear();
  });
}
