import { afterAll, describe, expect, test } from 'vitest';
import { limits, type NewGuestLink } from '@longhand/contract';
import { openTestApp, type TestBrowser } from '../../app.testing.ts';
import { png } from '../../files/pictures.testing.ts';
import {
  enterAsGuest,
  makeGuestLink,
  makeSharedDocument,
  type MadeLink,
} from './guests.testing.ts';

const host = await openTestApp({ LIMIT_LOGIN_ATTEMPTS: '100000', PUBLIC_URL: 'http://127.0.0.1' });
const [ada, ben] = await host.members('ada', 'ben');
afterAll(() => host.close());

const newDocument = () => makeSharedDocument(ada, ben);
const makeLink = (documentId: string, given: Partial<NewGuestLink> = {}) =>
  makeGuestLink(ada, documentId, given);
const guestOf = (link: MadeLink, name?: string) => enterAsGuest(host, link, name);

describe('pictures of guests', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=edge' };
  const part = (name: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(
        `--edge\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--edge--\r\n'),
    ]);
  const add = (visitor: TestBrowser, documentId: string, bytes = png(4, 4), name = 'a.png') =>
    visitor.call('POST', `/api/v1/documents/${documentId}/files`, {
      raw: part(name, bytes),
      headers: multipart,
    });

  test('are added by guests with the editor role, only to their document, and read by its readers', async () => {
    const [documentId, other] = [await newDocument(), await newDocument()];
    const { visitor } = await guestOf(await makeLink(documentId, { role: 'editor' }));
    const added = await add(visitor, documentId);
    expect(added.status).toBe(201);
    const { url } = added.body as unknown as { url: string };
    const [reader, stranger] = [
      await guestOf(await makeLink(documentId, { role: 'viewer' })),
      await guestOf(await makeLink(other)),
    ];
    expect((await visitor.call('GET', url)).status).toBe(200);
    expect((await reader.visitor.call('GET', url)).status).toBe(200);
    expect((await ben.call('GET', url)).status).toBe(200);
    expect((await stranger.visitor.call('GET', url)).status).toBe(404);
    expect((await host.visitor().call('GET', url)).status).toBe(401);
    expect((await add(visitor, other)).status).toBe(404);
    expect((await add(reader.visitor, documentId)).status).toBe(403);
    const text = await add(visitor, documentId, Buffer.from('no picture'), 'a.txt');
    expect([text.status, JSON.stringify(text.body)]).toEqual([
      422,
      expect.stringContaining('Guests can only add pictures'),
    ]);
    expect(
      (await ben.call('GET', `/api/v1/documents/${documentId}/files`)).body.items,
    ).toHaveLength(1);
  });

  test('are limited in number and size per link, and cannot be added after the link has ended', async () => {
    const documentId = await newDocument();
    const link = await makeLink(documentId, { role: 'editor' });
    const [first, second] = [await guestOf(link, 'Eve'), await guestOf(link, 'Eve again')];
    const another = await guestOf(await makeLink(documentId, { role: 'editor' }));
    const fill = (size: number) => ({
      document_id: documentId,
      name: 'a.png',
      created_by: first.guest.user.id,
      stored_at: new Date(),
      size,
    });
    await host.db
      .insertInto('files')
      .values(
        Array.from({ length: limits.guestFilesMax - 1 }, () => ({
          id: crypto.randomUUID(),
          ...fill(1),
        })),
      )
      .execute();
    expect((await add(second.visitor, documentId)).status).toBe(201);
    expect((await add(second.visitor, documentId)).body['code']).toBe('no_room');
    expect((await add(another.visitor, documentId)).status).toBe(201);
    await host.db
      .insertInto('files')
      .values({
        id: crypto.randomUUID(),
        ...fill(limits.guestBytesMax),
        created_by: another.guest.user.id,
      })
      .execute();
    expect((await add(another.visitor, documentId)).body['code']).toBe('no_room');
    expect(
      (await ada.call('DELETE', `/api/v1/documents/${documentId}/guest-links/${link.id}`)).status,
    ).toBe(204);
    expect([401, 403]).toContain((await add(second.visitor, documentId)).status);
  });
});
