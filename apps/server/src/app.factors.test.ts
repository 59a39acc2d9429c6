import type { IncomingMessage } from 'node:http';
import { usualRules } from '@longhand/contract';
import { expect, test } from 'vitest';
import { makeDocument, openTestApp, type TestBrowser } from './app.testing.ts';
import { addOneTimeCodes, signIn } from './features/factors/factors.testing.ts';
import { createVisitors } from './realtime/visitors.ts';

test('the live channel admits no user who lacks a required second factor, and no sign-in that waits for one', async () => {
  const host = await openTestApp();
  const [admin, writer] = await host.members('admin', 'writer');
  await addOneTimeCodes(host, admin);
  const document = await makeDocument(writer, null);
  const visitors = createVisitors({ db: host.db, clock: { now: host.now }, publicUrl: null });
  const admit = (browser: TestBrowser) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'longhand.test', origin: 'http://longhand.test', cookie };
    return visitors.admit({ headers, url: '/' } as IncomingMessage, document.id);
  };
  expect(await admit(writer)).toMatchObject({ kind: 'admitted' });
  const body = { ...usualRules, secondFactor: 'everyone' };
  expect((await admin.call('PUT', '/api/v1/admin/rules', { body })).status).toBe(200);
  expect(await admit(writer)).toMatchObject({ kind: 'refused', code: 4401 });
  const { app } = await addOneTimeCodes(host, writer);
  expect(await admit(writer)).toMatchObject({ kind: 'admitted' });

  const other = host.visitor();
  await signIn(other, 'writer');
  expect(await admit(other)).toMatchObject({ kind: 'refused' });
  await other.call('POST', '/api/v1/login/code', { body: { code: app.code() } });
  expect(await admit(other)).toMatchObject({ kind: 'admitted' });
  await host.close();
});
