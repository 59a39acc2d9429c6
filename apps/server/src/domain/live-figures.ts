import type { Durations } from '../platform/durations.ts';

/**
 * Figures of the live channel of this process. `commits`: durations of its commits since the
 * process began.
 */
export type LiveNow = {
  readonly rooms: number;
  readonly connections: number;
  readonly commits: Readonly<Durations>;
};
