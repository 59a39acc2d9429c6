import type { Clock } from '../protocol/clock.ts';
import type { Room } from './room-types.ts';
import type { Rooms } from './rooms.ts';
import { NotStored, type Writer } from './writer.ts';

/**
 * Composes a change by the server from the content of the document. `updates` are the whole
 * document. `client` is the fresh even client id to write under; the odd one after it is fresh too.
 * Returns null if there is nothing to change.
 */
export type ComposeEdit = (
  updates: readonly Uint8Array[],
  client: number,
) => Promise<Uint8Array | null>;

/**
 * A stored change. `without`: all updates that describe the document without the change, including
 * concurrent updates of others. Some of those may continue from the change and therefore not fit.
 * Its `seq` is that of the entry from which the change was composed. It is null if there were
 * concurrent updates, because the log never contained such a document. `without` is null if an
 * earlier try with unknown outcome turned out to be stored.
 */
export type ServerEdit = {
  readonly seq: number;
  readonly without: { readonly seq: number | null; readonly updates: readonly Uint8Array[] } | null;
};

/** Changes that the server makes in documents, open or not. */
export type ServerEdits = {
  /**
   * Makes one change. Changes of one document run one after the other, each composed from the
   * result of the previous one. Of two equal changes, the second finds nothing to do. Users can
   * type meanwhile; their concurrent updates are merged. Resolves when the change is on disk.
   *
   * `lingerMs`: if the document is open, time to wait afterwards for updates by clients that had
   * not received the change yet (ms), so that `without` contains their text too.
   *
   * @returns `unchanged` if `compose` found nothing to do, `missing` if there is no such document
   * @throws {@link NotStored} after the last try
   */
  make(
    documentId: string,
    by: Writer,
    compose: ComposeEdit,
    lingerMs?: number,
  ): Promise<ServerEdit | 'unchanged' | 'missing'>;
  /** Resolves when no change is being made. */
  idle(): Promise<void>;
};

/**
 * Maximum number of tries for one change, when another writer was first or the disk did not
 * respond.
 */
const triesMax = 5;

/** Reasons for which a retry would fail again. */
const lasting: ReadonlySet<NotStored['reason']> = new Set(['too_large', 'disk_full']);

/** Creates the {@link ServerEdits} of one process. `random` returns a number in [0, 1). */
export function createServerEdits(options: {
  rooms: Pick<Rooms, 'use'>;
  clock: Pick<Clock, 'after'>;
  random: () => number;
}): ServerEdits {
  const { rooms, clock, random } = options;
  const queues = createQueues();

  async function make(documentId: string, by: Writer, compose: ComposeEdit, lingerMs: number) {
    const attempt: Attempt = { by, compose, lingerMs, clock, random, tried: [] };
    for (let count = 1; ; count += 1) {
      try {
        return (await rooms.use(documentId, (room) => tryOnce(room, attempt))) ?? 'missing';
      } catch (error) {
        if (!(error instanceof NotStored) || lasting.has(error.reason) || count === triesMax)
          throw error;
      }
    }
  }

  return {
    make: (documentId, by, compose, lingerMs = 0) =>
      queues.add(documentId, () => make(documentId, by, compose, lingerMs)),
    idle: () => queues.idle(),
  };
}

/**
 * A change that is tried until it is stored. `tried`: client ids of earlier tries with unknown
 * outcome. If the room has one of them, the change was stored after all.
 */
type Attempt = {
  readonly by: Writer;
  readonly compose: ComposeEdit;
  readonly lingerMs: number;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: () => number;
  readonly tried: number[];
};

async function tryOnce(
  room: Room,
  { by, compose, lingerMs, clock, random, tried }: Attempt,
): Promise<ServerEdit | 'unchanged'> {
  if (tried.some((client) => room.hasClient(client))) return { seq: room.log.seq(), without: null };
  const client = freshClient(random, (id) => room.hasClient(id));
  const base = room.log.whole();
  const update = await compose(base.updates, client);
  if (update === null) return 'unchanged';
  tried.push(client);
  const written = await room.write(by, update);
  if (lingerMs > 0 && room.sessions.size > 0)
    await new Promise<void>((resolve) => clock.after(lingerMs, resolve));
  const others = (room.log.since(base.seq) ?? []).filter((other) => other !== written.update);
  const without = {
    seq: others.length === 0 ? base.seq : null,
    updates: [...base.updates, ...others],
  };
  return { seq: written.seq, without };
}

function freshClient(random: () => number, isUsed: (client: number) => boolean): number {
  for (;;) {
    const client = 2 * (1 + Math.floor(random() * (2 ** 31 - 1)));
    if (!isUsed(client)) return client;
  }
}

/** Creates queues that run the work on one document one after the other. */
function createQueues() {
  const last = new Map<string, Promise<unknown>>();
  return {
    add<T>(documentId: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(documentId) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(documentId, mine);
      const forget = (): void => {
        if (last.get(documentId) === mine) last.delete(documentId);
      };
      mine.then(forget, forget);
      return mine;
    },
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
