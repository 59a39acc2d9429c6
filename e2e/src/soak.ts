import { parseArgs } from 'node:util';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { connections } from './soak/connections.ts';
import { database } from './soak/database.ts';
import { kills, points } from './soak/kills.ts';
import { clocks, disk, memory } from './soak/machine.ts';
import { network } from './soak/network.ts';
import { cluster, nodes, rolling } from './soak/nodes.ts';
import { power } from './soak/power.ts';
import { say, seedFrom, type Scenario } from './soak/scenario.ts';
import { sockets } from './soak/sockets.ts';
import { starts } from './soak/starts.ts';
import { versions } from './soak/versions.ts';

const scenarios: Readonly<Record<string, Scenario>> = {
  kills,
  points,
  starts,
  nodes,
  cluster,
  rolling,
  power,
  connections,
  database,
  network,
  sockets,
  versions,
  memory,
  disk,
  clocks,
};

const lines = Object.entries(scenarios).map(
  ([name, { about, rounds }]) => `  ${name.padEnd(12)} ${about} (${rounds} rounds)`,
);
const usage = `npm run soak -- [NAME] [--rounds N] [--seed N] [--connections N] [--nodes N]
${lines.join('\n')}
  The default is kills. A printed seed repeats the random choices.`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seed: { type: 'string' },
        connections: { type: 'string', default: '10000' },
        nodes: { type: 'string', default: '1' },
      },
    });
    const scenario = scenarios[positionals[0] ?? 'kills'];
    if (scenario === undefined || positionals.length > 1) return null;
    const rounds = Number(values.rounds ?? scenario.rounds);
    const seed = Number(values.seed ?? seedFrom(Math.random));
    const connections = Number(values.connections);
    const nodes = Number(values.nodes);
    const counts = [rounds, connections, nodes];
    if (!counts.every((count) => count >= 1) || !Number.isInteger(seed)) return null;
    return { scenario, rounds, seed, connections, nodes };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const options = readOptions();
if (options === null) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const { scenario, ...rest } = options;
  say(`--seed ${rest.seed}`);
  process.exitCode = (await scenario.run({ ...rest, random: seededRandom(rest.seed) })) ? 0 : 1;
}
