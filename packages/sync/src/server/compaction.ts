import type { Compactor, ReachFaultPoint, UpdateLog } from './ports.ts';
import type { Room } from './room-types.ts';
import type { Visitor } from './session.ts';

/** Size of the tail at which it is merged into the snapshot. */
export type CompactionLimits = {
  readonly compactionUpdates: number;
  readonly compactionBytes: number;
};

/**
 * An error to report to the operator. `compact` costs only disk space; `store` made users wait or
 * resend; `check` closed the connection of the visitor `by`.
 */
export type Trouble = {
  readonly kind: 'store' | 'compact' | 'check';
  readonly documentId: string;
  readonly error: unknown;
  readonly by?: Visitor;
};

/** Compaction of the tails of open rooms. It does not block concurrent edits. */
export type Compaction = {
  /** True if the tail of a room is long enough, and longer than at the last failure. */
  isDue(room: Room): boolean;
  /** Compacts the tail of a room, at most once at a time per room. Never rejects. */
  run(room: Room): Promise<void>;
  /** Resolves when the compactions that run now have ended. */
  idle(): Promise<void>;
};

/** Creates the {@link Compaction} of one process. */
export function createCompaction(options: {
  log: Pick<UpdateLog, 'compact'>;
  compactor: Compactor;
  limits: CompactionLimits;
  reach: ReachFaultPoint;
  report: (trouble: Trouble) => void;
}): Compaction {
  const { log, compactor, limits, reach, report } = options;
  const running = new Map<Room, Promise<void>>();
  /** Rooms whose compaction failed, with the length of the tail at which it is retried. */
  const retryAt = new WeakMap<Room, number>();

  async function runOnce(room: Room): Promise<void> {
    const { documentId, log: committed } = room;
    try {
      reach('before-compaction');
      const snapshot = await compactor.compact(documentId, committed.whole());
      reach('before-snapshot');
      if (await log.compact(documentId, snapshot)) committed.compact(snapshot);
      reach('after-snapshot');
    } catch (error) {
      retryAt.set(room, committed.tail().updates + limits.compactionUpdates);
      report({ kind: 'compact', documentId, error });
    }
  }

  return {
    isDue(room) {
      const { updates, bytes } = room.log.tail();
      return (
        (updates >= limits.compactionUpdates || bytes >= limits.compactionBytes) &&
        updates >= (retryAt.get(room) ?? 0)
      );
    },
    run(room) {
      const current = running.get(room);
      if (current !== undefined) return current;
      const next = runOnce(room).finally(() => running.delete(room));
      running.set(room, next);
      return next;
    },
    async idle() {
      await Promise.allSettled(running.values());
    },
  };
}
