import { afterAll, expect, test } from 'vitest';
import type { Announcement } from '@longhand/contract';
import { openTestApp } from '../../app.testing.ts';
import { until } from '../../testing/until.ts';

const now = Date.UTC(2026, 10, 20);
const host = await openTestApp();
const [admin, bob] = await host.members('first', 'bob');
afterAll(() => host.close());

const at = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();
const announce = (body: object) => admin.call('POST', '/api/v1/admin/announcements', { body });
const running = async () =>
  ((await bob.call('GET', '/api/v1/announcements')).body.items as unknown as Announcement[]).map(
    ({ text }) => text,
  );
const all = async () =>
  (await admin.call('GET', '/api/v1/admin/announcements')).body.items as unknown as Announcement[];

test('signed-in users read the running announcements, and administrators read all of them', async () => {
  await announce({ text: ' Closed tonight ' });
  await announce({ text: 'Tomorrow', startsAt: at(24) });
  await announce({ text: 'For an hour', endsAt: at(1) });
  expect((await running()).toSorted()).toEqual(['Closed tonight', 'For an hour']);
  expect((await all()).map(({ text }) => text)[0]).toBe('Tomorrow');
  host.pass(2 * 3_600_000);
  expect(await running()).toEqual(['Closed tonight']);
  host.pass(24 * 3_600_000);
  expect(await running()).toEqual(['Tomorrow', 'Closed tonight']);
  expect((await host.visitor().call('GET', '/api/v1/announcements')).status).toBe(401);
});

test('an announcement can be changed, ended, reopened and deleted', async () => {
  const made = (await announce({ text: 'One' })).body as unknown as Announcement;
  const url = `/api/v1/admin/announcements/${made.id}`;
  expect((await admin.call('PATCH', url, { body: { text: 'Two' } })).body).toMatchObject({
    text: 'Two',
    endsAt: null,
  });
  const ended = new Date(Date.parse(made.startsAt) + 1).toISOString();
  host.pass(1_000);
  expect((await admin.call('PATCH', url, { body: { endsAt: ended } })).body).toMatchObject({
    text: 'Two',
    endsAt: ended,
  });
  expect(await running()).not.toContain('Two');
  expect((await admin.call('PATCH', url, { body: { endsAt: null } })).body).toMatchObject({
    endsAt: null,
  });
  expect(await running()).toContain('Two');
  expect((await admin.call('DELETE', url)).status).toBe(204);
  expect((await admin.call('DELETE', url)).status).toBe(404);
  expect((await admin.call('PATCH', url, { body: {} })).status).toBe(404);
});

test.each([
  ['no text', {}],
  ['a blank text', { text: '  ' }],
  ['a text of more than 500 characters', { text: 'x'.repeat(501) }],
  ['a NUL character in the text', { text: 'a\u0000b' }],
  ['an end before its start', { text: 'x', startsAt: at(2), endsAt: at(1) }],
  ['an end in the past', { text: 'x', endsAt: at(-1) }],
  ['an invalid time', { text: 'x', endsAt: 'soon' }],
  ['an unknown field', { text: 'x', html: '<b>x</b>' }],
])('refuses an announcement with %s', async (_what, body) => {
  expect((await announce(body)).status).toBe(422);
});

test('only administrators can create an announcement', async () => {
  expect(
    (await bob.call('POST', '/api/v1/admin/announcements', { body: { text: 'x' } })).status,
  ).toBe(403);
});

test('open pages receive an event about a new announcement immediately, without its text', async () => {
  const port = await host.listen();
  const cookie = `session=${bob.cookies.get('session')}`;
  const leave = new AbortController();
  const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { cookie },
    signal: leave.signal,
  });
  let heard = '';
  const hear = new WritableStream<string>({ write: (part) => void (heard += part) });
  const hearing = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(hear);
  const made = announce({ text: 'Now' });
  await until(() => heard.includes('event: announcement'));
  expect(heard).toContain((await made).body.id);
  expect(heard).not.toContain('Now');
  leave.abort();
  await expect(hearing).rejects.toThrow('aborted');
});
