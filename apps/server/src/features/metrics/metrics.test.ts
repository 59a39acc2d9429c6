import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { RequestFigures } from '@longhand/contract';
import { makeProject, openTestApp } from '../../app.testing.ts';
import { createLog } from '../../platform/log.ts';
import { createEmptyMetrics } from './register-sampler.ts';
import { watchProcess } from './process-metrics.ts';
import { createSampler, type Sampler } from './sampler.ts';

let now = Date.UTC(2026, 10, 20);
const clock = { now: () => now };
const commits: Record<string, number> = { '20': 5 };
const measured = {
  ...createEmptyMetrics(clock),
  live: () => ({ rooms: 3, connections: 7, commits, refused: { gap: 2 } }),
};
const host = await openTestApp(
  { METRICS_TOKEN: 'a token of twenty characters'.replaceAll(' ', '-') },
  { measured },
);
const admin = await host.member('first');
afterAll(() => host.close());

function pass(ms: number): void {
  now += ms;
  host.pass(ms);
}

const silent = createLog('silent');

function newSampler(processId: string = crypto.randomUUID()): Sampler {
  return createSampler({
    db: host.db,
    clock,
    log: silent,
    processId,
    measured,
    process: watchProcess(),
  });
}

const metrics = async <T>(path: string) =>
  (await admin.call('GET', `/api/v1/metrics/${path}`)).body as unknown as T;
const forget = () =>
  Promise.all([
    sql`delete from metrics`.execute(host.db),
    sql`delete from error_stats`.execute(host.db),
  ]);

type Points = { seconds: number; points: Record<string, number>[] };

describe('metrics', () => {
  test('count requests and durations by route and status, without values from the paths', async () => {
    const sampler = newSampler();
    await sampler.sample();
    await forget();
    const project = await makeProject(admin);
    for (let count = 0; count < 4; count += 1)
      await admin.call('GET', `/api/v1/projects/${project.id}`);
    await admin.call('GET', '/api/v1/projects/nonsense');
    await admin.call('GET', '/some/page?q=secret');
    pass(10_000);
    await sampler.sample();
    const { points, routes } = await metrics<RequestFigures>('requests');
    expect(points).toMatchObject([
      { count: 7, perSecond: 0.7, errors: expect.any(Number), p50: expect.any(Number) },
    ]);
    expect(routes[0]).toMatchObject({
      route: 'GET /api/v1/projects/:id',
      count: 5,
      statuses: { 200: 4, 404: 1 },
    });
    expect(routes.map(({ route }) => route)).toContain('everything else');
    expect(JSON.stringify(routes)).not.toMatch(new RegExp(`${project.id}|secret|nonsense`));
  });

  test('cover memory, event loop delay, live channel and database', async () => {
    await forget();
    commits['30'] = 1;
    const sampler = newSampler();
    await sampler.sample();
    const memory = await metrics<Points>('memory');
    expect(memory.points).toHaveLength(1);
    expect(memory.points[0]?.['rss']).toBeGreaterThan(10_000_000);
    expect(memory.points[0]?.['delayMax']).toBeGreaterThanOrEqual(0);
    const live = await metrics<{ points: unknown[]; now: unknown }>('live');
    expect(live).toMatchObject({
      points: [{ rooms: 3, connections: 7, commits: { count: 6 } }],
      now: { rooms: 3, connections: 7 },
    });
    pass(10_000);
    commits['30'] = 3;
    await sampler.sample();
    expect((await metrics<{ points: unknown[] }>('live')).points[1]).toMatchObject({
      commits: { count: 2 },
    });
    const database = await metrics<{ bytes: number; connections: { max: number } } & Points>(
      'database',
    );
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.connections.max).toBeGreaterThan(1);
    expect(database.points[0]?.['connections']).toBeGreaterThan(0);
  });

  test('list slow database statements, slowest first', async () => {
    await forget();
    measured.statements.heard('select a where b = $1', 60);
    for (let count = 0; count < 3; count += 1) measured.statements.heard('select c', 200);
    await newSampler().sample();
    const { statements } = await metrics<{ statements: unknown[] }>('database');
    expect(statements).toEqual([
      { text: 'select c', count: 3, meanMs: 200, maxMs: 200 },
      { text: 'select a where b = $1', count: 1, meanMs: 60, maxMs: 60 },
    ]);
  });

  test('group errors with the same source location and kind', async () => {
    await forget();
    const sampler = newSampler();
    const error = new TypeError('somebody’s words');
    measured.errors.note(error, 'bug');
    await sampler.sample();
    pass(60_000);
    measured.errors.note(error, 'bug');
    await sampler.sample();
    const { items } = await metrics<{ items: { firstSeen: string; lastSeen: string }[] }>('errors');
    expect(items).toMatchObject([
      {
        kind: 'bug',
        name: 'TypeError',
        count: 2,
        place: expect.stringContaining('metrics.test.ts:'),
      },
    ]);
    expect(Date.parse(items[0]?.lastSeen ?? '') - Date.parse(items[0]?.firstSeen ?? '')).toBe(
      60_000,
    );
    expect(JSON.stringify(items)).not.toContain('words');
  });

  test('add up the values of several processes', async () => {
    await forget();
    const [one, two] = [newSampler(), newSampler()];
    await one.sample();
    await two.sample();
    const { points } = await metrics<{ points: unknown[] }>('live');
    expect(points).toMatchObject([{ rooms: 6, connections: 14 }]);
  });

  test('are kept for thirty days, at lower resolution as they get older', async () => {
    await forget();
    const sampler = newSampler();
    const began = now;
    while (now < began + 2 * 3_600_000) {
      await sampler.sample();
      pass(10_000);
    }
    const stored = async () =>
      (
        await sql<{ seconds: number; count: number }>`
          select seconds, count(*) as count from metrics group by 1 order by 1`.execute(host.db)
      ).rows.map(({ seconds, count }) => [seconds, count]);
    const [fine, minutes, tens] = await stored();
    expect(fine?.[1]).toBeGreaterThanOrEqual(360);
    expect(fine?.[1]).toBeLessThanOrEqual(368);
    expect([minutes, tens]).toEqual([
      [60, 120],
      [600, 12],
    ]);
    expect((await metrics<Points>('memory?hours=1')).points.length).toBeGreaterThan(350);
    expect(await metrics<Points>('memory?hours=24')).toMatchObject({ seconds: 240 });
    pass(25 * 3_600_000);
    await sampler.sample();
    expect((await stored()).map(([seconds, count]) => [seconds, count])).toEqual([
      [10, 1],
      [600, 12],
    ]);
    expect((await metrics<Points>('memory?hours=48')).points.length).toBe(12);
    pass(30 * 86_400_000);
    await sampler.sample();
    // The period that the process was collecting meanwhile.
    expect((await stored()).find(([seconds]) => seconds === 600)).toEqual([600, 1]);
  });

  test('are held in memory while they cannot be stored', async () => {
    await forget();
    const sampler = newSampler();
    await sql`alter table metrics rename to metrics_away`.execute(host.db);
    measured.errors.note(new RangeError('x'), 'fault');
    await sampler.sample();
    pass(10_000);
    await sampler.sample();
    await sql`alter table metrics_away rename to metrics`.execute(host.db);
    pass(10_000);
    await sampler.sample();
    await signInAgain();
    expect((await metrics<Points>('memory')).points).toHaveLength(3);
    expect((await metrics<{ items: unknown[] }>('errors')).items).toMatchObject([
      { name: 'RangeError', count: 1 },
    ]);
  });

  test('skip stored rows of an incompatible version', async () => {
    await forget();
    await sql`insert into metrics values (gen_random_uuid(), 10, ${new Date(now)}, '{"memory": 1}')`.execute(
      host.db,
    );
    expect((await metrics<Points>('memory')).points).toEqual([]);
  });

  test.each(['hours=0', 'hours=721', 'hours=x'])('refuse the invalid query %s', async (query) => {
    for (const path of ['memory', 'errors', 'database', 'requests', 'live']) {
      expect((await admin.call('GET', `/api/v1/metrics/${path}?${query}`)).status).toBe(422);
    }
  });
});

/** After thirty days all sessions have expired. */
async function signInAgain(): Promise<void> {
  admin.cookies.clear();
  const body = { username: 'first', password: 'correct horse battery' };
  await admin.call('POST', '/api/v1/login', { body });
}

describe('the Prometheus endpoint', () => {
  const scrape = (authorization?: string) =>
    host.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

  /** Returns the scraped values by their name and labels. */
  async function figures(): Promise<Record<string, number>> {
    const { payload } = await scrape('Bearer a-token-of-twenty-characters');
    const lines = payload.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(
      lines.map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
    );
  }

  test('responds with the metrics to a request with the token, and with 401 without it', async () => {
    await sql`insert into mail_outbox (id, kind, recipient, subject, body_text, state)
      values (gen_random_uuid(), 'test', 'ada@example.org', '', '', 'failed')`.execute(host.db);
    for (const wrong of [undefined, 'Bearer nonsense', 'Basic abc'])
      expect((await scrape(wrong)).statusCode).toBe(401);
    const { statusCode, headers, payload } = await scrape('Bearer a-token-of-twenty-characters');
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const lines = payload.trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="(?:[^"\\]|\\.)*",?)+\})? [-+.\de]+)$/,
      );
    expect(payload).toContain(
      'longhand_http_requests_total{route="POST /api/v1/register",status="201"} 1',
    );
    expect(payload).toContain('longhand_live_connections 7');
    for (const line of [
      'longhand_live_refused_updates_total{reason="gap"} 2',
      'longhand_database_pool_waiting 0',
      'longhand_disk_reserve_bytes 0',
      'longhand_mails{state="queued"} 0',
      'longhand_mails{state="failed"} 1',
      'longhand_build_info{version="0.1.0"} 1',
      'longhand_database_up 1',
    ])
      expect(lines).toContain(line);
    expect(payload).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
    // Without an embedded database there is no journal.
    expect(payload).not.toContain('longhand_journal_bytes');
    expect(payload).not.toContain('/some/page');
  });

  test('has figures of the database: jobs, mails, nodes and backups', async () => {
    const at = new Date(Date.UTC(2026, 10, 20, 8));
    const before = await figures();
    expect(before).not.toHaveProperty('longhand_backup_verified_timestamp_seconds');
    await sql`insert into backups (id, name, is_scheduled, started_at, ended_at, bytes, verified_at)
      values (gen_random_uuid(), 'backup.tar', true, ${at}, ${at}, 1, ${at})`.execute(host.db);
    const nodeId = crypto.randomUUID();
    await sql`insert into nodes (id, url) values (${nodeId}, 'http://127.0.0.1:9')`.execute(
      host.db,
    );
    await host.jobs.enqueue('mail.deliver', { mailId: crypto.randomUUID() });
    const added = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
    const after = await figures();
    expect(after['longhand_backup_verified_timestamp_seconds']).toBe(at.getTime() / 1_000);
    expect(added('longhand_jobs{state="waiting"}')).toBe(1);
    expect(after['longhand_jobs_waiting_since_timestamp_seconds']).toBeGreaterThan(0);
    expect(added('longhand_nodes')).toBe(1);
    for (const state of ['queued', 'failed', 'kept'])
      expect(after).toHaveProperty([`longhand_mails{state="${state}"}`]);
    await sql`update nodes set seen_at = now() - interval '7 seconds'`.execute(host.db);
    expect((await figures())['longhand_nodes']).toBe(0);
  });

  test('has the metrics of the process while the database does not respond', async () => {
    await sql`alter table nodes rename to nodes_away`.execute(host.db);
    const read = await figures();
    await sql`alter table nodes_away rename to nodes`.execute(host.db);
    expect(read).toMatchObject({ longhand_database_up: 0, longhand_live_connections: 7 });
    expect(Object.keys(read).join()).not.toContain('longhand_jobs');
  });

  test('responds with 404 when no token is configured', async () => {
    const plain = await openTestApp();
    expect((await plain.app.inject({ url: '/metrics' })).statusCode).toBe(404);
    await plain.close();
  });
});
