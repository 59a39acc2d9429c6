import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, testPassword, type Member } from '../../app.testing.ts';
import { openTestSmtp, textOf, tokenOf } from '../../mail/smtp.testing.ts';

const hour = 60 * 60_000;
const newPassword = 'four words are better';

const smtp = await openTestSmtp();
const host = await openTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'team@longhand.test' });
afterAll(async () => {
  await host.close();
  await smtp.close();
});
beforeEach(() => void smtp.taken.splice(0));
// Pending jobs and rate limits of one test must not affect the next one.
afterEach(async () => {
  await host.jobs.runDue();
  host.pass(2 * hour);
});

function forgot(email: unknown, visitor = host.visitor()) {
  return visitor.call('POST', '/api/v1/password/forgot', { body: { email } });
}

function reset(token: string, password = newPassword) {
  return host.visitor().call('POST', '/api/v1/password/reset', { body: { token, password } });
}

async function signIn(username: string, password: string): Promise<number> {
  return (await host.visitor().call('POST', '/api/v1/login', { body: { username, password } }))
    .status;
}

/** Requests a link for `email` and returns its secret from the mail. */
async function linkFor(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(204);
  await host.jobs.runDue();
  return tokenOf(smtp.taken.at(-1));
}

describe('a password reset', () => {
  test('sets a new password through a link mailed to the account’s address, and ends all sessions', async () => {
    const ada = await host.member('ada');
    const elsewhere = host.visitor();
    await elsewhere.call('POST', '/api/v1/login', {
      body: { username: 'ada', password: testPassword },
    });
    const token = await linkFor('ADA@example.org');
    expect(smtp.taken.map(({ to }) => to)).toEqual([['ada@example.org']]);
    expect(smtp.taken[0] && textOf(smtp.taken[0])).toContain(
      'http://longhand.test/auth/reset-password#token=',
    );
    expect((await reset(token)).status).toBe(204);
    for (const visitor of [ada, elsewhere])
      expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded.at(-1)).toEqual({ userId: ada.user.id });
    expect(await signIn('ada', testPassword)).toBe(401);
    expect(await signIn('ada', newPassword)).toBe(200);
    await host.jobs.runDue();
    expect(smtp.taken.at(-1)?.raw).toContain('Your password was changed');
  });

  test('gives an unknown address the same response and stored request, but sends no mail to it', async () => {
    await host.member('bob');
    const answers = [await forgot('bob@example.org'), await forgot('nobody@example.org')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, null],
      [204, null],
    ]);
    expect(
      await host.db
        .selectFrom('address_requests')
        .select('email_key')
        .orderBy('email_key')
        .execute(),
    ).toEqual([{ email_key: 'bob@example.org' }, { email_key: 'nobody@example.org' }]);
    await host.jobs.runDue();
    expect(smtp.taken.map(({ to }) => to)).toEqual([['bob@example.org']]);
    expect(await host.db.selectFrom('address_requests').selectAll().execute()).toEqual([]);
  });

  test.each(['disabled_at', 'deleted_at', 'demo_until'] as const)(
    'sends no mail to a user with %s and refuses their earlier link',
    async (column) => {
      const gone = await host.member(`gone.${column}`);
      const token = await linkFor(gone.user.email);
      await host.db
        .updateTable('users')
        .set({ [column]: new Date() })
        .where('id', '=', gone.user.id)
        .execute();
      smtp.taken.splice(0);
      host.pass(2 * hour);
      await forgot(gone.user.email);
      await host.jobs.runDue();
      expect(smtp.taken).toEqual([]);
      expect((await reset(token)).body.code).toBe('link_ended');
    },
  );

  test('accepts a link only once, also for concurrent requests, and refuses earlier links', async () => {
    await host.member('cleo');
    const [first, second] = [await linkFor('cleo@example.org'), await linkFor('cleo@example.org')];
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => reset(second, `${newPassword} ${at}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    expect((await reset(second)).body.code).toBe('link_ended');
    expect((await reset(first)).body.code).toBe('link_ended');
  });

  test('refuses a link that is expired, forged or of another kind', async () => {
    const dora = await host.member('dora');
    const token = await linkFor('dora@example.org');
    const forged = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
    expect((await reset(forged)).status).toBe(404);
    expect(
      (await host.visitor().call('POST', '/api/v1/user/email/confirm', { body: { token } })).status,
    ).toBe(404);
    host.pass(hour);
    expect((await reset(token)).status).toBe(404);
    expect(await signIn(dora.user.username, testPassword)).toBe(200);
  });

  test.each(['short', 'password123', 'Erna.Schmidt'])(
    'refuses the weak password %s, and its link stays valid',
    async (password) => {
      const username = 'erna.schmidt';
      await host.member(username).catch(() => null);
      const token = await linkFor(`${username}@example.org`);
      const answer = await reset(token, password);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'password']);
      expect((await reset(token)).status).toBe(204);
    },
  );

  test('is limited to five requests an hour per address, known or unknown, from any client', async () => {
    await host.member('fay');
    for (const email of ['fay@example.org', 'nofay@example.org']) {
      for (let count = 0; count < 5; count += 1) expect((await forgot(email)).status).toBe(204);
      const refused = await forgot(email.toUpperCase());
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('sends one mail for fifty concurrent requests', async () => {
    await host.member('gus');
    const answers = await Promise.all(Array.from({ length: 50 }, () => forgot('gus@example.org')));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    await host.jobs.runDue();
    expect(smtp.taken).toHaveLength(1);
  });

  test.each([
    null,
    '',
    'x',
    'a@b@c.de',
    'a@example.org\r\nBcc: eve@example.org',
    ['a@example.org'],
  ])('refuses the invalid email address %j', async (email) => {
    expect((await forgot(email)).status).toBe(422);
  });

  test('stores no link token in the database', async () => {
    await host.member('hal');
    const token = await linkFor('hal@example.org');
    const rows = await host.db.selectFrom('account_links').selectAll().execute();
    const mails = await host.db.selectFrom('mail_outbox').selectAll().execute();
    expect(JSON.stringify([rows, mails])).not.toContain(token);
    expect(rows.at(-1)?.token_hash).toHaveLength(32);
  });
});

describe('a change of the email address', () => {
  const change = (member: Member, email: string, currentPassword = testPassword) =>
    member.call('PATCH', '/api/v1/user', { body: { email, currentPassword } });
  const confirm = (token: string) =>
    host.visitor().call('POST', '/api/v1/user/email/confirm', { body: { token } });

  test('invalidates all other pending changes when it is confirmed', async () => {
    const wim = await host.member('wim');
    await change(wim, 'wim@one.example');
    await change(wim, 'wim@two.example');
    await host.jobs.runDue();
    const [one, two] = ['wim@one.example', 'wim@two.example'].map((to) =>
      tokenOf(smtp.taken.find((mail) => mail.to[0] === to)),
    );
    expect((await confirm(two ?? '')).status).toBe(204);
    expect((await confirm(one ?? '')).body.code).toBe('link_ended');
  });

  test('takes effect when the new address is confirmed; the old address stays valid until then and is notified', async () => {
    const ivy = await host.member('ivy');
    expect((await change(ivy, 'ivy@new.example')).body.email).toBe('ivy@example.org');
    await host.jobs.runDue();
    expect(smtp.taken.map(({ to }) => to).toSorted()).toEqual([
      ['ivy@example.org'],
      ['ivy@new.example'],
    ]);
    const asked = smtp.taken.find(({ to }) => to[0] === 'ivy@new.example');
    const notice = smtp.taken.find(({ to }) => to[0] === 'ivy@example.org');
    expect(notice && textOf(notice)).not.toContain('token');
    expect(await signIn('ivy@new.example', testPassword)).toBe(401);
    expect((await confirm(tokenOf(asked))).status).toBe(204);
    expect((await ivy.call('GET', '/api/v1/user/me')).body.email).toBe('ivy@new.example');
    expect(await signIn('ivy@new.example', testPassword)).toBe(200);
    expect((await confirm(tokenOf(asked))).body.code).toBe('link_ended');
  });

  test('invalidates password reset links sent to the old address when it is confirmed', async () => {
    const jim = await host.member('jim');
    const stolen = await linkFor('jim@example.org');
    await change(jim, 'jim@new.example');
    await host.jobs.runDue();
    await confirm(tokenOf(smtp.taken.find(({ to }) => to[0] === 'jim@new.example')));
    expect((await reset(stolen)).body.code).toBe('link_ended');
  });

  test('invalidates password reset links when it takes effect at once; so does a password change by the user', async () => {
    const una = await host.member('una');
    const stolen = await linkFor('una@example.org');
    const wanted = { newPassword, currentPassword: testPassword };
    expect((await una.call('PATCH', '/api/v1/user', { body: wanted })).status).toBe(200);
    expect((await reset(stolen, 'a password of their own')).body.code).toBe('link_ended');
    expect(await signIn('una', newPassword)).toBe(200);
    // Without a mail server, addresses are valid at once, and administrators pass on the links.
    const silent = await openTestApp();
    const vic = await silent.member('vic');
    await silent
      .visitor()
      .call('POST', '/api/v1/password/forgot', { body: { email: 'vic@example.org' } });
    await silent.jobs.runDue();
    const links = () => silent.db.selectFrom('account_links').select('kind').execute();
    expect(await links()).toEqual([{ kind: 'password' }]);
    expect((await change(vic, 'vic@new.example')).body.email).toBe('vic@new.example');
    expect(await links()).toEqual([]);
    await silent.close();
  });

  test('is refused for an address of another account, both on request and on confirmation', async () => {
    const [kay] = await host.members('kay', 'lea');
    expect((await change(kay, 'LEA@example.org')).body.code).toBe('email_taken');
    await change(kay, 'max@example.org');
    await host.member('max');
    await host.jobs.runDue();
    const answer = await confirm(tokenOf(smtp.taken.find(({ to }) => to[0] === 'max@example.org')));
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
    expect((await kay.call('GET', '/api/v1/user/me')).body.email).toBe('kay@example.org');
  });

  test('is limited to five requests an hour per address across all users', async () => {
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await change(await host.member(`nag${at}`), 'victim@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('is refused without the correct password', async () => {
    const ned = await host.member('ned');
    expect((await change(ned, 'ned@new.example', 'a wrong guess')).body.code).toBe(
      'wrong_password',
    );
    await host.jobs.runDue();
    expect(smtp.taken).toEqual([]);
  });
});

test('without a mail server, the reset link is kept in the outbox for administrators', async () => {
  const alone = await openTestApp();
  const [administrator] = [await alone.member('administrator'), await alone.member('olga')];
  await alone
    .visitor()
    .call('POST', '/api/v1/password/forgot', { body: { email: 'olga@example.org' } });
  await alone.jobs.runDue();
  const { body } = await administrator.call('GET', '/api/v1/admin/outbox');
  const [mail] = body.items as unknown as { to: string; state: string; text: string }[];
  expect(mail).toMatchObject({ to: 'olga@example.org', state: 'kept' });
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const answer = await alone
    .visitor()
    .call('POST', '/api/v1/password/reset', { body: { token, password: newPassword } });
  expect(answer.status).toBe(204);
  await alone.close();
});
