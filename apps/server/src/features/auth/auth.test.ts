import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp, testPassword } from '../../app.testing.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

function personOf(username: string) {
  return { username, name: 'Ada', email: `${username}@example.org`, password: testPassword };
}

const host = await openTestApp();
afterAll(() => host.close());

describe('registration', () => {
  test('makes only the first user an administrator, even if many users register concurrently', async () => {
    const fresh = await openTestApp();
    const names = Array.from({ length: 8 }, (_, at) => `person${at}`);
    const people = await Promise.all(names.map((name) => fresh.member(name)));
    expect(people.filter(({ user }) => user.isAdmin)).toHaveLength(1);
    expect((await fresh.member('late')).user.isAdmin).toBe(false);
    await fresh.close();
  });

  test('returns the user and signs them in', async () => {
    const ada = await host.member('Ada.L');
    expect(ada.user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      username: 'Ada.L',
      name: 'Name of Ada.L',
      email: 'Ada.L@example.org',
      isAdmin: expect.any(Boolean),
      isDemo: false,
      emailConfirmed: true,
      mustConfirmEmail: false,
      mustAddFactor: false,
      avatarColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      preferences: {},
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await ada.call('GET', '/api/v1/user/me')).body).toEqual(ada.user);
  });

  test('creates a single user for fifty identical concurrent calls', async () => {
    const calls = Array.from({ length: 50 }, () =>
      host.visitor().call('POST', '/api/v1/register', { body: personOf('many') }),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(
      answers.filter(({ status, body }) => status === 409 && body.code === 'username_taken'),
    ).toHaveLength(49);
    const rows = await host.db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', 'many')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('refuses a username or an address that differs only in case or Unicode form', async () => {
    await host.member('grace');
    const name = await host.visitor().call('POST', '/api/v1/register', {
      body: { ...personOf('ＧＲＡＣＥ'), email: 'x@example.org' },
    });
    expect([name.status, name.body.code]).toEqual([409, 'username_taken']);
    expect(name.body.errors).toEqual([{ path: 'username', message: name.body.detail }]);
    const address = await host.visitor().call('POST', '/api/v1/register', {
      body: { ...personOf('other'), email: 'GRACE@Example.org' },
    });
    expect([address.status, address.body.code]).toEqual([409, 'email_taken']);
    expect(address.body.errors).toEqual([{ path: 'email', message: address.body.detail }]);
  });

  test.each([
    ['Cyrillic letters', 'ѕоре', 409],
    ['an accent', 'sopé', 409],
    ['a zero in place of a letter', 's0pe', 409],
    ['mixed alphabets', 'sорe', 422],
  ])('refuses a username that is confusable with another by %s', async (_by, username, status) => {
    await host.member('sope').catch(() => null);
    const body = {
      ...personOf('other'),
      username,
      email: `${status}-${username.length}@example.org`,
    };
    const answer = await host.visitor().call('POST', '/api/v1/register', { body });
    expect(answer.status).toBe(status);
    const changed = await (
      await host.member(`sayer${_by.length}`)
    ).call('PATCH', '/api/v1/user', { body: { username } });
    expect(changed.status).toBe(status);
  });

  test.each(['Ada\u202egnirts', 'Ada\nAdmin', '\u2066Ada'])(
    'refuses a name with control or bidirectional characters: %j',
    async (name) => {
      const answer = await host
        .visitor()
        .call('POST', '/api/v1/register', { body: { ...personOf('plain'), name } });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'name']);
    },
  );

  test.each([
    ['too short', 'ninechars'],
    ['too common', 'password123'],
    ['equal to the username', 'Mary.Shelley'],
  ])('refuses a password that is %s', async (_why, password) => {
    const answer = await host
      .visitor()
      .call('POST', '/api/v1/register', { body: { ...personOf('mary.shelley'), password } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: 'password' }]);
  });

  test('is limited to the configured domain; with SIGN_UP=invited only the first user needs no invitation', async () => {
    const domain = await openTestApp({
      SIGN_UP: 'example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'team@longhand.test',
    });
    const outside = { ...personOf('mallory'), email: 'mallory@example.org.evil.test' };
    expect(
      (await domain.visitor().call('POST', '/api/v1/register', { body: outside })).body.code,
    ).toBe('sign_up_closed');
    expect(
      (await domain.visitor().call('POST', '/api/v1/register', { body: personOf('ada') })).status,
    ).toBe(201);
    await domain.close();
    const invited = await openTestApp({ SIGN_UP: 'invited' });
    expect(
      (await invited.visitor().call('POST', '/api/v1/register', { body: personOf('ada') })).body
        .isAdmin,
    ).toBe(true);
    expect(
      (await invited.visitor().call('POST', '/api/v1/register', { body: personOf('eve') })).status,
    ).toBe(403);
    await invited.close();
  });
});

describe('signing in', () => {
  test('accepts the username or the email address, in any case', async () => {
    await host.member('Linus');
    for (const username of ['Linus', 'LINUS', 'linus@EXAMPLE.org', ' linus ']) {
      const answer = await host
        .visitor()
        .call('POST', '/api/v1/login', { body: { username, password: testPassword } });
      expect([username, answer.status, answer.body.username]).toEqual([username, 200, 'Linus']);
    }
  });

  test('returns the same response for an unknown username and a wrong password', async () => {
    await host.member('knuth');
    const [unknown, wrong] = await Promise.all(
      ['nobody', 'knuth'].map((username) =>
        host
          .visitor()
          .call('POST', '/api/v1/login', { body: { username, password: 'not this one' } }),
      ),
    );
    expect(unknown?.status).toBe(401);
    expect({ ...unknown?.body, requestId: '' }).toEqual({ ...wrong?.body, requestId: '' });
  });

  test('sets an HttpOnly cookie, with a new session at each sign-in, and ends the previous session', async () => {
    const barbara = await host.member('barbara');
    const before = barbara.cookies.get('session');
    const answer = await barbara.call('POST', '/api/v1/login', {
      body: { username: 'barbara', password: testPassword },
    });
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .find((line) => line?.startsWith('session='));
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(barbara.cookies.get('session')).not.toBe(before);
    const old = host.visitor();
    old.cookies.set('session', before ?? '');
    expect((await old.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded.at(-1)).toHaveProperty('sessionId');
  });

  test('sets Secure cookies if the public address uses https', async () => {
    const https = await openTestApp({ PUBLIC_URL: 'https://write.example.org' });
    const headers = { origin: 'https://write.example.org' };
    const answer = await https
      .visitor()
      .call('POST', '/api/v1/register', { body: personOf('ada'), headers });
    for (const line of [answer.headers['set-cookie']].flat()) expect(line).toContain('; Secure');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    await https.close();
  });

  test('is refused for a disabled user, and so are their existing sessions', async () => {
    const eve = await host.member('disabled');
    await host.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', eve.user.id)
      .execute();
    expect((await eve.call('GET', '/api/v1/user/me')).status).toBe(401);
    const again = await host
      .visitor()
      .call('POST', '/api/v1/login', { body: { username: 'disabled', password: testPassword } });
    expect(again.body.code).toBe('wrong_credentials');
  });

  test('allows ten failures, also concurrent ones from many addresses, then one more attempt per minute', async () => {
    await host.member('guessed');
    const guess = (password = 'a wrong guess') =>
      host.visitor().call('POST', '/api/v1/login', { body: { username: 'guessed', password } });
    const first = await Promise.all(Array.from({ length: 25 }, () => guess()));
    expect(first.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(first.filter(({ status }) => status === 429)).toHaveLength(15);
    const refused = await guess(testPassword);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    host.pass(minute);
    expect((await guess(testPassword)).status).toBe(200);
  });

  test('with an unknown username is limited in the same way', async () => {
    const guess = () =>
      host.visitor().call('POST', '/api/v1/login', {
        body: { username: 'Nobody.There', password: 'a wrong guess' },
      });
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
  });

  test('is limited per address, whatever the username', async () => {
    const strict = await openTestApp({ LIMIT_LOGIN_ATTEMPTS: '3' });
    const visitor = strict.visitor();
    const guess = (at: number) =>
      visitor.call('POST', '/api/v1/login', { body: { username: `name${at}`, password: 'x' } });
    expect((await Promise.all([0, 1, 2].map(guess))).map(({ status }) => status)).toEqual([
      401, 401, 401,
    ]);
    const refused = await guess(3);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await strict.close();
  });
});

test('limits registrations per hour for each address separately', async () => {
  const strict = await openTestApp({ LIMIT_REGISTRATIONS: '2' });
  const visitor = strict.visitor();
  const registered = (username: string, from = visitor) =>
    from.call('POST', '/api/v1/register', {
      body: { username, name: username, email: `${username}@example.org`, password: testPassword },
    });
  for (const username of ['first', 'second']) {
    expect((await registered(username)).status).toBe(201);
    visitor.cookies.clear();
  }
  const refused = await registered('third');
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await registered('third', strict.visitor())).status).toBe(201);
  strict.pass(2 * 3_600_000);
  expect((await registered('fourth')).status).toBe(201);
  await strict.close();
});

describe('a session', () => {
  test('ends at logout together with its CSRF token; logout without a session succeeds', async () => {
    const visitor = await host.member('leaver');
    const [session, token] = [visitor.cookies.get('session'), visitor.cookies.get('XSRF-TOKEN')];
    expect((await visitor.call('POST', '/api/v1/logout')).status).toBe(200);
    expect(visitor.cookies.has('session')).toBe(false);
    expect(visitor.cookies.get('XSRF-TOKEN')).not.toBe(token);
    visitor.cookies.set('session', session ?? '');
    expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(401);
    visitor.cookies.delete('session');
    expect((await visitor.call('POST', '/api/v1/logout')).status).toBe(200);
  });

  test('is extended by each use for thirty days, with its cookie, and then expires', async () => {
    const visitor = await host.member('slider');
    host.pass(29 * day);
    const used = await visitor.call('GET', '/api/v1/user/me');
    expect([used.headers['set-cookie']].flat().join()).toContain('session=');
    host.pass(29 * day);
    expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(200);
    host.pass(30 * day);
    expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(401);
  });

  test('does not renew its cookie on every call', async () => {
    const visitor = await host.member('quiet');
    expect((await visitor.call('GET', '/api/v1/user/me')).headers['set-cookie']).toBeUndefined();
  });

  test('is stored only as a hash', async () => {
    const visitor = await host.member('secret');
    const rows = await host.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', visitor.user.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get('session'));
  });

  test.each(['', 'x', 'a'.repeat(4_000), '%00', '%', '"'])(
    'is not accepted with the cookie value %j',
    async (cookie) => {
      const answer = await host
        .visitor()
        .call('GET', '/api/v1/user/me', { headers: { cookie: `session=${cookie}` } });
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in']);
    },
  );
});
