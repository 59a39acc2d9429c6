import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAddress } from '@longhand/driver';
import { percentile } from '../measure/statistics.ts';
import type { Measure } from '../report/figures.ts';
import { interleave, type Bench } from './bench.ts';

const commits = 200;
/** Time between two commits: the rate of typing in a small room (ms). */
const pause = 20;

/**
 * Measures one commit of one small row, over one connection to Longhand's database. It is a lower
 * bound for the delivery of a character in Longhand, so read W1 in comparison to it.
 */
export async function runCommit(bench: Bench): Promise<void> {
  const measure = (what: string): Measure => ({
    workload: 'commit',
    size: 'one row',
    what,
    unit: 'ms',
    goal: null,
  });
  await interleave(bench, [bench.longhand], async (server) => {
    const client = new pg.Client({ ...(await databaseAddress(server.product.dataDir)) });
    await client.connect();
    try {
      await client.query(
        'create schema if not exists peer; create table if not exists peer.rows (data bytea not null)',
      );
      const times: number[] = [];
      for (let i = 0; i < commits; i += 1) {
        const start = performance.now();
        await client.query({
          name: 'one-row',
          text: 'insert into peer.rows values ($1)',
          values: [Buffer.alloc(60)],
        });
        times.push(performance.now() - start);
        await sleep(pause);
      }
      bench.say(
        `commit: p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`,
      );
      bench.figures.add(measure('p50'), server.name, percentile(times, 0.5));
      bench.figures.add(measure('p99'), server.name, percentile(times, 0.99));
    } finally {
      await client.end();
    }
  });
}
