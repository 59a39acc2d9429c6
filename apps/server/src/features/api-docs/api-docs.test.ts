import { afterAll, expect, test } from 'vitest';
import { endpoints } from '@longhand/contract';
import { openTestApp } from '../../app.testing.ts';

const host = await openTestApp();
afterAll(() => host.close());

test('the page /api/v1/docs documents every call of the API, without scripts or external resources', async () => {
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
