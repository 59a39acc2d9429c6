import type { FastifyInstance } from 'fastify';
import { createStatementTimes } from '../../db/statement-times.ts';
import type { Measured } from './measured.ts';
import { createRequestMetrics } from '../../http/measure.ts';
import type { Clock } from '../../platform/clock.ts';
import { createErrorStats } from '../../platform/error-stats.ts';
import { readVersion } from '../../platform/version.ts';
import { watchProcess } from './process-metrics.ts';
import { createResources } from './resources.ts';
import { createSampler, type Sampler, type SamplerDeps } from './sampler.ts';

/** Returns empty metrics for a process that is not measured. */
export function createEmptyMetrics(clock: Clock): Measured {
  return {
    requests: createRequestMetrics(),
    statements: createStatementTimes(),
    errors: createErrorStats(() => clock.now()),
    version: readVersion(),
    nodeId: null,
    live: () => ({ rooms: 0, connections: 0, commits: {}, refused: {} }),
    resources: createResources({
      pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
      folders: {},
      reserve: 0,
      journal: null,
    }),
  };
}

/** Stores metrics while `app` listens on a port. */
export function registerSampler(app: FastifyInstance, deps: Omit<SamplerDeps, 'process'>): void {
  let sampler: Sampler | undefined;
  app.addHook('onListen', async () => {
    sampler = createSampler({ ...deps, process: watchProcess() });
    sampler.start();
  });
  app.addHook('onClose', async () => sampler?.stop());
}
