import type { Clock } from './ports.ts';
import type { Rooms } from './rooms.ts';
import { NotStored, type Writer } from './writer.ts';

/**
 * Makes a change of the server's own from what the document says: `updates` are all of it, `client` is the fresh even client
 * id to write under; the odd one after it is as fresh. Null where there is nothing to change.
 */
export type Compose = (updates: readonly Uint8Array[], client: number) => Promise<Uint8Array | null>;

/**
 * A change that is on disk. `without`: all updates that describe the document without it, with what others wrote since it was composed;
 * some of them may continue from it and so not fit. Its `seq` is that of the entry from which the change was composed, where nobody
 * wrote anything since; else null, for the log never had such a document. Null where the process that made the change is not this one.
 */
export type Made = {
  readonly seq: number;
  readonly without: { readonly seq: number | null; readonly updates: readonly Uint8Array[] } | null;
};

/** Changes that the server makes in documents, whether or not somebody has them open. */
export type Edits = {
  /**
   * Makes one change. Changes of one document come one after the other, each composed from what the one before it left: of two equal
   * ones the second finds nothing to do. People go on typing meanwhile, and what they typed is merged. Answers when it is on disk;
   * `unchanged` where `compose` found nothing to do, `missing` where there is no such document. Rejects with {@link NotStored} after
   * the last try.
   *
   * `lingerMs`: waits so long afterwards, where somebody has the document open, for what was typed by those who had not seen the
   * change yet. Words typed into a paragraph that the change takes away go with it; `without` is where they can still be read.
   */
  make(documentId: string, by: Writer, compose: Compose, lingerMs?: number): Promise<Made | 'unchanged' | 'missing'>;
  /** Answers when no change is being made. */
  idle(): Promise<void>;
};

type Try = { readonly lingerMs: number; readonly tried: number[] };

/** How often one change is composed anew because somebody else was first, or the disk gave no answer. */
const triesMax = 5;

/** Reasons that hold also for the next try. */
const lasting: ReadonlySet<NotStored['reason']> = new Set(['too_large', 'no_room']);

/** Makes the {@link Edits} of one process. `random`: from 0 up to 1. */
export function createEdits(options: { rooms: Pick<Rooms, 'use'>; clock: Pick<Clock, 'after'>; random: () => number }): Edits {
  const { rooms, clock, random } = options;
  const last = new Map<string, Promise<unknown>>();

  /** Clients under which a try was made whose fate nobody knows: if one of them is found, the change was stored after all. */
  async function tryOnce(
    documentId: string,
    by: Writer,
    compose: Compose,
    { lingerMs, tried }: Try,
  ): Promise<Made | 'unchanged' | 'missing'> {
    const made = await rooms.use(documentId, async (room) => {
      if (tried.some((client) => room.hasClient(client))) return { seq: room.history.seq(), without: null };
      const client = freshClient((id) => room.hasClient(id));
      const base = room.history.whole();
      const update = await compose(base.updates, client);
      if (update === null) return 'unchanged';
      tried.push(client);
      const written = await room.write(by, update);
      if (lingerMs > 0 && room.sessions.size > 0) await new Promise<void>((resolve) => clock.after(lingerMs, resolve));
      const others = (room.history.since(base.seq) ?? []).filter((other) => other !== written.update);
      const without = { seq: others.length === 0 ? base.seq : null, updates: [...base.updates, ...others] };
      return { seq: written.seq, without };
    });
    return made ?? 'missing';
  }

  function freshClient(isUsed: (client: number) => boolean): number {
    for (;;) {
      const client = 2 * (1 + Math.floor(random() * (2 ** 31 - 1)));
      if (!isUsed(client)) return client;
    }
  }

  async function make(documentId: string, by: Writer, compose: Compose, lingerMs: number) {
    const tried: number[] = [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryOnce(documentId, by, compose, { lingerMs, tried });
      } catch (error) {
        if (!(error instanceof NotStored) || lasting.has(error.reason) || attempt === triesMax) throw error;
      }
    }
  }

  return {
    make(documentId, by, compose, lingerMs = 0) {
      const before = last.get(documentId) ?? Promise.resolve();
      const run = () => make(documentId, by, compose, lingerMs);
      const mine = before.then(run, run);
      last.set(documentId, mine);
      const forget = (): void => {
        if (last.get(documentId) === mine) last.delete(documentId);
      };
      mine.then(forget, forget);
      return mine;
    },
    async idle() {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
