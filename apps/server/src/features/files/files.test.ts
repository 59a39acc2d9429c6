import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';
import { avif, gif, jpeg, png, webp } from '../../files/pictures.testing.ts';
import {
  addFile,
  form,
  get,
  listFiles,
  listStoredNames,
  multipart,
  sendFiles,
  type Part,
} from './files.testing.ts';

const host = await openTestApp({ LIMIT_UPLOAD_BYTES: '200000', LIMIT_FILES_BYTES: '1000000' });
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
const project = await makeProject(ada, [[bob, 'reviewer']]);
const shared = (await makeDocument(ada, project.id)).id;
const documentId = (await makeDocument(ada, null)).id;
afterAll(() => host.close());

const send = (member: Member, raw: Buffer, to = documentId) => sendFiles(member, raw, to);
const add = (member: Member, part: Part, to = documentId) => addFile(member, part, to);
const listed = (to = documentId) => listFiles(ada, to);
const stored = () => listStoredNames(host);

describe('a picture', () => {
  test.each([
    ['image/png', png(640, 480)],
    ['image/jpeg', jpeg(640, 480)],
    ['image/gif', gif(640, 480)],
    ['image/webp', webp(640, 480)],
    ['image/avif', avif(640, 480)],
  ])(
    'of type %s is recognized by its bytes, measured and displayed inline',
    async (type, bytes) => {
      const file = await add(ada, { name: 'photo.html', bytes, type: 'text/html' });
      expect(file).toMatchObject({
        documentId,
        name: 'photo.html',
        type,
        size: bytes.length,
        width: 640,
        height: 480,
      });
      expect(file).toMatchObject({ createdBy: ada.user.id, url: `/api/v1/files/${file.id}` });
      const { status, headers } = await get(ada, file);
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        type,
        'nosniff',
      ]);
      expect(headers['content-disposition']).toMatch(/^inline; /);
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['content-length']).toBe(String(bytes.length));
    },
  );

  test('a photograph is stored without its location metadata', async () => {
    const plain = jpeg(64, 48);
    const note = Buffer.from('http://ns.adobe.com/xap/1.0/\0exif:GPSLatitude="52,31.2N"', 'latin1');
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, note.length + 2]), note]);
    const bytes = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
    const file = await add(ada, { name: 'harbour.jpg', bytes, type: 'image/jpeg' });
    expect(file).toMatchObject({ type: 'image/jpeg', size: plain.length, width: 64, height: 48 });
    const entries = await readdir(join(host.dataDir, 'files'), {
      recursive: true,
      withFileTypes: true,
    });
    const entry = entries.find(({ name }) => name.includes(file.id));
    expect(await readFile(join(entry?.parentPath ?? '', entry?.name ?? ''))).toEqual(plain);
  });
});

describe('a file of any other type', () => {
  test.each([
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
      'application/octet-stream',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html', 'application/octet-stream'],
    [
      'HTML that is declared as a picture',
      '<html><script>alert(1)</script>',
      'image/png',
      'application/octet-stream',
    ],
    ['PDF', '%PDF-1.7\n', 'application/pdf', 'application/pdf'],
    [
      'HTML after a PNG signature',
      '\x89PNG\r\n\x1a\n<script>',
      'image/png',
      'application/octet-stream',
    ],
    [
      'a script that begins with a GIF signature',
      'GIF89a/*',
      'image/gif',
      'application/octet-stream',
    ],
    ['XML', '<?xml version="1.0"?><x/>', 'text/xml', 'application/octet-stream'],
  ])('%s is only offered for download, whatever its name', async (_what, text, type, kept) => {
    const file = await add(ada, { name: 'cat.png', bytes: Buffer.from(text, 'latin1'), type });
    expect(file).toMatchObject({ type: kept, width: null, height: null });
    const { headers } = await get(ada, file);
    expect(headers['content-type']).toBe(kept);
    expect(headers['content-disposition']).toMatch(/^attachment; /);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test('a picture with appended HTML is served as a picture, and scripts in it cannot run', async () => {
    const file = await add(ada, {
      name: 'both.html',
      bytes: Buffer.concat([gif(3, 3), Buffer.from('<script>alert(1)</script>')]),
    });
    const { headers } = await get(ada, file);
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
      'image/gif',
      'nosniff',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['Überschrift — 你好.txt', 'Überschrift — 你好.txt'],
    ['', 'file'],
  ])('the name %j is stored as %j', async (name, kept) => {
    expect((await add(ada, { name, bytes: 'x' })).name).toBe(kept);
  });

  test('a file name cannot inject a response header', async () => {
    const file = await add(ada, { name: 'a%22%0d%0aSet-Cookie: x=1.txt', bytes: 'x' });
    const { headers } = await get(ada, file);
    expect(headers['set-cookie']).toBe(undefined);
    expect(headers['content-disposition']).not.toMatch(/[\r\n]/);
  });
});

describe('nothing is stored', () => {
  test.each([
    ['of a form without a file', () => Buffer.from('--edge--\r\n'), 422],
    ['of an empty file', () => form([{ name: 'a', bytes: '' }]), 422],
    ['of a file that is too large', () => form([{ name: 'a', bytes: Buffer.alloc(200_001) }]), 413],
    [
      'of two files',
      () =>
        form([
          { name: 'a', bytes: 'x' },
          { name: 'b', bytes: 'y' },
        ]),
      413,
    ],
    ['of a truncated form', () => form([{ name: 'a', bytes: Buffer.alloc(100_000) }], ''), 400],
    [
      'of a form that is truncated in its headers',
      () => Buffer.from('--edge\r\nContent-Dispo'),
      400,
    ],
    ['of an empty body', () => Buffer.alloc(0), 422],
  ])('%s', async (_what, raw, status) => {
    const before = { files: await listed(), bytes: await stored() };
    const answer = await send(ada, raw());
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect({ files: await listed(), bytes: await stored() }).toEqual(before);
    expect(
      await host.db.selectFrom('files').select('id').where('stored_at', 'is', null).execute(),
    ).toEqual([]);
  });

  test('of a body that is not a form', async () => {
    for (const headers of [
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data' },
    ]) {
      const answer = await ada.call('POST', `/api/v1/documents/${documentId}/files`, {
        raw: '{}',
        headers,
      });
      expect([400, 415]).toContain(answer.status);
    }
  });

  test('if the connection is closed during the upload', async () => {
    await host.app.listen({ host: '127.0.0.1', port: 0 });
    const before = await stored();
    const { port } = host.app.server.address() as AddressInfo;
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head = [
      `POST /api/v1/documents/${documentId}/files HTTP/1.1`,
      'Host: longhand.test',
      `Cookie: ${cookie}`,
      `X-XSRF-TOKEN: ${ada.cookies.get('XSRF-TOKEN')}`,
      `Content-Type: ${multipart['content-type']}`,
      'Content-Length: 150000',
      '\r\n',
    ].join('\r\n');
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    socket.write(form([{ name: 'a', bytes: Buffer.alloc(100_000) }], '').subarray(0, 90_000));
    const arriving = () =>
      host.db.selectFrom('files').select('id').where('stored_at', 'is', null).execute();
    await expect.poll(async () => (await arriving()).length).toBe(1);
    socket.destroy();
    await expect.poll(async () => (await arriving()).length).toBe(0);
    expect(await stored()).toEqual(before);
  });
});

describe('permissions', () => {
  test('readers of a document read its files, and only its editors add and remove files', async () => {
    const file = await add(ada, { name: 'plan.txt', bytes: 'A plan' }, shared);
    expect((await get(bob, file)).status).toBe(200);
    expect((await get(eve, file)).status).toBe(404);
    expect((await host.visitor().call('GET', file.url)).status).toBe(401);
    expect((await send(bob, form([{ name: 'a', bytes: 'x' }]), shared)).status).toBe(403);
    expect((await send(eve, form([{ name: 'a', bytes: 'x' }]), shared)).status).toBe(404);
    expect((await bob.call('DELETE', file.url)).status).toBe(403);
    expect((await eve.call('DELETE', file.url)).status).toBe(404);
    expect((await bob.call('GET', `/api/v1/documents/${shared}/files`)).body.items).toMatchObject([
      { id: file.id },
    ]);
  });

  test('are checked again after the upload is complete', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const inside = (await makeDocument(ada, project.id)).id;
    const [sent] = await Promise.all([
      send(bob, form([{ name: 'a', bytes: Buffer.alloc(150_000) }]), inside),
      ada.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${bob.user.id}`),
    ]);
    const files = await listed(inside);
    expect(files.length).toBe(sent.status === 201 ? 1 : 0);
    expect((await send(bob, form([{ name: 'a', bytes: 'x' }]), inside)).status).toBe(404);
  });

  test.each(['nonsense', '0192f0c1-7a00-7000-8000-0123456789ab'])(
    'the file id %s is refused with 404',
    async (id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/restore'],
      ] as const) {
        expect((await ada.call(method, `/api/v1/files/${id}${path}`)).status).toBe(404);
      }
    },
  );
});

describe('the lifecycle of a file', () => {
  test('a file moves to the trash, can be restored, and is deleted permanently after thirty days', async () => {
    const file = await add(ada, { name: 'old.txt', bytes: 'old' });
    expect((await ada.call('DELETE', file.url)).status).toBe(204);
    expect((await ada.call('DELETE', file.url)).status).toBe(404);
    expect((await get(ada, file)).status).toBe(404);
    expect((await listed()).map(({ id }) => id)).not.toContain(file.id);
    expect((await ada.call('POST', `${file.url}/restore`)).body.id).toBe(file.id);
    expect((await ada.call('POST', `${file.url}/restore`)).status).toBe(404);
    expect((await get(ada, file)).status).toBe(200);
    await ada.call('DELETE', file.url);
    host.pass(29 * 86_400_000);
    await host.jobs.enqueue('files.tidy', {});
    await host.jobs.runDue();
    expect(await stored()).toContain(file.id);
    expect((await get(ada, file)).status).toBe(404);
    host.pass(2 * 86_400_000);
    await host.jobs.enqueue('files.tidy', {});
    await host.jobs.runDue();
    expect(await stored()).not.toContain(file.id);
    expect((await ada.call('POST', `${file.url}/restore`)).status).toBe(404);
  });

  test('a file is deleted with its document, but only when the document is deleted permanently', async () => {
    const doomed = (await makeDocument(ada, null)).id;
    const file = await add(ada, { name: 'a.png', bytes: png(2, 2) }, doomed);
    await ada.call('POST', `/api/v1/documents/${doomed}/delete`);
    await host.jobs.enqueue('files.tidy', {});
    await host.jobs.runDue();
    expect((await get(ada, file)).status).toBe(200);
    await ada.call('POST', `/api/v1/documents/${doomed}/delete`, { body: { permanent: true } });
    expect((await get(ada, file)).status).toBe(404);
    await host.jobs.enqueue('files.tidy', {});
    await host.jobs.runDue();
    expect(await stored()).not.toContain(file.id);
  });

  test('two identical concurrent uploads create two files', async () => {
    const to = (await makeDocument(ada, null)).id;
    const [one, two] = await Promise.all(
      [1, 2].map(() => add(ada, { name: 'same.png', bytes: png(9, 9) }, to)),
    );
    expect(one?.id).not.toBe(two?.id);
    expect(await listed(to)).toHaveLength(2);
  });

  test('the storage of a user is limited, also for concurrent uploads', async () => {
    const kim = await host.member('kim');
    const to = (await makeDocument(kim, null)).id;
    const large = form([{ name: 'a', bytes: Buffer.alloc(190_000) }]);
    for (let count = 0; count < 4; count += 1)
      expect((await send(kim, large, to)).status).toBe(201);
    const both = await Promise.all([send(kim, large, to), send(kim, large, to)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await send(kim, large, to)).body.code).toBe('no_room');
  });
});
