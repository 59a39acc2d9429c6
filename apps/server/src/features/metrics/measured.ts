import type { StatementTimes } from '../../db/statement-times.ts';
import type { LiveMetrics } from '../../domain/live-metrics.ts';
import type { RequestMetrics } from '../../http/measure.ts';
import type { ErrorStats } from '../../platform/error-stats.ts';
import type { Resources } from './resources.ts';

/**
 * Counters of the parts of a process, which are read periodically. `nodeId`: null for a single
 * process.
 */
export type Measured = {
  readonly requests: RequestMetrics;
  readonly statements: StatementTimes;
  readonly errors: ErrorStats;
  readonly live: () => LiveMetrics;
  readonly version: string;
  readonly nodeId: string | null;
  readonly resources: Resources;
};
