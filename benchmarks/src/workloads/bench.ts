import { databasePid } from '@longhand/driver';
import type { MeasuredProcesses } from '../measure/idle.ts';
import { untilIdle } from '../measure/idle.ts';
import type { History } from '../replay/history.ts';
import type { FigureCollection } from '../report/figures.ts';
import type { HocuspocusServer } from '../servers/hocuspocus.ts';
import type { LonghandServer } from '../servers/longhand.ts';
import type { Server } from '../servers/server.ts';

/** Context of a workload. */
export type Bench = {
  readonly longhand: LonghandServer;
  readonly hocuspocus: HocuspocusServer;
  readonly relay: Server;
  readonly figures: FigureCollection;
  readonly rounds: number;
  /** True for smaller sizes and shorter times, to check that everything works. */
  readonly isQuick: boolean;
  readonly trace: History | null;
  readonly random: () => number;
  say(line: string): void;
};

/** Returns a random client id (even). */
export function newClient(random: () => number): number {
  return 2 * (1 + Math.floor(random() * (2 ** 31 - 2)));
}

/** Returns the current processes of all servers. */
export async function measuredProcesses({
  longhand,
  hocuspocus,
  relay,
}: Bench): Promise<MeasuredProcesses> {
  const database = (await databasePid(longhand.product.dataDir)) ?? 0;
  return { servers: [longhand.pid, hocuspocus.pid, relay.pid], database };
}

/**
 * Runs `work` with each server in each round, when all servers are idle. The order rotates from
 * round to round.
 */
export async function interleave<S extends { readonly name: string }>(
  bench: Bench,
  servers: readonly S[],
  work: (server: S, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < bench.rounds; round += 1) {
    for (let i = 0; i < servers.length; i += 1) {
      await untilIdle(await measuredProcesses(bench));
      await work(servers[(i + round) % servers.length] as S, round);
    }
  }
}
