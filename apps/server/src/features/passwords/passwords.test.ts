import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, testPassword, type Member, type TestApp } from '../../app.testing.ts';
import { openTestSmtp, textOf, tokenOf, type TestSmtp } from '../../mail/smtp.testing.ts';

const hour = 60 * 60_000;
const newPassword = 'four words are better';

let host: TestApp;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await openTestSmtp();
  host = await openTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'team@longhand.test' });
});
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

describe('a forgotten password', () => {
  test('is set anew by a link to the address of the account, and all sessions end', async () => {
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
    expect(host.told.sessionEnded.at(-1)).toEqual({ userId: ada.user.id });
    expect(await signIn('ada', testPassword)).toBe(401);
    expect(await signIn('ada', newPassword)).toBe(200);
    await host.jobs.runDue();
    expect(smtp.taken.at(-1)?.raw).toContain('Your password was changed');
  });

  test('is answered the same for an address that nobody has, by the same work, and nothing is sent there', async () => {
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
    'is not for who has %s',
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

  test('takes a link once, also at once, and the ones before it not at all', async () => {
    await host.member('cleo');
    const [first, second] = [await linkFor('cleo@example.org'), await linkFor('cleo@example.org')];
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => reset(second, `${newPassword} ${at}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    expect((await reset(second)).body.code).toBe('link_ended');
    expect((await reset(first)).body.code).toBe('link_ended');
  });

  test('takes no link that is too old, forged, or of another kind', async () => {
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
    'does not become %s, and the link is still good',
    async (password) => {
      const username = 'erna.schmidt';
      await host.member(username).catch(() => null);
      const token = await linkFor(`${username}@example.org`);
      const answer = await reset(token, password);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'password']);
      expect((await reset(token)).status).toBe(204);
    },
  );

  test('is asked for at most five times an hour by one address, whether anybody has it or not, wherever from', async () => {
    await host.member('fay');
    for (const email of ['fay@example.org', 'nofay@example.org']) {
      for (let count = 0; count < 5; count += 1) expect((await forgot(email)).status).toBe(204);
      const refused = await forgot(email.toUpperCase());
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('asked for fifty times at once is one mail', async () => {
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
  ])('is not looked for at %j', async (email) => {
    expect((await forgot(email)).status).toBe(422);
  });

  test('leaves no secret in the database', async () => {
    await host.member('hal');
    const token = await linkFor('hal@example.org');
    const rows = await host.db.selectFrom('account_links').selectAll().execute();
    const mails = await host.db.selectFrom('mail_outbox').selectAll().execute();
    expect(JSON.stringify([rows, mails])).not.toContain(token);
    expect(rows.at(-1)?.token_hash).toHaveLength(32);
  });
});

describe('a new address', () => {
  const change = (member: Member, email: string, currentPassword = testPassword) =>
    member.call('PATCH', '/api/v1/user', { body: { email, currentPassword } });
  const confirm = (token: string) =>
    host.visitor().call('POST', '/api/v1/user/email/confirm', { body: { token } });

  test('that was confirmed ends every other one that was asked for: an account has one address', async () => {
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

  test('holds once it was confirmed there; until then the old one does, and is told', async () => {
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

  test('that was confirmed ends the links for a password that went to the old one', async () => {
    const jim = await host.member('jim');
    const stolen = await linkFor('jim@example.org');
    await change(jim, 'jim@new.example');
    await host.jobs.runDue();
    await confirm(tokenOf(smtp.taken.find(({ to }) => to[0] === 'jim@new.example')));
    expect((await reset(stolen)).body.code).toBe('link_ended');
  });

  test('of a password by the person themselves ends the links before it; so does an address that holds at once', async () => {
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

  test('is not what somebody else has, neither when it is asked for nor when it is confirmed', async () => {
    const [kay] = [await host.member('kay'), await host.member('lea')];
    expect((await change(kay, 'LEA@example.org')).body.code).toBe('email_taken');
    await change(kay, 'max@example.org');
    await host.member('max');
    await host.jobs.runDue();
    const answer = await confirm(tokenOf(smtp.taken.find(({ to }) => to[0] === 'max@example.org')));
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
    expect((await kay.call('GET', '/api/v1/user/me')).body.email).toBe('kay@example.org');
  });

  test('is asked at most five times an hour, by whomever: nobody is flooded', async () => {
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await change(await host.member(`nag${at}`), 'victim@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('needs the password', async () => {
    const ned = await host.member('ned');
    expect((await change(ned, 'ned@new.example', 'a wrong guess')).body.code).toBe(
      'wrong_password',
    );
    await host.jobs.runDue();
    expect(smtp.taken).toEqual([]);
  });
});

test('without a mail server the link lies in the outbox, for administrators to hand on', async () => {
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
