import type { StatementTimes } from '../db/statement-times.ts';
import type { RequestFigures } from '../http/measure.ts';
import type { Durations } from '../platform/durations.ts';
import type { ErrorsSeen } from '../platform/errors-seen.ts';

/** How it stands with the live channel of this process. `commits`: how long it took until what was typed was on disk. */
export type LiveNow = { readonly rooms: number; readonly connections: number; readonly commits: Readonly<Durations> };

/** What parts of the process count by themselves, to be gathered now and then. */
export type Measured = {
  readonly requests: RequestFigures;
  readonly statements: StatementTimes;
  readonly errors: ErrorsSeen;
  /** `commits` since the process began. */
  readonly live: () => LiveNow;
};
