import type { Document, User } from '@longhand/contract';
import type { CopyStore, DeviceCopy } from '@longhand/sync';
import { openDeviceDatabase } from '../deviceDatabase.ts';
import { beyond, confirmedFor, isConfirmed, type Kept } from './bounds.ts';

/** Who was signed in when the server was last asked, and until when that is believed without it. */
type KeptUser = User & { readonly confirmedUntil?: number };

/** A document besides its text, as `abouts` holds it, and how much its text weighs. */
type About = Kept & { readonly userId: string; readonly document: Document };

/**
 * What this device keeps of documents that were opened here, so that they open without a connection: of one person only, of who is signed
 * in. All of it is on the server as well, or in the outbox; so it may go at any time, and goes with every sign-in and sign-out.
 */
export type Copies = {
  /** Where the text of one document is kept. Keeps nothing of a document that {@link Copies.keep} was not told of. */
  textOf(userId: string, documentId: string): CopyStore;
  /** Whose copies these are from now on; what is there of anybody else goes. */
  belongTo(user: User): Promise<void>;
  /** Whose they are, where somebody was signed in when the server was last asked; nobody's, and gone, where that was too long ago. */
  person(): Promise<User | null>;
  /** Somebody has opened a document, or something about it has changed. What was not opened for longest goes. */
  keep(userId: string, document: Document): Promise<void>;
  /** What is known of a document besides its text. */
  about(documentId: string): Promise<Document | null>;
  /** Every document that is here with its text, the last opened first. */
  list(): Promise<Document[]>;
  /** Takes one document off the device. */
  forget(documentId: string): Promise<void>;
  /** Takes everything off the device: nobody is signed in any more, or room is needed for what is nowhere else. */
  clear(): Promise<void>;
  /** Ends all this for as long as the page is open. */
  close(): void;
};

/** Makes {@link Copies}. Everything in it fails where the device cannot store; `now` is the time in milliseconds. */
export function openCopies(factory: () => IDBFactory | undefined, now: () => number): Copies {
  const database = openDeviceDatabase(
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

  const abouts = (): Promise<About[]> => database.run<About[]>('readonly', (store) => store('abouts').getAll());

  async function forgetAll(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await database.run('readwrite', (store) => {
      for (const id of ids) store('abouts').delete(id);
      for (const id of ids) store('texts').delete(id);
      return store('abouts').count();
    });
  }

  async function clear(): Promise<void> {
    await database.run('readwrite', (store) => {
      store('persons').clear();
      store('texts').clear();
      return store('abouts').clear();
    });
  }

  return {
    textOf: (userId, id) => ({
      async load() {
        const about = await database.run<About | undefined>('readonly', (store) => store('abouts').get(id));
        if (about?.userId !== userId) return null;
        return (await database.run<DeviceCopy | undefined>('readonly', (store) => store('texts').get(id))) ?? null;
      },
      async save(copy) {
        // In one transaction with the look at what is known of it: what was wiped meanwhile must not come back.
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
      remove: () => forgetAll([id]),
    }),
    async belongTo(user) {
      const persons = await database.run<User[]>('readonly', (store) => store('persons').getAll());
      if (persons.some(({ id }) => id !== user.id)) await clear();
      await database.run('readwrite', (store) => store('persons').put({ ...user, confirmedUntil: now() + confirmedFor }));
    },
    async person() {
      const [kept] = await database.run<KeptUser[]>('readonly', (store) => store('persons').getAll());
      if (kept === undefined) return null;
      const { confirmedUntil, ...user } = kept;
      if (isConfirmed(confirmedUntil, now())) return user;
      await clear();
      return null;
    },
    async keep(userId, document) {
      const { id, favourite } = document;
      await database.run('readwrite', (store) => {
        const found = store('abouts').get(id);
        found.addEventListener('success', () => {
          const bytes = (found.result as About | undefined)?.bytes ?? 0;
          store('abouts').put({ id, userId, document, favourite, bytes, openedAt: now() } satisfies About);
        });
        return found;
      });
      await forgetAll(beyond(await abouts()));
    },
    async about(id) {
      const about = await database.run<About | undefined>('readonly', (store) => store('abouts').get(id));
      return about?.document ?? null;
    },
    async list() {
      const all = (await abouts()).filter(({ bytes }) => bytes > 0);
      return all.sort((a, b) => b.openedAt - a.openedAt).map(({ document }) => document);
    },
    forget: (id) => forgetAll([id]),
    clear,
    close: () => database.close(),
  };
}
