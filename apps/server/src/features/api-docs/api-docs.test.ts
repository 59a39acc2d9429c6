import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '@longhand/contract';
import { openTestApp, type TestApp } from '../../app.testing.ts';

let host: TestApp;
beforeAll(async () => {
  host = await openTestApp();
});
afterAll(() => host.close());

test('the API can be read at /api/v1/docs, every call of it, without a script and without anything from elsewhere', async () => {
  const answer = await host.app.inject({ method: 'GET', url: '/api/v1/docs' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  for (const [name, { path }] of Object.entries(endpoints)) {
    expect(answer.payload).toContain(`id="${name}"`);
    expect(answer.payload).toContain(path);
  }
  expect(answer.payload).not.toMatch(/<script|https?:\/\/(?!write\.example\.org)/);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});
