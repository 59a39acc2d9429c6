import type { Rooms } from './rooms.ts';
import { NotStored, type Writer } from './writer.ts';

/**
 * What a change of the server's own is to be, made from what the document says: `updates` are all of it, `client` is the fresh client
 * id to write under. Null where there is nothing to change.
 */
export type Compose = (updates: readonly Uint8Array[], client: number) => Promise<Uint8Array | null>;

/** Changes that the server makes in documents, whether or not somebody has them open. */
export type Edits = {
  /**
   * Makes one change. Changes of one document come one after the other, each composed from what the one before it left: of two equal
   * ones the second finds nothing to do. People go on typing meanwhile, and what they typed is merged. Answers when it is on disk;
   * `unchanged` where `compose` found nothing to do, `missing` where there is no such document. Rejects with {@link NotStored} after
   * the last try.
   */
  make(documentId: string, by: Writer, compose: Compose): Promise<{ readonly seq: number } | 'unchanged' | 'missing'>;
};

/** How often one change is composed anew because somebody else was first, or the disk gave no answer. */
const triesMax = 5;

/** Makes the {@link Edits} of one process. `random`: from 0 up to 1. */
export function createEdits({ rooms, random }: { rooms: Pick<Rooms, 'use'>; random: () => number }): Edits {
  const last = new Map<string, Promise<unknown>>();

  /** Clients under which a try was made whose fate nobody knows: if one of them is found, the change was stored after all. */
  async function tryOnce(documentId: string, by: Writer, compose: Compose, tried: number[]) {
    const made = await rooms.use(documentId, async (room) => {
      if (tried.some((client) => room.hasClient(client))) return { seq: room.history.seq() };
      const client = freshClient((id) => room.hasClient(id));
      const update = await compose(room.history.whole().updates, client);
      if (update === null) return 'unchanged';
      tried.push(client);
      return { seq: await room.write(by, update) };
    });
    return made ?? 'missing';
  }

  function freshClient(isUsed: (client: number) => boolean): number {
    for (;;) {
      const client = 1 + Math.floor(random() * (2 ** 32 - 1));
      if (!isUsed(client)) return client;
    }
  }

  async function make(documentId: string, by: Writer, compose: Compose) {
    const tried: number[] = [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryOnce(documentId, by, compose, tried);
      } catch (error) {
        if (!(error instanceof NotStored) || error.reason === 'too_large' || attempt === triesMax) throw error;
      }
    }
  }

  return {
    make(documentId, by, compose) {
      const before = last.get(documentId) ?? Promise.resolve();
      const mine = before.then(
        () => make(documentId, by, compose),
        () => make(documentId, by, compose),
      );
      last.set(documentId, mine);
      const forget = (): void => {
        if (last.get(documentId) === mine) last.delete(documentId);
      };
      mine.then(forget, forget);
      return mine;
    },
  };
}
