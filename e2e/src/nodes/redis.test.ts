import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  findRedis,
  openOwnClient,
  signIn,
  signUp,
  until,
  type Person,
  type Redis,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { startCluster, type Cluster } from './cluster.ts';

if (findRedis() === null) console.warn('NOT TRIED: several nodes with Redis, which is missing.');

/** Time in which nodes notice that Redis is unreachable, and catch up (ms). */
const catchUpWithin = 5_000;

describe.skipIf(findRedis() === null)('with Redis', () => {
  let cluster: Cluster;
  let ada: Person;
  let ben: Person;

  beforeAll(async () => {
    cluster = await startCluster(2, { withRedis: true });
    ada = await signUp(cluster.url, 'ada');
    ben = await signUp(cluster.url, 'ben');
  }, 300_000);
  afterAll(() => cluster.close());

  const urlOf = (node: number): string => cluster.nodes[node]?.product.url ?? '';

  function redis(): Redis {
    if (cluster.redis === null) throw new Error('the cluster has no Redis');
    return cluster.redis;
  }

  /** Opens a document of Ada for Ben at the second node. */
  async function openShared() {
    const { id } = await ada.call('createDocument', { body: { title: 'Redis' } });
    await ada.call('addDocumentCollaborator', {
      params: { id },
      body: { usernameOrEmail: 'ben', role: 'editor' },
    });
    const outbox = createMemoryOutbox();
    const page = openOwnClient({ url: urlOf(1), person: ben, documentId: id, outbox });
    onTestFinished(() => page.doc.destroy());
    await until('connected', () => page.link.state.connected);
    return { id, page };
  }

  /** Fails a sign-in at the first node. */
  const failSignIn = (): Promise<unknown> =>
    signIn(urlOf(0), 'ben', 'a wrong password').catch((error: unknown) => error);

  test('hints go over Redis', async () => {
    const client = createClient({ url: redis().url });
    await client.connect();
    const channels: string[] = [];
    await client.pSubscribe('*', (_payload, channel) => void channels.push(channel));
    await until('a count is sent', async () => {
      await failSignIn();
      return channels.some((channel) => channel.endsWith(':longhand_counts'));
    });
    client.destroy();
  });

  const faults: readonly [string, () => Promise<void>, () => Promise<void>][] = [
    ['is killed', () => redis().signal('SIGKILL'), () => redis().start()],
    ['stands still', () => redis().signal('SIGSTOP'), () => redis().signal('SIGCONT')],
    [
      'cannot be reached by one node',
      async () => cluster.nodes[1]?.redisLine?.cut(),
      async () => cluster.nodes[1]?.redisLine?.heal(),
    ],
    [
      'passes nothing on to one node',
      async () => cluster.nodes[1]?.redisLine?.stall(),
      async () => cluster.nodes[1]?.redisLine?.heal(),
    ],
    [
      'is emptied',
      async () => {
        const client = createClient({ url: redis().url });
        await client.connect();
        await client.flushAll();
        client.destroy();
      },
      async () => undefined,
    ],
  ];

  test.each(faults)(
    'a user who is removed at another node when Redis %s is disconnected within five seconds',
    async (_name, strike, heal) => {
      const { id, page } = await openShared();
      await strike();
      await ada.call('removeDocumentCollaborator', { params: { id, userId: ben.user.id } });
      await until('disconnected', () => page.link.state.ended !== null, catchUpWithin);
      expect(page.link.state.ended?.code).toBe(4403);
      // Later removals are announced over the database at once.
      await sleep(1_000);
      const later = await openShared();
      await ada.call('removeDocumentCollaborator', {
        params: { id: later.id, userId: ben.user.id },
      });
      await until('disconnected', () => later.page.link.state.ended !== null, catchUpWithin);
      await heal();
      await sleep(catchUpWithin);
    },
    60_000,
  );
});
