import type { Clock } from '@longhand/sync/protocol';
import {
  createServerEdits,
  NotStored,
  type ComposeEdit,
  type Rooms,
  type Stored,
  type UpdateLog,
} from '@longhand/sync/server';
import { noSeq, type DocumentState, type Live, type Whole } from '../domain/live.ts';
import { sessionWriting } from '../domain/authorship.ts';
import { createFairSemaphore } from '../domain/fair-semaphore.ts';
import { currentCaller } from '../platform/work.ts';
import { Fault } from '../platform/fault.ts';
import { inSpan } from '../platform/spans.ts';
import { refuse } from '../platform/refusal.ts';
import type { Workers } from './workers.ts';

/**
 * Maximum number of concurrent reads and changes of texts, and maximum queue lengths (in total, per
 * user).
 */
const readingsMax = 2;
const readingsWaitingMax = 500;
const readingsPerUserWaitingMax = 50;
/**
 * Time after which every open page has received a change and its earlier input has arrived (ms).
 */
const unseenFor = 1_000;

/**
 * Client id of changes to states that are not in the log. It only names the new values of
 * mentions, and no page has it: those begin at 2.
 */
const clientOfStates = 0;

/** Reads, compares and changes the texts of documents. */
export type Texts = Pick<
  Live,
  | 'readContent'
  | 'readState'
  | 'contentOf'
  | 'differences'
  | 'compareCopy'
  | 'mergeCopy'
  | 'edit'
  | 'erase'
  | 'eraseState'
> & {
  /**
   * Returns everything acknowledged so far, from the open room if there is one. Returns null if the
   * document does not exist.
   */
  findNewest(documentId: string): Promise<Whole | null>;
  /** Like `readState`, but returns null if the document does not exist. */
  findState(documentId: string): Promise<DocumentState | null>;
  /** Resolves when no document is being changed. */
  idle(): Promise<void>;
};

/** Creates the {@link Texts} of one process. `random` returns a number from 0 up to 1. */
export function createTexts(options: {
  updates: Pick<UpdateLog, 'load'>;
  /** Makes the acknowledged updates of a document visible in the database. */
  settle: (documentId: string) => Promise<void>;
  workers: Workers;
  rooms: Pick<Rooms, 'find' | 'use' | 'compact'>;
  clock: Pick<Clock, 'after'>;
  random: () => number;
}): Texts {
  const { workers } = options;
  const inTurn = createReadingSemaphore();
  const edits = createServerEdits({
    rooms: options.rooms,
    clock: options.clock,
    random: options.random,
  });

  const edit = createEdit({ edits, workers, inTurn });

  async function findWhole(documentId: string): Promise<Whole | null> {
    const stored = await options.updates.load(documentId);
    // Callers compare the number of its last entry with those of the database.
    await options.settle(documentId);
    return stored === null ? null : wholeOf(stored);
  }

  async function findState(documentId: string): Promise<DocumentState | null> {
    return inTurn(async () => {
      const whole = await findWhole(documentId);
      return whole === null ? null : { seq: whole.seq, ...(await workers.state(whole.updates)) };
    });
  }

  return {
    findState,
    idle: () => edits.idle(),
    async findNewest(documentId) {
      return options.rooms.find(documentId)?.log.whole() ?? findWhole(documentId);
    },
    async readState(documentId) {
      return (await findState(documentId)) ?? refuse('not_found');
    },
    readContent: (documentId, format) =>
      inTurn(async () => {
        const whole = (await findWhole(documentId)) ?? refuse('not_found');
        return workers.content(whole.updates, format);
      }),
    contentOf: (state, format) => inTurn(() => workers.content([state], format)),
    compareCopy: (copied) => inTurn(() => workers.compareCopy(copied)),
    mergeCopy: (copied, merging) => inTurn(() => workers.mergeCopy(copied, merging)),
    differences: (before, after) => inTurn(() => workers.differences([before], [after])),
    edit: (documentId, change) =>
      inSpan({ name: 'edit', attributes: { 'longhand.document.id': documentId } }, () =>
        edit(documentId, change),
      ),
    ...createErasing({ edits, inTurn, ...options }),
  };
}

/** Runs a task when its caller may hold a document. */
type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates the turns of callers. Each reading holds a whole document, and a database connection
 * while it loads. The limit leaves connections for commits.
 */
function createReadingSemaphore(): InTurn {
  const semaphore = createFairSemaphore({
    concurrency: readingsMax,
    concurrencyPerUser: 1,
    waitingMax: readingsWaitingMax,
    waitingPerUserMax: readingsPerUserWaitingMax,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 5 }),
  });
  return (task) => {
    const caller = currentCaller();
    return semaphore(caller?.person ?? 'the server', task, caller?.gone);
  };
}

/** Returns the stored updates of a document, from its snapshot on. */
function wholeOf({ snapshot, entries }: Stored): Whole {
  return {
    seq: entries.at(-1)?.seq ?? snapshot?.seq ?? 0,
    updates: [
      ...(snapshot === null ? [] : [snapshot.state]),
      ...entries.flatMap((entry) => entry.updates),
    ],
  };
}

/** Creates the edit of a document by the server. */
function createEdit({
  edits,
  workers,
  inTurn,
}: {
  edits: ReturnType<typeof createServerEdits>;
  workers: Workers;
  inTurn: InTurn;
}): Live['edit'] {
  return async (
    documentId,
    { by, how, content, suggesting = null, restores, readWithout = false },
  ) => {
    const writer = { user: by.userId, session: sessionWriting(how, by.sessionId) };
    const compose: ComposeEdit = (updates, client) =>
      inTurn(() =>
        workers.towards(updates, {
          content,
          client,
          suggesting,
          restores: restores === undefined ? null : [restores],
        }),
      );
    const linger = readWithout ? unseenFor : 0;
    const made = await storing(() => edits.make(documentId, writer, compose, linger));
    if (made === 'missing') refuse('not_found');
    if (made === 'unchanged') return null;
    const { seq, without } = made;
    if (!readWithout || without === null) return { seq, without: null };
    const state = await inTurn(() => workers.state(without.updates, true));
    return { seq, without: { ...state, seq: without.seq ?? noSeq } };
  };
}

/** Creates the removal of people from documents and from stored states. */
function createErasing({
  edits,
  inTurn,
  workers,
  rooms,
  settle,
}: {
  edits: ReturnType<typeof createServerEdits>;
  inTurn: InTurn;
  workers: Workers;
  rooms: Pick<Rooms, 'compact'>;
  settle: (documentId: string) => Promise<void>;
}): Pick<Live, 'erase' | 'eraseState'> {
  return {
    async erase(documentId, { by, erased }) {
      const writer = { user: by.userId, session: '' };
      const compose: ComposeEdit = (updates, client) =>
        inTurn(() => workers.erase(updates, client, erased));
      const made = await storing(() => edits.make(documentId, writer, compose));
      if (made === 'missing') return;
      await rooms.compact(documentId);
      await settle(documentId);
    },
    eraseState: (state, erased) =>
      inTurn(async () => {
        const update = await workers.erase([state], clientOfStates, erased);
        return update === null ? null : workers.state([state, update]);
      }),
  };
}

/** Makes a change, and refuses it if it was not stored. */
async function storing<Result>(make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof NotStored) refuseUnstored(error);
    throw error;
  }
}

/** Refuses a change that was not stored. */
function refuseUnstored(error: NotStored): never {
  if (error.reason === 'too_large') refuse('too_large');
  if (error.reason === 'disk_full') refuse('disk_full');
  throw new Fault('a change to a document could not be stored', { cause: error });
}
