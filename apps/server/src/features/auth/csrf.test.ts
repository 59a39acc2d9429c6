import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp, testPassword } from '../../app.testing.ts';

const host = await openTestApp();
afterAll(() => host.close());

const body = { name: 'A project' };

describe('a call that changes data', () => {
  test('without a token is refused with a title that contains CSRF', async () => {
    const ada = await host.member('ada');
    const answer = await ada.call('POST', '/api/v1/projects', {
      body,
      headers: { 'x-xsrf-token': undefined },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'csrf']);
    expect(answer.body.title).toContain('CSRF');
    expect((await ada.call('POST', '/api/v1/projects', { body })).status).toBe(201);
  });

  test("with another session's token is refused, with or without the cookie of that token", async () => {
    const [one, other] = await host.members('one', 'other');
    const token = other.cookies.get('XSRF-TOKEN') ?? '';
    const stolen = await one.call('POST', '/api/v1/projects', {
      body,
      headers: { 'x-xsrf-token': token },
    });
    expect([stolen.status, stolen.body.code]).toEqual([403, 'csrf']);
    one.cookies.set('XSRF-TOKEN', token);
    expect((await one.call('POST', '/api/v1/projects', { body })).status).toBe(403);
  });

  test('with a token from before the sign-in, or of an ended session, is refused', async () => {
    const visitor = host.visitor();
    await visitor.call('GET', '/api/v1/csrf-token');
    const signedOut = visitor.cookies.get('XSRF-TOKEN') ?? '';
    await host.member('late');
    const login = { username: 'late', password: testPassword };
    expect((await visitor.call('POST', '/api/v1/login', { body: login })).status).toBe(200);
    const early = await visitor.call('POST', '/api/v1/projects', {
      body,
      headers: { 'x-xsrf-token': signedOut },
    });
    expect(early.body.code).toBe('csrf');
    const signedIn = visitor.cookies.get('XSRF-TOKEN') ?? '';
    await visitor.call('POST', '/api/v1/logout');
    const ended = await visitor.call('POST', '/api/v1/login', {
      body: login,
      headers: { 'x-xsrf-token': signedIn },
    });
    expect(ended.body.code).toBe('csrf');
    expect((await visitor.call('POST', '/api/v1/login', { body: login })).status).toBe(200);
  });

  test('for signing in requires the token of the same browser', async () => {
    const [browser, attacker] = [host.visitor(), host.visitor()];
    await attacker.call('GET', '/api/v1/csrf-token');
    const headers = { 'x-xsrf-token': attacker.cookies.get('XSRF-TOKEN') };
    const login = { username: 'nobody', password: 'whatever it is' };
    expect((await browser.call('POST', '/api/v1/login', { body: login, headers })).body.code).toBe(
      'csrf',
    );
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port of the same host', { host: 'localhost:3000', origin: 'http://localhost:4000' }],
    ['another site according to Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ])('from %s is refused, even with a valid token', async (_where, headers) => {
    const visitor = host.visitor();
    const answer = await visitor.call('POST', '/api/v1/logout', { headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_origin']);
    expect(answer.body.title).toContain('CSRF');
  });

  test('from our own origin, or from a program without an Origin header, is accepted', async () => {
    const visitor = host.visitor();
    const ours = {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
    };
    expect((await visitor.call('POST', '/api/v1/logout', { headers: ours })).status).toBe(200);
    expect((await visitor.call('POST', '/api/v1/logout')).status).toBe(200);
  });
});

describe('the CSRF token', () => {
  test('is returned in the response and in a cookie that scripts can read, and stays the same while valid', async () => {
    const visitor = host.visitor();
    const first = await visitor.call('GET', '/api/v1/csrf-token');
    const line = [first.headers['set-cookie']].flat().join();
    expect(line).toMatch(/^XSRF-TOKEN=[^;]+; Max-Age=2592000; Path=\/; SameSite=Lax$/);
    expect(visitor.cookies.get('XSRF-TOKEN')).toBe(first.body.csrfToken);
    expect((await visitor.call('GET', '/api/v1/csrf-token')).body).toEqual(first.body);
  });

  test('is issued a limited number of times per minute and address', async () => {
    const strict = await openTestApp({ LIMIT_CSRF_TOKENS: '2' });
    const visitor = strict.visitor();
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await visitor.call('GET', '/api/v1/csrf-token')).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await strict.visitor().call('GET', '/api/v1/csrf-token')).status).toBe(200);
    await strict.close();
  });
});
