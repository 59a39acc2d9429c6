import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import type { Authors, Job } from '@longhand/contract';
import { attributeRuns, documentSchema } from '@longhand/document';
import { Grammar, Reading, renderingOf, rootsOf, runsOf } from '@longhand/text';
import { makeDocument, openTestApp, type Member, type TestApp } from './app.testing.ts';
import { readAuthors } from './features/versions/authors.ts';
import { createVersion, restoreVersion } from './features/versions/service.ts';
import { deleteParagraphs, openLiveHost, type OpenPage } from './live.testing.ts';

const host = await openLiveHost();
const [ada, ben] = await host.people('ada', 'ben');
afterAll(() => host.close());

const grammar = new Grammar(documentSchema);

/** Returns every run of text with its author and origin, as a page derives it from a response. */
function wordsOf(doc: Y.Doc, { people, writings }: Authors): string[] {
  const rendering = renderingOf(doc, grammar);
  const runs = runsOf(rendering, new Reading(rootsOf(doc), grammar));
  return attributeRuns(runs, writings).map(
    ({ from, to, by }) =>
      `${by === null ? 'nobody' : `${people[by.person]?.username} ${by.how}`}: ${rendering.doc.textBetween(from, to)}`,
  );
}

/** Returns the authors of a document, as a call on it does. */
const authorsOf = async (documentId: string, after = 0) => {
  await host.live.settle(documentId);
  return readAuthors({ db: host.database.kysely }, ada.userId, { documentId, after });
};
const said = async (page: OpenPage, documentId: string) =>
  wordsOf(page.doc, await authorsOf(documentId));

describe('authorship', () => {
  test('attributes the text of one line to its two authors, before and after compaction', async () => {
    const documentId = await host.document(ada, [[ben, 'editor']]);
    const [adas, bens] = [await host.open(ada, documentId), await host.open(ben, documentId)];
    adas.write('One morning');
    await adas.saved();
    await expect.poll(() => bens.text()).toContain('One morning');
    bens.type(' it rained');
    await bens.saved();
    const first = await authorsOf(documentId);
    await expect.poll(() => adas.text()).toContain('rained');
    adas.type('.');
    await adas.saved();
    const all = ['ada typed: One morning', 'ben typed:  it rained', 'ada typed: .'];
    expect(await said(adas, documentId)).toEqual(all);
    const later = await authorsOf(documentId, first.seq);
    expect(later.after).toBe(first.seq);
    expect(later.writings.map(({ person }) => later.people[person]?.username)).toEqual(['ada']);
    for (const page of [adas, bens]) page.link.close();
    const folded = () =>
      host.database.kysely
        .selectFrom('document_snapshots')
        .select('seq')
        .where('document_id', '=', documentId)
        .executeTakeFirst();
    await expect.poll(async () => (await folded())?.seq).toBe(later.seq);
    expect(await said(adas, documentId)).toEqual(all);
    // The requested entry has been folded: the whole authorship is returned.
    expect((await authorsOf(documentId, first.seq)).after).toBe(0);
    expect((await authorsOf(documentId, later.seq)).writings).toEqual([]);
  });

  test('refuses an update with the client id of another user and attributes nothing to its sender', async () => {
    const documentId = await host.document(ada, [[ben, 'editor']]);
    const [adas, bens] = [await host.open(ada, documentId), await host.open(ben, documentId)];
    adas.write('Mine');
    await adas.saved();
    await expect.poll(() => bens.text()).toContain('Mine');
    const refused: string[] = [];
    bens.link.onNotice((notice) => {
      if (notice.kind === 'refused') refused.push(notice.reason);
    });
    bens.doc.clientID = adas.doc.clientID;
    bens.type(' and this too');
    await expect.poll(() => refused).toContain('foreign_client');
    expect(await said(adas, documentId)).toEqual(['ada typed: Mine']);
    const { people } = await authorsOf(documentId);
    expect(people.map(({ username }) => username)).toEqual(['ada']);
    for (const page of [adas, bens]) page.link.close();
  });

  test('attributes restored text to its original author, not to the user who restored it', async () => {
    const documentId = await host.document(ada, [[ben, 'editor']]);
    const page = await host.open(ada, documentId);
    page.write('It stays');
    page.write('It goes');
    await page.saved();
    const version = await createVersion(host.deps, ada.userId, { documentId, name: undefined });
    deleteParagraphs(page.doc, 1, 1);
    await page.saved();
    await restoreVersion(host.deps, ben, { documentId, versionId: version.id });
    await expect.poll(() => page.text()).toContain('It goes');
    expect(await said(page, documentId)).toEqual(['ada typed: It stays', 'ada typed: It goes']);
    page.link.close();
  });
});

describe('the authors endpoint', () => {
  let app: TestApp;
  let eve: Member;
  beforeAll(async () => {
    app = await openTestApp();
    eve = await app.member('eve');
  });
  afterAll(() => app.close());

  async function wrote(member: Member, documentId: string): Promise<string[]> {
    const answer = await member.call('GET', `/api/v1/documents/${documentId}/authors`);
    expect(answer.status).toBe(200);
    const { people, writings } = answer.body as unknown as Authors;
    return writings.map(({ person, how }) => `${people[person]?.username} ${how}`);
  }

  test('distinguishes text that was imported, copied, or created with an access token', async () => {
    const raw = `--edge\r\nContent-Disposition: form-data; name="files"; filename="birds.md"\r\nContent-Type: text/plain\r\n\r\nThey fly.\r\n--edge--\r\n`;
    const given = { raw, headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
    const { jobId } = (await eve.call('POST', '/api/v1/documents/import', given))
      .body as unknown as { jobId: string };
    await app.jobs.runDue();
    const job = (await eve.call('GET', `/api/v1/jobs/${jobId}`)).body as unknown as Job;
    const imported = job.documents[0]?.id ?? '';
    expect(await wrote(eve, imported)).toEqual(['eve import']);
    const copy = await eve.call('POST', `/api/v1/documents/${imported}/duplicate`, { body: {} });
    expect(await wrote(eve, copy.body.id)).toEqual(['eve copy']);
    const made = await eve.call('POST', '/api/v1/user/tokens', {
      body: { name: 'A script', scopes: ['read', 'write'], expiresAt: null },
    });
    const { token } = made.body as unknown as { token: string };
    const program = await app.visitor().call('POST', `/api/v1/documents/${imported}/duplicate`, {
      body: {},
      headers: { authorization: `Bearer ${token}` },
    });
    expect(program.status).toBe(201);
    expect(await wrote(eve, program.body.id)).toEqual(['eve api']);
  });

  test('returns no authors for an empty document and refuses an invalid after parameter with 422', async () => {
    const { id } = await makeDocument(eve, null);
    expect(await wrote(eve, id)).toEqual([]);
    for (const after of ['-1', 'x', '1e99', '0.5'])
      expect((await eve.call('GET', `/api/v1/documents/${id}/authors?after=${after}`)).status).toBe(
        422,
      );
    expect((await eve.call('GET', `/api/v1/documents/${id}/authors?after=99`)).body).toMatchObject({
      after: 99,
      writings: [],
    });
  });
});
