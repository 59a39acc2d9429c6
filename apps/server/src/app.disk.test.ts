import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { endpoints, needsRoom, type Endpoint } from '@longhand/contract';
import { makeDocument, openTestApp, testPassword } from './app.testing.ts';
import { openLiveHost } from './live.testing.ts';

const plenty = 1e12;
let free = plenty;
const host = await openTestApp({}, { askFileSystem: async () => ({ bavail: free, bsize: 1 }) });
const ada = await host.member('ada');
const documentId = (await makeDocument(ada, null)).id;
afterAll(() => host.close());

function setFree(bytes: number): void {
  free = bytes;
  host.pass(1_000);
}

/** Sends calls with an empty body and returns their codes for the present state of the disk. */
async function codes(of: (name: string) => boolean): Promise<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const [name, { method, path, gives }] of Object.entries<Endpoint>(endpoints)) {
    if (!of(name)) continue;
    const url = path.replaceAll(/\{\w+\}/g, '0192f0c1-7a00-7000-8000-0123456789ab');
    const { status, body } = await ada.call(
      method,
      url,
      // An export is refused before anything is sent.
      gives === undefined || isExport(name) ? {} : { stream: true },
    );
    entries.push([name, status === 507 ? body.code : 'else']);
  }
  return Object.fromEntries(entries);
}

const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
const stores = (name: string): boolean => needsRoom(endpoints[name as keyof typeof endpoints]);
/** Exports write temporary files, whose disk is the same here. */
const isExport = (name: string): boolean => /^export(?:Document|Project|Everything)$/.test(name);
const endsSession = (name: string): boolean =>
  /^(?:logout|deleteUser|endOtherSessions)$/.test(name);

describe('while the disk is almost full', () => {
  test('refuses every call that stores new data with 507 and an error message, and answers all other calls', async () => {
    setFree(536_870_911);
    const refused = await codes((name) => stores(name));
    expect(Object.entries(refused).filter(([, code]) => code !== 'disk_full')).toEqual([]);
    expect(names.filter(stores).length).toBeGreaterThan(60);
    const exported = await codes(isExport);
    expect(Object.entries(exported)).toEqual([
      ['exportDocument', 'disk_full'],
      ['exportProject', 'disk_full'],
      ['exportEverything', 'disk_full'],
    ]);
    const answered = await codes((name) => !stores(name) && !endsSession(name) && !isExport(name));
    expect(Object.entries(answered).filter(([, code]) => code !== 'else')).toEqual([]);
    const { status, body } = await ada.call('POST', '/api/v1/projects', {
      body: { name: 'Letters' },
    });
    expect([status, body.detail]).toEqual([
      507,
      expect.stringContaining('almost out of disk space'),
    ]);
    setFree(536_870_912);
    expect((await ada.call('POST', '/api/v1/projects', { body: { name: 'Letters' } })).status).toBe(
      201,
    );
  });

  test('users can still sign in, read, archive, delete and sign out', async () => {
    const id = (await makeDocument(ada, null)).id;
    setFree(0);
    const other = host.visitor();
    const body = { username: 'ada', password: testPassword };
    const answers = [
      await other.call('POST', '/api/v1/login', { body }),
      await other.call('GET', `/api/v1/documents/${id}`),
      await other.call('POST', `/api/v1/documents/${id}/archive`),
      await other.call('POST', `/api/v1/documents/${id}/delete`),
      await other.call('POST', `/api/v1/documents/${id}/delete`, { body: { permanent: true } }),
      await other.call('POST', '/api/v1/logout'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    setFree(plenty);
  });

  test('refuses an upload if the space runs out during it, and leaves no partial file', async () => {
    setFree(plenty);
    const head =
      '--edge\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\nContent-Type: a/b\r\n\r\n';
    async function* form() {
      yield Buffer.from(head);
      for (let part = 0; part < 20; part += 1) {
        if (part === 10) setFree(0);
        yield Buffer.alloc(65_536, 1);
      }
      yield Buffer.from('\r\n--edge--\r\n');
    }
    const csrf = ada.cookies.get('XSRF-TOKEN') ?? '';
    const cookie = [...ada.cookies]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('; ');
    const answer = await host.app.inject({
      method: 'POST',
      url: `/api/v1/documents/${documentId}/files`,
      headers: {
        cookie,
        'x-xsrf-token': csrf,
        'content-type': 'multipart/form-data; boundary=edge',
      },
      payload: Readable.from(form()),
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'disk_full']);
    setFree(plenty);
    const left = await readdir(join(host.dataDir, 'files'), {
      recursive: true,
      withFileTypes: true,
    });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    expect((await ada.call('GET', `/api/v1/documents/${documentId}/files`)).body.items).toEqual([]);
  });

  test('keeps typed text on the device, shows it as not saved, and stores it when space is available again', async () => {
    const room = { has: true, hadLately: () => room.has };
    const live = await openLiveHost({ room });
    try {
      const writer = await live.person('writer');
      const id = await live.document(writer);
      const page = await live.open(writer, id);
      page.write('before');
      await page.saved();
      room.has = false;
      page.write('while it is full');
      page.type(', and more');
      await expect.poll(() => page.link.state.saved).toMatchObject({ kind: 'not_saved' });
      const reader = await live.open(writer, id);
      expect(reader.text()).toContain('before');
      const edit = {
        by: { userId: writer.userId, sessionId: null },
        how: 'import',
        content: { type: 'doc' },
      } as const;
      await expect(live.live.edit(id, edit)).rejects.toMatchObject({ code: 'disk_full' });
      room.has = true;
      await page.saved();
      expect(page.link.pendingUpdates()).toEqual([]);
      await expect.poll(() => reader.text()).toBe(page.text());
      expect(page.text()).toContain('while it is full, and more');
    } finally {
      await live.close();
    }
  });
});
