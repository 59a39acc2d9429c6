import { createMemoryCompactor } from './memory.ts';
import type { Clock } from '../protocol/clock.ts';
import type { UpdateLog } from '../server/ports.ts';
import { createRooms, defaultLimits, type Rooms, type RoomsOptions } from '../server/rooms.ts';

/** Parts of the rooms of a test. `limits` replaces some of the default limits. */
export type MemoryRoomsOptions = Partial<Omit<RoomsOptions, 'limits'>> & {
  readonly log: UpdateLog;
  readonly clock: Clock;
  readonly limits?: Partial<RoomsOptions['limits']>;
};

const nothing = (): void => undefined;

/**
 * Creates rooms that compact in the same thread and are told of nothing. A trouble that a room
 * reports is thrown.
 */
export function createMemoryRooms({ limits, ...parts }: MemoryRoomsOptions): Rooms {
  return createRooms({
    compactor: createMemoryCompactor(),
    reach: nothing,
    changed: nothing,
    loaded: nothing,
    released: nothing,
    report: ({ error }) => {
      throw error;
    },
    later: (call) => void Promise.resolve().then(call),
    ...parts,
    limits: { ...defaultLimits, ...limits },
  });
}
