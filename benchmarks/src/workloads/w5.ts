import { setTimeout as sleep } from 'node:timers/promises';
import { startLoadGenerator } from '../load/load-generator.ts';
import type { Participant, Promised } from '../load/load-tasks.ts';
import { percentile } from '../measure/statistics.ts';
import type { Measure } from '../report/figures.ts';
import type { Server } from '../servers/server.ts';
import { firstLetter } from '../wire/typing.ts';
import { initialPosition } from '../wire/wire.ts';
import { interleave, newClient, type Bench } from './bench.ts';

const documentCount = 8;
const perSecond = 20;
/** Typing time before the kill: minimum, and maximum of the random addition (ms). */
const killAfter = { least: 4_000, more: 8_000 };

/**
 * Characters of one document that had been acknowledged or seen by another user and are lost; age
 * of the oldest (ms).
 */
type Loss = { readonly letters: number; readonly oldest: number };

/**
 * W5: the server is killed during typing in eight documents, at 20 characters per second each. Each
 * document has one user who types and one who reads. Text that had been acknowledged or seen and is
 * missing after the restart counts as lost.
 */
export async function runW5(bench: Bench): Promise<void> {
  const measure = (what: string, unit: string, atMost: number | null): Measure => ({
    workload: 'W5',
    size: `${documentCount} documents`,
    what,
    unit,
    goal: atMost === null ? null : { of: 'value', atMost },
  });
  await interleave(bench, [bench.longhand, bench.hocuspocus], async (server) => {
    const losses = await killAndCompare(bench, server);
    const lost = losses.filter(({ letters }) => letters > 0);
    const letters = losses.reduce((sum, loss) => sum + loss.letters, 0);
    bench.say(`W5 ${server.name}: ${lost.length} documents lost ${letters} letters`);
    bench.figures.add(
      measure('documents that lost something promised', `of ${documentCount}`, 0),
      server.name,
      lost.length,
    );
    bench.figures.add(measure('promised and lost', 'letters', 0), server.name, letters);
    const ages = lost.map(({ oldest }) => oldest / 1_000);
    bench.figures.add(
      measure('age of the oldest that is lost, median', 's', 0),
      server.name,
      ages.length === 0 ? 0 : percentile(ages, 0.5),
    );
  });
}

async function killAndCompare(bench: Bench, server: Server): Promise<Loss[]> {
  const generator = startLoadGenerator();
  try {
    const documents = await server.documents(documentCount);
    const participantOf = (
      document: string,
      person: number,
      client: number | null,
    ): Participant => ({
      server: server.name,
      url: server.url(document),
      headers: server.headers(person),
      document,
      client,
    });
    await generator.run({
      kind: 'join',
      participants: documents.flatMap((document) => [
        participantOf(document, 0, newClient(bench.random)),
        participantOf(document, 1, null),
      ]),
    });
    const wait = bench.isQuick ? 3_000 : killAfter.least + bench.random() * killAfter.more;
    const typing = generator.run({ kind: 'type', perSecond, milliseconds: wait + 60_000 });
    await sleep(wait);
    const killedAt = Date.now();
    await server.kill();
    await typing;
    const promises = await generator.run({ kind: 'ledger' });
    await generator.run({ kind: 'leave' });
    await server.start();
    const losses: Loss[] = [];
    for (const promise of promises) {
      const opened = await generator.run({
        kind: 'open',
        participant: participantOf(promise.document, 1, null),
        position: initialPosition,
        times: 1,
      });
      losses.push(lossOf(promise, new Map(opened.clocks).get(promise.client) ?? 0, killedAt));
    }
    return losses;
  } finally {
    generator.close();
  }
}

function lossOf({ promised, typedAt }: Promised, stored: number, killedAt: number): Loss {
  const first = Math.max(stored, firstLetter);
  return {
    letters: Math.max(0, promised - first),
    oldest: killedAt - (typedAt[first - firstLetter] ?? killedAt),
  };
}
