import { setTimeout as sleep } from 'node:timers/promises';
import { killDatabase, openOwnClient, until, type Redis } from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import type { FaultContext, LedgerSubject } from '../ledger/subject.ts';
import { startCluster, type Node } from './cluster.ts';

/** Number of nodes. */
const count = 3;

/**
 * A fault of the node that has the room of a document, or of the database.
 * - `killed`: it is killed.
 * - `drained`: it is stopped by SIGTERM, and the writers go on at the others.
 * - `paused`: it stands still until another node has taken the document over, then goes on.
 * - `cut`, `stalled`: its connections to the database are closed and refused, or pass nothing on,
 *   until another node has taken the document over.
 * - `added`: a node is added, and the one with the document is stopped for good.
 * - `database`: the database is killed, and restarts.
 * - `redis-killed`, `redis-stalled`, `redis-cut`: the Redis of all nodes is killed, stands still,
 *   or cannot be reached by the node with the document.
 */
export const nodeFaults = [
  'killed',
  'drained',
  'paused',
  'cut',
  'stalled',
  'added',
  'database',
  'redis-killed',
  'redis-stalled',
  'redis-cut',
] as const;
/** See {@link nodeFaults}. */
export type NodeFault = (typeof nodeFaults)[number];

/** Time in which another node takes a document over (ms): six seconds and the pages' return. */
const takeoverWithin = 90_000;

const isOfRedis = (fault: NodeFault): fault is Extract<NodeFault, `redis-${string}`> =>
  fault.startsWith('redis-');

/** Strikes the node that has the room of the document. */
async function strike(
  fault: Exclude<NodeFault, 'database' | `redis-${string}`>,
  { product, line }: Node,
  { takenOver, openPage }: { takenOver: () => Promise<void>; openPage: () => () => void },
): Promise<void> {
  switch (fault) {
    case 'killed':
      return product.kill('SIGKILL');
    case 'drained':
    case 'added':
      await product.kill('SIGTERM');
      return takenOver();
    case 'paused': {
      process.kill(product.pid, 'SIGSTOP');
      // The writers wait at the node that stands still. Another page comes to the others.
      const closePage = openPage();
      await takenOver();
      closePage();
      process.kill(product.pid, 'SIGCONT');
      return;
    }
    case 'cut':
    case 'stalled':
      if (fault === 'cut') line.cut();
      else line.stall();
      await takenOver();
      line.heal();
  }
}

/** Disturbs the Redis of all nodes while the writers go on. */
async function disturbRedis(fault: NodeFault, redis: Redis, owner: Node): Promise<number> {
  const struckAt = Date.now();
  if (fault === 'redis-killed') await redis.signal('SIGKILL');
  if (fault === 'redis-stalled') await redis.signal('SIGSTOP');
  if (fault === 'redis-cut') owner.redisLine?.cut();
  await sleep(3_000);
  if (fault === 'redis-killed') await redis.start();
  if (fault === 'redis-stalled') await redis.signal('SIGCONT');
  if (fault === 'redis-cut') owner.redisLine?.heal();
  return struckAt;
}

/** Starts several nodes for the ledger test, with a Redis, which has to be installed. */
export async function startClusterSubject(): Promise<LedgerSubject<NodeFault>> {
  const cluster = await startCluster(count, { withRedis: true });
  let struck: Node | null = null;

  /** Returns the node with the document. After a fault, none may have it for some seconds. */
  async function findOwner(documentId: string): Promise<Node> {
    let owner: Node | null = null;
    const isFound = async (): Promise<boolean> => {
      owner = await cluster.ownerOf(documentId);
      return owner !== null;
    };
    await until('a node has the document', isFound, takeoverWithin);
    if (owner === null) throw new Error(`no node has the document ${documentId}`);
    return owner;
  }

  async function inject(fault: NodeFault, { ada, ids }: FaultContext): Promise<number | null> {
    const struckAt = Date.now();
    const [documentId = ''] = ids;
    if (fault === 'database') {
      await killDatabase(cluster.databaseDir);
      return struckAt;
    }
    const owner = await findOwner(documentId);
    if (isOfRedis(fault))
      return cluster.redis === null ? null : disturbRedis(fault, cluster.redis, owner);
    struck = owner;
    if (fault === 'added') await cluster.add();
    cluster.use((node) => node !== owner);
    const isTaken = async (): Promise<boolean> => {
      const now = await cluster.ownerOf(documentId);
      return now !== null && now !== owner;
    };
    await strike(fault, owner, {
      takenOver: () => until(`another node takes over: ${fault}`, isTaken, takeoverWithin),
      openPage() {
        const outbox = createMemoryOutbox();
        const { doc } = openOwnClient({ url: cluster.url, person: ada, documentId, outbox });
        return () => doc.destroy();
      },
    });
    return struckAt;
  }

  return {
    url: cluster.url,
    prepare: () => Promise.resolve(),
    inject,
    async recover(fault) {
      const gone = struck;
      if (fault === 'killed' || fault === 'drained') await gone?.product.start();
      cluster.use((node) => fault !== 'added' || node !== gone);
    },
    close: () => cluster.close(),
  };
}
