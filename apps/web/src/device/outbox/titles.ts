import type { StoredTitle, UnsentDatabase } from './database.ts';

/** Stores a typed title until the server has it. Titles are not part of the shared text. */
export type TitleOutbox = {
  load(): Promise<string | null>;
  put(title: string): Promise<void>;
  /** Removes the title, unless a different one was stored since. */
  remove(title: string): Promise<void>;
};

/** Creates the title outbox of one user in one document. */
export function titleOutboxOf(
  database: UnsentDatabase,
  userId: string,
  documentId: string,
): TitleOutbox {
  const key = [userId, documentId];
  const load = async (): Promise<string | null> => {
    const record = (await database.run('readonly', (store) => store('titles').get(key))) as
      StoredTitle | undefined;
    return record?.title ?? null;
  };
  return {
    load,
    async put(title) {
      const record: StoredTitle = { userId, documentId, title };
      await database.run('readwrite', (store) => store('titles').put(record));
    },
    async remove(title) {
      await database.run<unknown>('readwrite', (store) => {
        const titles = store('titles');
        const found = titles.get(key);
        found.addEventListener('success', () => {
          if ((found.result as StoredTitle | undefined)?.title === title) titles.delete(key);
        });
        return found;
      });
    },
  };
}
