import { afterAll, describe, expect, test } from 'vitest';
import { makeDocument, openTestApp, type Member } from '../../app.testing.ts';
import { png } from '../../files/pictures.testing.ts';
import { addFile, form, get, listFiles, multipart, type Part } from './files.testing.ts';

const host = await openTestApp({ LIMIT_UPLOAD_BYTES: '200000', LIMIT_FILES_BYTES: '1000000' });
const ada = await host.member('ada');
const documentId = (await makeDocument(ada, null)).id;
afterAll(() => host.close());

const add = (member: Member, part: Part, to = documentId) => addFile(member, part, to);
const listed = (to: string) => listFiles(ada, to);

describe('a duplicate of a document', () => {
  /** Creates a document that shows these pictures. */
  async function showing(member: Member, urls: readonly string[]): Promise<string> {
    const text = ['# Pictures', ...urls.map((url) => `![A picture](${url})`)].join('\n\n');
    const raw = form([{ name: 'pictures.md', bytes: text, type: 'text/markdown' }]);
    const begun = await member.call('POST', '/api/v1/documents/import', {
      raw,
      headers: multipart,
    });
    await host.jobs.runDue();
    const job = await member.call(
      'GET',
      `/api/v1/jobs/${(begun.body as unknown as { jobId: string }).jobId}`,
    );
    return (job.body as unknown as { documents: { id: string }[] }).documents[0]?.id ?? '';
  }

  async function shownIn(member: Member, id: string): Promise<string[]> {
    const { body } = await member.call('GET', `/api/v1/documents/${id}?format=json`);
    return [...JSON.stringify(body).matchAll(/"src":"([^"]+)"/g)].map(([, src = '']) => src);
  }

  test('gets its own copies of the pictures, which remain after the originals, except unreadable pictures', async () => {
    const mine = await add(ada, { name: 'mine.png', bytes: png(4, 4) });
    const ivy = await host.member('ivy');
    const foreign = await add(
      ivy,
      { name: 'ivy.png', bytes: png(5, 5) },
      (await makeDocument(ivy, null)).id,
    );
    const elsewhere = 'https://example.org/a.png';
    const original = await showing(ada, [mine.url, mine.url, foreign.url, elsewhere]);
    expect(await shownIn(ada, original)).toEqual([mine.url, mine.url, foreign.url, elsewhere]);
    const copy = (await ada.call('POST', `/api/v1/documents/${original}/duplicate`)).body.id;
    const [first = '', second, third, fourth] = await shownIn(ada, copy);
    expect([second, third, fourth]).toEqual([first, foreign.url, elsewhere]);
    expect(first).not.toBe(mine.url);
    expect(await listed(copy)).toMatchObject([
      { url: first, name: 'mine.png', width: 4, documentId: copy },
    ]);
    await ada.call('DELETE', mine.url);
    expect((await get(ada, { url: first })).status).toBe(200);
  });

  test('is refused if there is no space for its pictures', async () => {
    const lee = await host.member('lee');
    const to = (await makeDocument(lee, null)).id;
    const large = Buffer.concat([png(3, 3), Buffer.alloc(190_000)]);
    const urls = [];
    for (let count = 0; count < 3; count += 1)
      urls.push((await add(lee, { name: `${count}.png`, bytes: large }, to)).url);
    const original = await showing(lee, urls);
    const before = await lee.call('GET', '/api/v1/documents');
    const refused = await lee.call('POST', `/api/v1/documents/${original}/duplicate`);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_room']);
    expect((await lee.call('GET', '/api/v1/documents')).body.items.length).toBe(
      before.body.items.length,
    );
  });
});
