import { setTimeout as sleep } from 'node:timers/promises';
import { databasePid, signUp, startProduct } from '@longhand/driver';
import { startLoadGenerator } from '../load/load-generator.ts';
import { untilIdle } from '../measure/idle.ts';
import { proportionalBytes } from '../measure/usage.ts';
import { newClient, type Bench } from './bench.ts';

/** Maximum memory of the app and its database (MB): 200 MiB. */
const goal = 209.7;

/** Id of the template *Report*. */
const templateId = '01990000-0000-7000-8000-000000000005';

/**
 * Measures the memory of a new installation (the app with its processes, and the database) with a
 * hundred open documents: after one of them was typed in for a minute, and half a minute later.
 * Shared memory is divided among the processes that share it. Longhand only.
 */
export async function runInstalled(bench: Bench): Promise<void> {
  for (let round = 0; round < Math.min(bench.rounds, 3); round += 1) await measureOnce(bench);
}

async function measureOnce(bench: Bench): Promise<void> {
  const count = bench.isQuick ? 20 : 100;
  const product = await startProduct();
  const generator = startLoadGenerator();
  const add = async (when: string, atMost: number | null): Promise<void> => {
    const database = (await databasePid(product.dataDir)) ?? 0;
    const [app, stored] = [await proportionalBytes(product.pid), await proportionalBytes(database)];
    const parts = { 'app and database': app + stored, 'the app': app, 'the database': stored };
    for (const [what, bytes] of Object.entries(parts)) {
      const isSum = what === 'app and database';
      const measure = {
        workload: 'memory',
        size: `${count} documents open`,
        what: `${what}, ${when}`,
        unit: 'MB',
        goal: isSum && atMost !== null ? ({ of: 'value', atMost } as const) : null,
      };
      bench.figures.add(measure, 'longhand', bytes / 1e6);
    }
    bench.say(`memory ${when}: ${Math.round((app + stored) / 1e6)} MB`);
  };
  try {
    const person = await signUp(product.url, 'reader');
    const participants = [];
    for (let n = 0; n < count; n += 1) {
      const { id } = await person.call('createDocument', { body: { templateId } });
      participants.push({
        server: 'longhand' as const,
        url: `${product.url.replace('http', 'ws')}/collab/${id}`,
        headers: { cookie: person.cookie() },
        document: id,
        client: n === 0 ? newClient(bench.random) : null,
      });
    }
    await generator.run({ kind: 'join', participants });
    const milliseconds = bench.isQuick ? 2_000 : 60_000;
    await generator.run({ kind: 'type', perSecond: 5, milliseconds });
    await add('after a minute of typing', goal);
    await untilIdle({
      servers: [product.pid],
      database: (await databasePid(product.dataDir)) ?? 0,
    });
    // Idle processes that built documents end after twenty seconds.
    await sleep(bench.isQuick ? 1_000 : 30_000);
    await add('at rest', null);
  } finally {
    generator.close();
    await product.close();
  }
}
