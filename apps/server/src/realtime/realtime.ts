import type { Server } from 'node:http';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { closeCodes, createRooms, defaultLimits, type Trouble } from '@longhand/sync';
import type { Schema } from '../db/schema.ts';
import type { Live } from '../domain/live.ts';
import { createTurns } from '../domain/turns.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveLimits } from '../platform/config.ts';
import type { KillPoints } from '../platform/kill-points.ts';
import type { Log } from '../platform/log.ts';
import { refuse } from '../platform/refusal.ts';
import { createDigests } from './digests.ts';
import { createGateway, type Admitted } from './gateway.ts';
import { createUpdateLog } from './update-log.ts';
import { createVisitors } from './visitors.ts';
import { createWorkers } from './workers.ts';

/** Documents whose text is read for the API at once, and how many may wait for their turn. */
const readingsMax = 2;
const readingsWaitingMax = 500;

/** The live channel of one process. */
export type Realtime = {
  readonly live: Live;
  /** Takes the upgrades of a server. */
  attach(server: Server): void;
  /** Stores what was received, tells everybody, closes. */
  close(): Promise<void>;
};

/** Makes the live channel from the engine and what it stands on here: PostgreSQL, worker threads, WebSockets. */
export function createRealtime(deps: {
  db: Kysely<Schema>;
  pool: Pool;
  clock: Clock;
  log: Log;
  kill: KillPoints;
  publicUrl: string | null;
  limits: LiveLimits;
}): Realtime {
  const { db, log, limits } = deps;
  const updates = createUpdateLog(deps.pool);
  const workers = createWorkers();
  const visitors = createVisitors(deps);
  // A reading holds the whole document, and a connection to the database while it is loaded: never so many that commits wait for one.
  const readings = createTurns({
    places: readingsMax,
    waitingMax: readingsWaitingMax,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 5 }),
  });
  const digests = createDigests({
    db,
    workers,
    rooms: () => rooms,
    load: (documentId) => wholeOf(documentId),
    report: (error, documentId) => log.error({ err: error, documentId }, 'the words of a document could not be counted'),
  });
  const rooms = createRooms({
    log: updates,
    folder: workers,
    clock: {
      now: () => deps.clock.now(),
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    limits: {
      waitingUpdatesMax: limits.waitingUpdates,
      waitingBytesMax: limits.waitingBytes,
      laggingBytes: defaultLimits.laggingBytes,
      documentBytesMax: defaultLimits.documentBytesMax,
      awarenessBytes: limits.awarenessBytes,
      foldUpdates: limits.foldUpdates,
      foldBytes: limits.foldBytes,
    },
    reach: (moment) => deps.kill.reach(moment),
    changed: (documentId) => digests.changed(documentId),
    released: () => undefined,
    report: ({ kind, documentId, error }: Trouble) => log.error({ err: error, documentId }, troubles[kind]),
  });
  const gateway = createGateway({
    rooms,
    visitors,
    limits,
    unreadBytesMax: defaultLimits.laggingBytes * 4,
    report: (error, documentId) => log.error({ err: error, documentId }, 'a live connection failed'),
  });

  async function wholeOf(documentId: string): Promise<readonly Uint8Array[] | null> {
    const stored = await updates.load(documentId);
    if (stored === null) return null;
    return [...(stored.snapshot === null ? [] : [stored.snapshot.state]), ...stored.entries.flatMap((entry) => entry.updates)];
  }

  const newestCheck = new WeakMap<Admitted, symbol>();

  /** Reading stops while the role is looked up, so that nothing is judged by the old one. Of two checks at once the later one counts. */
  async function recheck(entry: Admitted): Promise<void> {
    const { connection, documentId } = entry;
    const check = Symbol('check');
    newestCheck.set(entry, check);
    entry.socket.hold('rights');
    try {
      const rights = await visitors.rights(connection.visitor.user, documentId);
      if (newestCheck.get(entry) !== check) return;
      if (rights === null) return connection.close(closeCodes.notAllowed, 'no longer shared with you');
      connection.setRole(rights.role, rights.canWrite);
      entry.socket.release('rights');
    } catch (error) {
      // Without the database nobody's rights can be known: the page comes back, and is asked again.
      log.error({ err: error, documentId }, 'rights could not be checked');
      connection.close(closeCodes.tryAgain, 'your rights could not be checked; try again');
    }
  }

  const live: Live = {
    rightsChanged(change) {
      gateway.doubt();
      const affected = gateway.connections(affectedBy(change));
      for (const entry of affected) void recheck(entry);
    },
    sessionEnded(change) {
      gateway.doubt();
      const affected = gateway.connections(({ connection: { visitor } }) =>
        'sessionId' in change
          ? visitor.session === change.sessionId
          : visitor.user === change.userId && visitor.session !== change.exceptSessionId,
      );
      for (const { connection } of affected) connection.close(closeCodes.notSignedIn, 'signed out');
    },
    readContent: (documentId, format) =>
      readings(async () => {
        const whole = await wholeOf(documentId);
        return whole === null ? refuse('not_found') : workers.content(whole, format);
      }),
    renamed({ documentId, title, by }) {
      rooms.find(documentId)?.announce({ kind: 'renamed', title, by });
    },
  };

  return {
    live,
    attach: (server) => gateway.attach(server),
    async close() {
      gateway.close();
      await rooms.close();
      await digests.close();
      await workers.close();
    },
  };
}

/** Whose rights have to be looked at again. Which documents a project has is not known here: all of a person's are looked at. */
function affectedBy(change: Parameters<Live['rightsChanged']>[0]): (entry: Admitted) => boolean {
  if ('documentIds' in change) {
    const documentIds = new Set(change.documentIds);
    return (entry) => documentIds.has(entry.documentId);
  }
  const { userId, documentId } = change;
  return (entry) => entry.connection.visitor.user === userId && (documentId === undefined || entry.documentId === documentId);
}

const troubles: Record<Trouble['kind'], string> = {
  store: 'a document could not be stored; its pages send again',
  fold: 'a document could not be folded; its log stays as it is',
};
