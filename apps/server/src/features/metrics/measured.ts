import type { StatementTimes } from '../../db/statement-times.ts';
import type { LiveNow } from '../../domain/live-figures.ts';
import type { RequestFigures } from '../../http/measure.ts';
import type { ErrorsSeen } from '../../platform/errors-seen.ts';

/** What the parts of a process count by themselves, to be gathered now and then. */
export type Measured = {
  readonly requests: RequestFigures;
  readonly statements: StatementTimes;
  readonly errors: ErrorsSeen;
  readonly live: () => LiveNow;
};
