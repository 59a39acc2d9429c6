import type { StatementTimes } from '../../db/statement-times.ts';
import type { LiveNow } from '../../domain/live-figures.ts';
import type { RequestFigures } from '../../http/measure.ts';
import type { ErrorStats } from '../../platform/error-stats.ts';

/** Counters of the parts of a process, which are read periodically. */
export type Measured = {
  readonly requests: RequestFigures;
  readonly statements: StatementTimes;
  readonly errors: ErrorStats;
  readonly live: () => LiveNow;
};
