import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Member, type TestApp } from '../../app.testing.ts';

const token = 'a-token-of-the-collector';
const received: { readonly authorization: string | undefined; readonly lines: string[] }[] = [];
let status = 200;
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
    if (status < 300) received.push({ authorization: request.headers.authorization, lines });
    response.writeHead(status).end();
  });
});

let folder: string;
let host: TestApp;
let admin: Member;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  host = await openTestApp({
    AUDIT_FILE: join(folder, 'audit.jsonl'),
    AUDIT_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/audit`,
    AUDIT_TOKEN: token,
  });
  admin = await host.member('root');
});
afterAll(async () => {
  await host.close();
  collector.close();
  await rm(folder, { recursive: true });
});

type Line = { readonly id: string; readonly action: string; readonly actor: unknown };
const parse = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);
const inFile = async (): Promise<Line[]> =>
  parse((await readFile(join(folder, 'audit.jsonl'), 'utf8')).split('\n').filter(Boolean));

async function deliver(): Promise<void> {
  await host.jobs.enqueue('audit.deliver', {});
  await host.jobs.runDue();
}

test('each entry is delivered once, as a line of JSON, to a file and to an HTTP address', async () => {
  await deliver();
  const stored = await host.db.selectFrom('audit_log').select('id').orderBy('created_at').execute();
  expect((await inFile()).map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
  expect((await inFile())[0]).toEqual({
    id: expect.any(String),
    at: expect.stringMatching(/Z$/),
    action: 'account.made',
    actor: { id: admin.user.id, username: 'root' },
    target: admin.user.id,
    address: expect.any(String),
    data: expect.any(Object),
  });
  expect(received.flatMap(({ lines }) => parse(lines))).toEqual(await inFile());
  expect(received[0]?.authorization).toBe(`Bearer ${token}`);
  expect((await stat(join(folder, 'audit.jsonl'))).mode & 0o777).toBe(0o600);
  const count = (await inFile()).length;
  await deliver();
  expect(await inFile()).toHaveLength(count);
});

test('entries wait for an address that fails, and are still written to the file', async () => {
  status = 503;
  await host.member('late');
  const before = received.length;
  await deliver();
  expect((await inFile()).at(-1)?.actor).toMatchObject({ username: 'late' });
  expect(received).toHaveLength(before);
  status = 204;
  host.pass(60_000);
  await deliver();
  expect(
    received
      .slice(before)
      .flatMap(({ lines }) => parse(lines))
      .at(-1)?.actor,
  ).toMatchObject({
    username: 'late',
  });
  expect(await host.db.selectFrom('audit_queue').selectAll().execute()).toEqual([]);
});

test('the audit log is filtered by a user who acted or was affected, by action and by time', async () => {
  const ben = await host.member('ben');
  host.pass(1_000);
  await admin.call('PATCH', `/api/v1/admin/users/${ben.user.id}`, { body: { disabled: true } });
  const actions = async (query: string) =>
    ((await admin.call('GET', `/api/v1/admin/audit?${query}`)).body.items as unknown as Line[]).map(
      ({ action }) => action,
    );
  expect(await actions('person=BEN')).toEqual(['user.disabled', 'session.begun', 'account.made']);
  expect(await actions('person=ben&action=user.disabled')).toEqual(['user.disabled']);
  const { items } = (await admin.call('GET', '/api/v1/admin/audit?limit=1')).body;
  const { createdAt } = items[0] as unknown as { createdAt: string };
  expect(await actions(`person=ben&since=${createdAt}`)).toEqual(['user.disabled']);
  expect(await actions(`person=ben&until=${createdAt}`)).toEqual(['session.begun', 'account.made']);
  expect((await admin.call('GET', '/api/v1/admin/audit?since=yesterday')).status).toBe(422);
});
