import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { systemClock } from '../platform/clock.ts';
import { until } from '../testing/until.ts';
import { Fault } from '../platform/fault.ts';
import { createLog } from '../platform/log.ts';
import { withLogIds } from '../platform/work.ts';
import { openJobs, type Jobs } from './jobs.ts';

let database: TestDatabase;
const opened: Jobs[] = [];
const log = createLog('silent');
const mailId = '0192f0c1-7a00-7000-8000-0123456789ab';

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query('delete from jobs.job'));
afterAll(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop()));
  await database.drop();
});

/** Opens another node on the same database. */
async function open(alone = false): Promise<Jobs> {
  const jobs = await openJobs({
    pool: database.pool,
    db: database.kysely,
    log,
    clock: systemClock,
    alone,
  });
  opened.push(jobs);
  return jobs;
}

describe('a job', () => {
  test('runs once, with its data', async () => {
    const jobs = await open();
    const done: unknown[] = [];
    jobs.handle('mail.deliver', async (data) => void done.push(data));
    await jobs.enqueue('mail.deliver', { mailId });
    await jobs.runDue();
    await jobs.runDue();
    expect(done).toEqual([{ mailId }]);
    expect((await jobs.overview()).counts).toEqual([
      { name: 'mail.deliver', state: 'done', count: 1 },
    ]);
  });

  test('adds its id to the entries that are logged while it runs, and to that of its failure', async () => {
    const lines: string[] = [];
    const heard = createLog('info', { write: (line) => void lines.push(line) });
    const jobs = await openJobs({
      pool: database.pool,
      db: database.kysely,
      log: heard,
      clock: systemClock,
    });
    opened.push(jobs);
    jobs.handle('mail.deliver', async () => {
      heard.info('while it runs');
      throw new Fault('no mail server');
    });
    await withLogIds({ requestId: 'of the cause' }, () => jobs.enqueue('mail.deliver', { mailId }));
    await withLogIds({ requestId: 'of the cause' }, () => jobs.runDue());
    const { rows } = await database.pool.query<{ id: string }>('select id from jobs.job');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ msg: 'while it runs', jobId: rows[0]?.id });
    expect(second).toMatchObject({ msg: 'A job failed', jobId: rows[0]?.id, job: 'mail.deliver' });
    expect(lines.join('')).not.toContain('of the cause');
  });

  test('is stored only if the transaction that enqueues it commits', async () => {
    const jobs = await open();
    const done: unknown[] = [];
    jobs.handle('mail.deliver', async (data) => void done.push(data));
    const failing = database.kysely.transaction().execute(async (trx) => {
      await jobs.enqueue('mail.deliver', { mailId }, { trx });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await jobs.runDue();
    expect(done).toEqual([]);
    await database.kysely
      .transaction()
      .execute((trx) => jobs.enqueue('mail.deliver', { mailId }, { trx }));
    await jobs.runDue();
    expect(done).toHaveLength(1);
  });

  test('with a key is enqueued once while it is pending, and again after it is done', async () => {
    const jobs = await open();
    const done: unknown[] = [];
    jobs.handle('mail.deliver', async (data) => void done.push(data));
    await Promise.all(
      Array.from({ length: 50 }, () => jobs.enqueue('mail.deliver', { mailId }, { key: mailId })),
    );
    await jobs.runDue();
    expect(done).toHaveLength(1);
    await jobs.enqueue('mail.deliver', { mailId }, { key: mailId });
    await jobs.runDue();
    expect(done).toHaveLength(2);
  });

  test('with a delay does not run before its time', async () => {
    const jobs = await open();
    const done: unknown[] = [];
    jobs.handle('mail.deliver', async (data) => void done.push(data));
    await jobs.enqueue('mail.deliver', { mailId }, { afterSeconds: 3_600 });
    await jobs.runDue();
    expect(done).toEqual([]);
    await jobs.runDue({ later: true });
    expect(done).toHaveLength(1);
  });

  test('that fails is retried later, and its error message is not stored', async () => {
    const jobs = await open();
    let tries = 0;
    jobs.handle('mail.deliver', async () => {
      tries += 1;
      if (tries < 3) throw new Fault('ada@example.org is away');
    });
    await jobs.enqueue('mail.deliver', { mailId });
    await jobs.runDue();
    expect((await jobs.overview()).counts).toEqual([
      { name: 'mail.deliver', state: 'retrying', count: 1 },
    ]);
    const { rows } = await database.pool.query<{ row: string }>(
      'select job::text as row from jobs.job',
    );
    expect(rows[0]?.row).not.toContain('ada@');
    await jobs.runDue();
    expect(tries).toBe(1);
    await jobs.runDue({ later: true });
    await jobs.runDue({ later: true });
    expect((await jobs.overview()).counts).toEqual([
      { name: 'mail.deliver', state: 'done', count: 1 },
    ]);
  });

  test('that fails on its last attempt knows that it is the last, and appears among the failures', async () => {
    const jobs = await open();
    const lasts: boolean[] = [];
    jobs.handle('mail.tidy', async (_data, { isLast }) => {
      lasts.push(isLast);
      throw Object.assign(new Error('/secret/path'), { code: 'ENOENT' });
    });
    await jobs.enqueue('mail.tidy', {});
    for (let time = 0; time < 6; time += 1) await jobs.runDue({ later: true });
    expect(lasts).toEqual([false, false, false, true]);
    const { counts, failures } = await jobs.overview();
    expect(counts).toEqual([{ name: 'mail.tidy', state: 'failed', count: 1 }]);
    expect(failures).toEqual([
      { name: 'mail.tidy', error: 'Error ENOENT', tries: 4, at: expect.any(Date) },
    ]);
  });

  test('with invalid data does not run, and does not block other jobs', async () => {
    const jobs = await open();
    const done: unknown[] = [];
    jobs.handle('mail.deliver', async (data) => void done.push(data));
    await jobs.enqueue('mail.deliver', { mailId: 'nonsense' });
    await jobs.enqueue('mail.deliver', { mailId });
    await jobs.runDue();
    expect(done).toEqual([{ mailId }]);
  });

  test('without a handler in this process waits for a process that has one', async () => {
    const [older, newer] = [await open(), await open()];
    await older.enqueue('mail.deliver', { mailId });
    await older.runDue();
    const done: unknown[] = [];
    newer.handle('mail.deliver', async (data) => void done.push(data));
    await newer.runDue({ later: true });
    expect(done).toHaveLength(1);
  });
});

describe('several nodes with a job queue', () => {
  test('run each enqueued job exactly once between them', async () => {
    const nodes = [await open(), await open(), await open()];
    const done: string[] = [];
    for (const node of nodes) {
      node.handle('mail.deliver', async (data) => void done.push(data.mailId));
      node.start();
    }
    const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
    await Promise.all(ids.map((id, at) => nodes[at % 3]?.enqueue('mail.deliver', { mailId: id })));
    await until(() => done.length >= 60);
    expect(done.toSorted()).toEqual(ids.toSorted());
    await Promise.all(nodes.map((node) => node.stop()));
  });

  test('continue after the database has terminated all their connections', async () => {
    const jobs = await open();
    const done: string[] = [];
    jobs.handle('mail.deliver', async (data) => void done.push(data.mailId));
    jobs.start();
    await jobs.enqueue('mail.deliver', { mailId });
    await until(() => done.length === 1);
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`,
    );
    // The pool may return lost connections that it has not noticed yet. Each of them fails one
    // query.
    await until(() =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      ),
    );
    await jobs.enqueue('mail.deliver', { mailId });
    await until(() => done.length === 2);
    await jobs.stop();
  });

  test('finish their running job before they stop, and begin no other one', async () => {
    const [jobs, other] = [await open(), await open()];
    const seen: string[] = [];
    let release = () => undefined as void;
    jobs.handle('mail.tidy', async () => {
      seen.push('begun');
      await new Promise<void>((resolve) => (release = resolve));
      seen.push('ended');
    });
    jobs.start();
    await jobs.enqueue('mail.tidy', {});
    await until(() => seen.length === 1);
    const stopped = jobs.stop();
    await other.enqueue('mail.tidy', {});
    release();
    await stopped;
    jobs.prompt();
    expect((await jobs.overview()).counts).toEqual([
      { name: 'mail.tidy', state: 'done', count: 1 },
      { name: 'mail.tidy', state: 'waiting', count: 1 },
    ]);
    expect(seen).toEqual(['begun', 'ended']);
  });

  test('run a periodic job once per period, regardless of the number of nodes and restarts', async () => {
    const done: string[] = [];
    for (const _ of [1, 2, 3]) {
      const jobs = await open();
      jobs.handle('mail.tidy', async () => void done.push('mail.tidy'));
      jobs.handle('links.tidy', async () => void done.push('links.tidy'));
      jobs.every(86_400, 'mail.tidy');
      jobs.every(86_400, 'links.tidy');
      jobs.start();
      await until(() => done.length >= 2);
      await jobs.stop();
    }
    expect(done.toSorted()).toEqual(['links.tidy', 'mail.tidy']);
  });
});

test('a job of a process that died is run later by another process', async () => {
  const [dying, other] = [await open(), await open()];
  const seen: string[] = [];
  let release = () => undefined as void;
  dying.handle('mail.tidy', async () => {
    seen.push('begun');
    await new Promise<void>((resolve) => (release = resolve));
  });
  other.handle('mail.tidy', async () => void seen.push('done by another'));
  dying.start();
  await dying.enqueue('mail.tidy', {});
  await until(() => seen.length === 1);
  await other.runDue({ later: true });
  expect(seen).toEqual(['begun']);
  // Simulates that it was begun hours ago, and that the last supervision was long ago.
  await database.pool.query(
    "update jobs.job set started_on = now() - interval '1 day'; update jobs.queue set monitor_on = null",
  );
  other.start();
  await until(async () => (await other.overview()).counts[0]?.state === 'retrying');
  await other.runDue({ later: true });
  expect(seen).toEqual(['begun', 'done by another']);
  release();
});

test('a job of a process that died is run at once by a process that runs alone', async () => {
  const [dying, next] = [await open(), await open(true)];
  const seen: string[] = [];
  let release = () => undefined as void;
  dying.handle('mail.tidy', () => new Promise<void>((resolve) => (release = resolve)));
  next.handle('mail.tidy', async () => void seen.push('done'));
  dying.start();
  await dying.enqueue('mail.tidy', {});
  await until(async () => (await dying.overview()).counts[0]?.state === 'running');
  next.start();
  await until(async () => (await next.overview()).counts[0]?.state === 'retrying');
  await next.runDue({ later: true });
  expect(seen).toEqual(['done']);
  release();
});

test('a second handler for a job is refused', async () => {
  const jobs = await open();
  jobs.handle('mail.tidy', async () => undefined);
  expect(() => jobs.handle('mail.tidy', async () => undefined)).toThrow('has a handler already');
});
