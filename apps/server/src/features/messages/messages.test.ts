import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '@longhand/contract';
import { openTestApp, type TestAnswer } from '../../app.testing.ts';
import { headersOf, openTestSmtp, textOf, tokenOf } from '../../mail/smtp.testing.ts';

const hour = 60 * 60_000;
const contact = {
  name: 'Vera',
  email: 'vera@example.org',
  subject: 'A question',
  message: 'Is it open source?',
};
const demo = {
  ...contact,
  subject: 'Demo Request',
  companyName: 'Example Press',
  teamSize: '12 to 15',
};

const smtp = await openTestSmtp();
const host = await openTestApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'team@longhand.test',
  SUPPORT_MAILBOX: 'support@longhand.test',
  SALES_MAILBOX: 'sales@longhand.test',
});
const administrator = await host.member('administrator');
afterAll(async () => {
  await host.close();
  await smtp.close();
});
beforeEach(async () => {
  smtp.taken.splice(0);
  await host.db.deleteFrom('messages').execute();
});
// Pending jobs and rate limits of one test must not affect the next one.
afterEach(async () => {
  await host.jobs.runDue();
  host.pass(2 * hour);
});

function send(body: unknown, visitor = host.visitor()) {
  return visitor.call('POST', '/api/contact', { body });
}

function ask(email: unknown, visitor = host.visitor()) {
  return visitor.call('POST', '/api/newsletter/subscribe', { body: { email } });
}

/** Requests the newsletter and runs the job. */
async function subscribe(email: unknown): Promise<TestAnswer> {
  const answer = await ask(email);
  await host.jobs.runDue();
  return answer;
}

const itemsOf = ({ body }: TestAnswer) => body.items as unknown as Message[];
const list = async (query = '') =>
  itemsOf(await administrator.call('GET', `/api/v1/admin/messages${query}`));

describe('a message', () => {
  test('is stored, and mailed to support', async () => {
    const answer = await send(contact);
    expect([answer.status, answer.body]).toEqual([202, null]);
    expect(await list()).toMatchObject([
      { ...contact, kind: 'contact', companyName: '', user: null, subscription: null },
    ]);
    await host.jobs.runDue();
    expect(smtp.taken.map(({ to }) => to)).toEqual([['support@longhand.test']]);
    const text = smtp.taken[0] ? textOf(smtp.taken[0]) : '';
    expect(text).toContain('Address as given: vera@example.org');
    expect(text).toContain('> Is it open source?');
  });

  test('that requests a demo is mailed to sales', async () => {
    expect((await send(demo)).status).toBe(202);
    expect(await list('?kind=demo')).toMatchObject([
      { companyName: 'Example Press', teamSize: '12 to 15' },
    ]);
    expect(await list('?kind=contact')).toEqual([]);
    await host.jobs.runDue();
    expect(smtp.taken.map(({ to }) => to)).toEqual([['sales@longhand.test']]);
  });

  test('trap: `specialRecipient` and `userId` are accepted but change neither the recipient nor the sender', async () => {
    const member = await host.member('sender');
    const lies = { specialRecipient: 'eve@evil.example', userId: administrator.user.id };
    expect((await send({ ...demo, ...lies })).status).toBe(202);
    expect((await send({ ...contact, ...lies, userId: 7 }, member)).status).toBe(202);
    expect((await send({ ...contact, userId: null, specialRecipient: null })).status).toBe(202);
    await host.jobs.runDue();
    expect(smtp.taken.flatMap(({ to }) => to).toSorted()).toEqual([
      'sales@longhand.test',
      'support@longhand.test',
      'support@longhand.test',
    ]);
    expect(JSON.stringify(smtp.taken)).not.toContain('eve@evil.example');
    expect((await list()).map(({ user }) => user?.username ?? null).toSorted()).toEqual(
      [null, null, 'sender'].toSorted(),
    );
  });

  test.each(['subject', 'message', 'companyName', 'teamSize'])(
    'cannot add a header or a recipient by its %s',
    async (field) => {
      const nasty =
        'x\r\nBcc: eve@evil.example\r\nReply-To: eve@evil.example\r\n\r\n<script>alert(1)</script>';
      expect((await send({ ...demo, [field]: nasty })).status).toBe(202);
      await host.jobs.runDue();
      const [mail] = smtp.taken;
      if (!mail) throw new Error('No mail came');
      expect(mail.to).toEqual(['sales@longhand.test']);
      const headers = headersOf(mail);
      for (const name of ['bcc', 'cc', 'reply-to', 'sender']) expect(headers.has(name)).toBe(false);
      expect(headers.get('from')).toEqual(['Longhand <team@longhand.test>']);
      expect(mail.raw.slice(mail.raw.indexOf('<!doctype html>'))).not.toContain('<script>');
    },
  );

  test.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: 'x\r\nBcc: eve@evil.example' }, 'name', 'Name contains invisible characters'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name may have at most 100 characters'],
    [{ email: 'vera' }, 'email', 'Invalid email address'],
    [{ email: 'vera@example.org\r\nBcc: eve@evil.example' }, 'email', 'Invalid email address'],
    [{ email: 'a@example.org,b@example.org' }, 'email', 'Invalid email address'],
    [{ message: ' ' }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(10_001) }, 'message', 'Message may have at most 10,000 characters'],
    [{ subject: '' }, 'subject', 'Subject is required'],
    [{ message: 'a\u0000b' }, 'message', 'Message contains a character that cannot be stored'],
    [{ companyName: '', teamSize: '5' }, 'companyName', 'Company name is required'],
    [{ companyName: 'Press' }, 'teamSize', 'Team size is required'],
    [{ teamSize: '5' }, 'companyName', 'Company name is required'],
    [{ to: 'eve@evil.example' }, 'to', 'Unknown field'],
  ])('is refused with %j', async (change, path, message) => {
    const { status, body } = await send({ ...contact, ...change });
    expect([status, body.errors]).toMatchObject([422, [{ path, message }]]);
    expect(await list()).toEqual([]);
  });

  test('is limited to five per hour with the same email address, and sixty from the same network address', async () => {
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await send({ ...contact, email: 'VERA@example.org' })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    const visitor = host.visitor();
    for (let at = 0; at < 60; at += 1) {
      expect((await send({ ...contact, email: `many${at}@example.org` }, visitor)).status).toBe(
        202,
      );
    }
    const refused = await send({ ...contact, email: 'last@example.org' }, visitor);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('other@example.org', visitor)).status).toBe(429);
  });

  test('that is sent twice with the same idempotency key is stored once', async () => {
    const visitor = host.visitor();
    const call = () =>
      visitor.call('POST', '/api/contact', {
        body: contact,
        headers: { 'idempotency-key': 'one' },
      });
    const answers = [await call(), await call()];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await list()).toHaveLength(1);
  });

  test('is stored even without a mailbox for it and without a mail server', async () => {
    const alone = await openTestApp();
    const reader = await alone.member('administrator');
    expect((await alone.visitor().call('POST', '/api/contact', { body: contact })).status).toBe(
      202,
    );
    expect(itemsOf(await reader.call('GET', '/api/v1/admin/messages'))).toMatchObject([contact]);
    expect((await reader.call('GET', '/api/v1/admin/outbox')).body.items).toEqual([]);
    await alone.close();
  });
});

describe('the newsletter', () => {
  const follow = (verb: 'confirm' | 'unsubscribe', token: string) =>
    host.visitor().call('POST', `/api/newsletter/${verb}`, { body: { token } });
  const state = async (email: string) =>
    (await list('?kind=newsletter')).find((message) => message.email === email)?.subscription ??
    null;

  test('is requested, confirmed and cancelled by the same link, and each step can be repeated', async () => {
    expect((await subscribe('nina@example.org')).status).toBe(202);
    expect(await state('nina@example.org')).toBe('pending');
    const [mail] = smtp.taken;
    if (!mail) throw new Error('No mail came');
    expect(mail.to).toEqual(['nina@example.org']);
    const token = tokenOf(mail);
    expect(headersOf(mail).get('list-unsubscribe')).toEqual([
      `<http://longhand.test/newsletter/leave#token=${token}>`,
    ]);
    for (const _ of [1, 2]) expect((await follow('confirm', token)).status).toBe(204);
    expect(await state('nina@example.org')).toBe('subscribed');
    for (const _ of [1, 2]) expect((await follow('unsubscribe', token)).status).toBe(204);
    expect(await state('nina@example.org')).toBe('left');
    expect((await subscribe('nina@example.org')).status).toBe(202);
    expect(await state('nina@example.org')).toBe('pending');
    expect(await list()).toHaveLength(1);
  });

  test('gives subscribed and new addresses the same response, and sends no mail to a subscribed one', async () => {
    await subscribe('olaf@example.org');
    await follow('confirm', tokenOf(smtp.taken[0]));
    smtp.taken.splice(0);
    const answers = [await ask('OLAF@example.org'), await ask('nobody@example.org')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, null],
      [202, null],
    ]);
    await host.jobs.runDue();
    expect(smtp.taken.map(({ to }) => to)).toEqual([['nobody@example.org']]);
  });

  test('creates one subscription and sends one mail for fifty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('petra@example.org')));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    await host.jobs.runDue();
    expect(await list()).toHaveLength(1);
    expect(smtp.taken).toHaveLength(1);
  });

  test.each(['none', 'x'.repeat(200), "' or 1=1 --"])(
    'refuses the invalid confirmation token %j with link_ended',
    async (token) => {
      for (const verb of ['confirm', 'unsubscribe'] as const) {
        expect((await follow(verb, token)).body.code).toBe('link_ended');
      }
    },
  );

  test.each([
    undefined,
    null,
    '',
    'quinn',
    'quinn@',
    'a@example.org, b@example.org',
    { $ne: null },
  ])('refuses the invalid email address %j', async (email) => {
    expect((await subscribe(email)).status).toBe(422);
  });

  test('subscribes the address without confirmation when no mail server is configured', async () => {
    const alone = await openTestApp();
    const reader = await alone.member('administrator');
    await alone
      .visitor()
      .call('POST', '/api/newsletter/subscribe', { body: { email: 'r@example.org', userId: 'x' } });
    await alone.jobs.runDue();
    expect(itemsOf(await reader.call('GET', '/api/v1/admin/messages'))).toMatchObject([
      { subscription: 'subscribed' },
    ]);
    await alone.close();
  });
});

describe('administrators', () => {
  test('list messages in pages, newest first', async () => {
    for (const name of ['one', 'two', 'three']) {
      await send({ ...contact, name });
      host.pass(1);
    }
    const first = await administrator.call('GET', '/api/v1/admin/messages?limit=2');
    expect(itemsOf(first).map(({ name }) => name)).toEqual(['three', 'two']);
    const second = await administrator.call(
      'GET',
      `/api/v1/admin/messages?limit=2&cursor=${first.body.nextCursor}`,
    );
    expect([itemsOf(second).map(({ name }) => name), second.body.nextCursor]).toEqual([
      ['one'],
      null,
    ]);
    expect((await administrator.call('GET', '/api/v1/admin/messages?cursor=forged')).status).toBe(
      422,
    );
    expect((await administrator.call('GET', '/api/v1/admin/messages?kind=spam')).status).toBe(422);
  });

  test('download messages as CSV in which no cell is a formula', async () => {
    await send({ ...contact, name: '=cmd|x', subject: '+1', message: '-2 "quoted"\n@x' });
    const url = '/api/v1/admin/messages.csv';
    const cookie = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await host.app.inject({ url, headers: { cookie } });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment; filename="messages.csv"'),
      'cache-control': 'no-store',
    });
    const [head, row] = answer.payload.replace('\ufeff', '').split('\r\n');
    expect(head).toBe(
      '"Date","Kind","Name","Email","Company","Team size","Subject","Message","Signed in as","Newsletter"',
    );
    expect(row).toContain(
      `"contact","'=cmd|x","vera@example.org","","","'+1","'-2 ""quoted""\n@x","",""`,
    );
    const german = { cookie: `${cookie}; language=de` };
    const translated = await host.app.inject({ url, headers: german });
    expect(translated.payload).toContain(
      '"Datum","Art","Name","E-Mail","Unternehmen","Teamgröße",',
    );
  });

  test('send a test mail to their own address and see the result', async () => {
    const test = () => administrator.call('POST', '/api/v1/admin/mail-test');
    expect((await test()).body).toEqual({ outcome: 'sent', code: null });
    expect(smtp.taken.map(({ to }) => to)).toEqual([['administrator@example.org']]);
    smtp.answer(554);
    expect((await test()).body).toEqual({ outcome: 'failed', code: '554' });
    smtp.answer(null);
  });

  test('see undelivered mails, without the text of a mail that contains a secret', async () => {
    await host.member('ruth');
    await host
      .visitor()
      .call('POST', '/api/v1/password/forgot', { body: { email: 'ruth@example.org' } });
    await send(contact);
    smtp.answer(451);
    await host.jobs.runDue();
    const { body } = await administrator.call('GET', '/api/v1/admin/outbox?limit=2');
    const mails = body.items as unknown as {
      kind: string;
      state: string;
      text: string | null;
      lastError: string;
    }[];
    expect(mails.map(({ kind, state, lastError }) => [kind, state, lastError]).toSorted()).toEqual([
      ['contact', 'queued', '451'],
      ['password', 'queued', '451'],
    ]);
    expect(mails.find(({ kind }) => kind === 'password')?.text).toBeNull();
    expect(mails.find(({ kind }) => kind === 'contact')?.text).toContain('Is it open source?');
    smtp.answer(null);
  });
});
