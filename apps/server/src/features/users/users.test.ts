import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp, testPassword, type Member } from '../../app.testing.ts';

const host = await openTestApp();
afterAll(() => host.close());

function change(member: Member, body: unknown, method = 'PATCH') {
  return member.call(method, '/api/v1/user', { body });
}

function signIn(username: string, password: string) {
  return host.visitor().call('POST', '/api/v1/login', { body: { username, password } });
}

test('refuses a request that a page sent as another user than that of the session, and changes nothing', async () => {
  const [left, arrived] = await host.members('left', 'arrived');
  const rename = (as: string) =>
    arrived.call('PATCH', `/api/v1/user?as=${as}`, { body: { name: 'Renamed' } });
  const refused = await rename(left.user.id);
  expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in']);
  expect((await arrived.call('GET', '/api/v1/user/me')).body.name).toBe(arrived.user.name);
  expect((await rename(arrived.user.id)).body.name).toBe('Renamed');
});

describe('a user', () => {
  test('changes their name and username without a password, by PATCH and by PUT', async () => {
    const ada = await host.member('ada');
    const answer = await change(ada, { name: ' Ada King ', username: 'ada.king' });
    expect(answer.body).toEqual({ ...ada.user, name: 'Ada King', username: 'ada.king' });
    expect((await change(ada, { name: 'Countess' }, 'PUT')).body.name).toBe('Countess');
    expect((await ada.call('GET', '/api/v1/user/me')).body.name).toBe('Countess');
  });

  test('changes single preferences, and cannot set an unknown one', async () => {
    const one = await host.member('one');
    expect((await change(one, { preferences: { theme: 'dark' } })).body.preferences).toEqual({
      theme: 'dark',
    });
    expect((await change(one, { preferences: {} })).body.preferences).toEqual({ theme: 'dark' });
    expect((await change(one, { preferences: { colour: 'red' } })).body.errors).toMatchObject([
      { path: 'preferences.colour' },
    ]);
  });

  test('cannot take the username or email address of another user', async () => {
    const [a, b] = await host.members('aaa', 'bbb');
    expect((await change(a, { username: 'BBB' })).body.code).toBe('username_taken');
    expect(
      (await change(a, { email: b.user.email.toUpperCase(), currentPassword: testPassword })).body
        .code,
    ).toBe('email_taken');
    expect((await change(a, { username: 'AAA' })).body.username).toBe('AAA');
  });

  test('changes their email address only with the password; an unchanged address needs none', async () => {
    const eve = await host.member('eve');
    const email = 'new@example.org';
    const missing = await change(eve, { email });
    expect([missing.status, missing.body.errors]).toMatchObject([
      422,
      [{ path: 'currentPassword' }],
    ]);
    const wrong = await change(eve, { email, currentPassword: 'not this one' });
    expect([wrong.status, wrong.body.code, JSON.stringify(wrong.body).includes('CSRF')]).toEqual([
      403,
      'wrong_password',
      false,
    ]);
    expect((await change(eve, { email, currentPassword: testPassword })).body.email).toBe(email);
    expect((await change(eve, { email, name: 'Eve' })).status).toBe(200);
    expect((await signIn(email, testPassword)).status).toBe(200);
  });

  test('cannot guess the password: wrong attempts count towards the limit of failed sign-ins', async () => {
    const lee = await host.member('lee');
    for (let count = 0; count < 10; count += 1) {
      expect(
        (await change(lee, { newPassword: 'another long one', currentPassword: 'a guess' })).status,
      ).toBe(403);
    }
    expect(
      (await change(lee, { newPassword: 'another long one', currentPassword: testPassword }))
        .status,
    ).toBe(429);
    expect((await signIn('lee', testPassword)).status).toBe(429);
  });
});

describe('a password change', () => {
  const newPassword = 'four words are better';

  test('ends all other sessions and renews the session cookie and CSRF token of this one', async () => {
    const max = await host.member('max');
    const elsewhere = host.visitor();
    await elsewhere.call('POST', '/api/v1/login', {
      body: { username: 'max', password: testPassword },
    });
    const [session, token] = [max.cookies.get('session'), max.cookies.get('XSRF-TOKEN')];

    expect((await change(max, { newPassword, currentPassword: testPassword })).status).toBe(200);
    expect((await elsewhere.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect((await max.call('GET', '/api/v1/user/me')).status).toBe(200);
    expect(max.cookies.get('session')).not.toBe(session);
    expect(max.cookies.get('XSRF-TOKEN')).not.toBe(token);
    const old = host.visitor();
    old.cookies.set('session', session ?? '');
    expect((await old.call('GET', '/api/v1/user/me')).status).toBe(401);
    expect(host.liveCalls.sessionEnded.at(-1)).toEqual({
      userId: max.user.id,
      exceptSessionId: expect.any(String),
    });
    expect((await signIn('max', testPassword)).status).toBe(401);
    expect((await signIn('max', newPassword)).status).toBe(200);
  });

  test('revokes all access tokens of the user, as a password reset by a link does', async () => {
    const ron = await host.member('ron');
    const made = await ron.call('POST', '/api/v1/user/tokens', {
      body: { name: 'Old', scopes: ['read'] },
    });
    const { token } = made.body as unknown as { token: string };
    const read = async (secret: string) =>
      (
        await host
          .visitor()
          .call('GET', '/api/v1/documents', { headers: { authorization: `Bearer ${secret}` } })
      ).status;
    expect(await read(token)).toBe(200);
    expect((await change(ron, { name: 'Ronald' })).status).toBe(200);
    expect(await read(token)).toBe(200);
    expect((await change(ron, { newPassword, currentPassword: testPassword })).status).toBe(200);
    expect(await read(token)).toBe(401);
    const again = await ron.call('POST', '/api/v1/user/tokens', {
      body: { name: 'New', scopes: ['read'] },
    });
    await host
      .visitor()
      .call('POST', '/api/v1/password/forgot', { body: { email: 'ron@example.org' } });
    await host.jobs.runDue();
    const { rows } = await sql<{
      text: string;
    }>`select body_text as text from mail_outbox where recipient = 'ron@example.org' and kind = 'password'`.execute(
      host.db,
    );
    const link = /#token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1];
    const body = { token: link, password: 'another four words' };
    expect((await host.visitor().call('POST', '/api/v1/password/reset', { body })).status).toBe(
      204,
    );
    expect(await read((again.body as unknown as { token: string }).token)).toBe(401);
  });

  test.each(['short', 'password123', 'Paul.Erdos'])(
    'is refused for the weak password %s',
    async (wanted) => {
      const username = `paul.erdos`;
      const paul = await host.member(username).catch(() => null);
      const member = paul ?? Object.assign(host.visitor(), { user: {} as Member['user'] });
      if (!paul)
        await member.call('POST', '/api/v1/login', { body: { username, password: testPassword } });
      const answer = await change(member, { newPassword: wanted, currentPassword: testPassword });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'newPassword']);
      expect((await signIn(username, testPassword)).status).toBe(200);
    },
  );
});
