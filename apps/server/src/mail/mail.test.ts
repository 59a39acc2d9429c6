import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { openJobs, type Jobs } from '../jobs/jobs.ts';
import { systemClock } from '../platform/clock.ts';
import { until } from '../testing/until.ts';
import { readConfig } from '../platform/config.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import type { AddressedMail, MailContent } from './mail-content.ts';
import { createMail, type Mail } from './mail.ts';
import { headersOf, openTestSmtp, textOf, type TestSmtp } from './smtp.testing.ts';

let database: TestDatabase;
let smtp: TestSmtp;
const opened: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  smtp = await openTestSmtp();
  await database.pool.query('delete from jobs.job; delete from mail_outbox');
});
afterEach(async () => {
  await smtp.close();
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
});
afterAll(() => database.drop());

/** Opens another node that sends mail, by default with the settings of the test's mail server. */
async function open(
  settings: Record<string, string> = { SMTP_URL: smtp.url, MAIL_FROM: 'team@longhand.test' },
) {
  const { pool, kysely: db } = database;
  const clock = systemClock;
  const jobs = await openJobs({ pool, db, log: createLog('silent'), clock });
  opened.push(jobs);
  return {
    jobs,
    mail: createMail({ db, clock, ids: createIds(clock), jobs, config: readConfig(settings).mail }),
  };
}

const ada = 'ada@example.org';
const content: MailContent = {
  kind: 'contact',
  subject: 'Good news',
  body: {
    paragraphs: ['It works.'],
    link: { label: 'See', url: 'https://write.example.org/#token=abc' },
  },
};

function rows() {
  return database.kysely.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute();
}

const written = (change: Partial<MailContent>) => () => ({ ...content, ...change }) as MailContent;

function send(mail: Mail, change: Partial<MailContent> = {}, to = ada): Promise<void> {
  return database.kysely
    .transaction()
    .execute((trx) => mail.send(trx, { to, mail: written(change) }));
}

describe('a mail', () => {
  test('is sent once to its recipient, and is marked as generated automatically', async () => {
    const { jobs, mail } = await open();
    await send(mail);
    expect(smtp.taken).toEqual([]);
    await jobs.runDue();
    await jobs.runDue({ later: true });
    expect(smtp.taken).toHaveLength(1);
    const [taken] = smtp.taken;
    if (!taken) throw new Error('No mail came');
    expect([taken.from, taken.to]).toEqual(['team@longhand.test', ['ada@example.org']]);
    const [row] = await rows();
    const headers = headersOf(taken);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: ['Longhand <team@longhand.test>'],
      to: ['ada@example.org'],
      subject: ['Good news'],
      'message-id': [`<${row?.id}@longhand.test>`],
      'auto-submitted': ['auto-generated'],
    });
    expect(headers.has('list-unsubscribe')).toBe(false);
    expect(textOf(taken)).toBe('It works.\n\nSee:\nhttps://write.example.org/#token=abc\n');
    expect(row).toMatchObject({ state: 'sent', attempts: 1, last_error: null });
  });

  test('is not sent when its transaction is rolled back', async () => {
    const { jobs, mail } = await open();
    const failing = database.kysely.transaction().execute(async (trx) => {
      await mail.send(trx, { to: ada, mail: written({}) });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await jobs.runDue();
    expect([smtp.taken, await rows()]).toEqual([[], []]);
  });

  test('is delivered in the background while jobs are running', async () => {
    const { jobs, mail } = await open();
    jobs.start();
    await send(mail);
    mail.flush();
    await until(async () => (await rows())[0]?.state === 'sent');
    expect(smtp.taken).toHaveLength(1);
  });

  test('has its secret removed from the outbox after delivery', async () => {
    const { jobs, mail } = await open();
    await send(mail, { kind: 'password' });
    expect((await rows())[0]?.body_text).toContain('token=abc');
    await jobs.runDue();
    expect(JSON.stringify(await rows())).not.toContain('token=abc');
    expect(smtp.taken).toHaveLength(1);
  });

  test('of a newsletter has a List-Unsubscribe header with the page for it', async () => {
    const { jobs, mail } = await open();
    await send(mail, {
      kind: 'newsletter',
      leave: 'https://write.example.org/newsletter/leave#token=abc',
    });
    await jobs.runDue();
    const [taken] = smtp.taken;
    expect(taken && headersOf(taken).get('list-unsubscribe')).toEqual([
      '<https://write.example.org/newsletter/leave#token=abc>',
    ]);
  });
});

describe('user input cannot add a header or a recipient', () => {
  test.each([
    'x\r\nBcc: eve@example.org',
    'x\nBcc: eve@example.org',
    'x\rBcc: eve@example.org',
    'x\u2028Bcc: eve@example.org',
    'x\u0000\r\n\r\n<script>alert(1)</script>',
    'x\r\n.\r\nMAIL FROM:<eve@example.org>\r\nRCPT TO:<eve@example.org>',
    `x${'y'.repeat(20_000)}\r\nBcc: eve@example.org`,
    '=?utf-8?Q?=0D=0ABcc:_eve@example.org?=',
    '\ud800\u202egro.elpmaxe@eve',
  ])('in a subject, quote, paragraph or link: %j', async (nasty) => {
    const { jobs, mail } = await open();
    const url = `https://write.example.org/?x=${encodeURIComponent(nasty.toWellFormed())}`;
    const quote = nasty.replaceAll('\u0000', '').toWellFormed();
    const body = { paragraphs: [quote], quote, link: { label: 'See', url } };
    await send(mail, { subject: nasty, body });
    await jobs.runDue();
    expect(smtp.taken).toHaveLength(1);
    const [taken] = smtp.taken;
    if (!taken) throw new Error('No mail came');
    expect(taken.to).toEqual(['ada@example.org']);
    const headers = headersOf(taken);
    for (const name of ['bcc', 'cc', 'sender', 'reply-to']) expect(headers.has(name)).toBe(false);
    for (const name of ['from', 'to', 'subject', 'message-id'])
      expect(headers.get(name)).toHaveLength(1);
    expect(taken.raw.slice(taken.raw.indexOf('<!doctype html>'))).not.toContain('<script>');
  });

  test.each([
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'Ada <ada@example.org>',
    'group: ada@example.org;',
    '"ada eve"@example.org',
    '@eve.example.org:ada@example.org',
    '',
    'ada',
  ])('in an address: refuses %j', async (to) => {
    const { mail } = await open();
    await expect(send(mail, {}, to)).rejects.toThrow('Invalid mail address');
    expect(await rows()).toEqual([]);
  });
});

describe('delivery to a mail server', () => {
  test('is retried without loss when the server is unreachable', async () => {
    const { port } = smtp;
    await smtp.close();
    const { jobs, mail } = await open();
    await Promise.all(Array.from({ length: 5 }, () => send(mail)));
    await jobs.runDue();
    expect((await rows()).map(({ state, last_error }) => [state, last_error])).toEqual(
      Array(5).fill(['queued', 'ESOCKET']),
    );
    smtp = await openTestSmtp(port);
    await jobs.runDue();
    expect(smtp.taken).toEqual([]);
    await jobs.runDue({ later: true });
    expect(smtp.taken).toHaveLength(5);
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(5).fill(['sent', 2]),
    );
  });

  test('is retried after a temporary error, of which only the code is stored', async () => {
    const { jobs, mail } = await open();
    smtp.answer(451);
    await send(mail, {}, 'bob@example.org');
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ state: 'queued', last_error: '451' }]);
    smtp.answer(null);
    await jobs.runDue({ later: true });
    expect(smtp.taken).toHaveLength(1);
  });

  test('is not retried after a permanent error', async () => {
    const { jobs, mail } = await open();
    smtp.answer(550);
    await send(mail);
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ state: 'failed', last_error: '550', attempts: 1 }]);
    smtp.answer(null);
    await jobs.runDue({ later: true });
    expect(smtp.taken).toEqual([]);
  });

  test('ends after the last attempt, and the mail is kept as failed', async () => {
    const { jobs, mail } = await open();
    smtp.answer(451);
    await send(mail);
    await database.pool.query("update jobs.job set retry_limit = 1 where state = 'created'");
    for (let time = 0; time < 3; time += 1) await jobs.runDue({ later: true });
    expect(await rows()).toMatchObject([{ state: 'failed', last_error: '451', attempts: 2 }]);
  });

  test('happens once even if several processes run the job several times', async () => {
    const nodes = [await open(), await open(), await open()];
    await send(nodes[0]?.mail as Mail);
    const [row] = await rows();
    for (const { jobs } of nodes) await jobs.enqueue('mail.deliver', { mailId: row?.id ?? '' });
    await Promise.all(nodes.map(({ jobs }) => jobs.runDue()));
    for (const { jobs } of nodes) await jobs.runDue({ later: true });
    expect(smtp.taken).toHaveLength(1);
  });

  test('is repeated with the same Message-ID when a process died before it recorded the first one', async () => {
    const { jobs, mail } = await open();
    await send(mail);
    await jobs.runDue();
    const [row] = await rows();
    const id = row?.id ?? '';
    await database.kysely
      .updateTable('mail_outbox')
      .set({ state: 'queued', claimed_until: new Date(1) })
      .execute();
    await jobs.enqueue('mail.deliver', { mailId: id });
    await jobs.runDue();
    const names = smtp.taken.map((taken) => headersOf(taken).get('message-id')?.[0]);
    expect(names).toEqual([`<${id}@longhand.test>`, `<${id}@longhand.test>`]);
  });
});

describe('without a mail server', () => {
  test('mail is kept in the outbox without a delivery attempt', async () => {
    const { jobs, mail } = await open({});
    await send(mail, { kind: 'password' });
    await jobs.runDue();
    expect(mail.configured).toBe(false);
    expect(await rows()).toMatchObject([
      { state: 'kept', attempts: 0, body_text: expect.stringContaining('token=abc') },
    ]);
  });

  test('mail that waits for delivery is kept as well', async () => {
    const before = await open();
    await send(before.mail);
    const after = await open({});
    await after.jobs.runDue();
    expect(await rows()).toMatchObject([{ state: 'kept' }]);
  });
});

describe('the clean-up of the outbox', () => {
  test('deletes old mails, and sends those whose job is missing', async () => {
    const { jobs, mail } = await open();
    await send(mail);
    await jobs.runDue();
    await send(mail, {}, 'bob@example.org');
    await database.pool.query(
      "update mail_outbox set created_at = now() - interval '31 days'; delete from jobs.job",
    );
    await jobs.enqueue('mail.tidy', {});
    await jobs.runDue();
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ recipient: 'bob@example.org', state: 'sent' }]);
    expect(smtp.taken).toHaveLength(2);
  });
});

test('a mail that is sent synchronously returns its outcome', async () => {
  const { mail } = await open();
  const test: AddressedMail = { to: ada, mail: written({ kind: 'test' }) };
  expect(await mail.sendNow(test)).toEqual({ state: 'sent' });
  smtp.answer(451);
  expect(await mail.sendNow(test)).toEqual({
    state: 'failed',
    code: '451',
  });
  const without = await open({});
  expect(await without.mail.sendNow(test)).toEqual({ state: 'kept' });
  expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'failed', 'kept']);
});
