import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { Document } from '@longhand/contract';
import { jsonOfMarkdown } from '@longhand/document';
import { textOfPdf } from '@longhand/document/testing/pdf-text';
import { makeDocument, makeProject, openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
const [ada, bob, eve] = await host.members('ada', 'bob', 'eve');
afterAll(() => host.close());

const by = { userId: ada.user.id, sessionId: null };

/** Creates a document of Ada inside another one, with this Markdown. */
async function makeInside(parent: Document, title: string, markdown: string): Promise<Document> {
  const { body } = await ada.call('POST', '/api/v1/documents', {
    body: { parentId: parent.id, title },
  });
  const made = body as unknown as Document;
  await host.live.edit(made.id, { by, how: 'import', content: jsonOfMarkdown(markdown) });
  return made;
}

/** A handbook of a project with a chapter, a section of it, and a second chapter before both. */
async function stage(people: Parameters<typeof makeProject>[1] = []) {
  const project = await makeProject(ada, people);
  const handbook = (await makeDocument(ada, project.id, 'Handbook')) as Document;
  await host.live.edit(handbook.id, {
    by,
    how: 'import',
    content: jsonOfMarkdown('Welcome[^1]\n\n[^1]: One'),
  });
  const travel = await makeInside(handbook, 'Travel', '# By train\n\nSlowly[^1]\n\n[^1]: Two');
  const bikes = await makeInside(travel, 'Bikes', 'Two wheels');
  const pay = await makeInside(handbook, 'Pay', 'Monthly');
  await ada.call('PATCH', `/api/v1/documents/${pay.id}`, {
    body: { parentId: handbook.id, beforeId: travel.id },
  });
  return { project, handbook, travel, bikes, pay };
}

async function exported(member: Member, of: { id: string }, query: string) {
  const { statusCode, headers, rawPayload } = await host.app.inject({
    method: 'GET',
    url: `/api/v1/documents/${of.id}/export?${query}`,
    headers: { cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  const report = decodeURIComponent(String(headers['export-report'] ?? ''));
  return { status: statusCode, headers, bytes: new Uint8Array(rawPayload), report };
}

const markdownOf = async (member: Member, of: { id: string }) =>
  strFromU8((await exported(member, of, 'format=markdown&below=true')).bytes);

describe('an export of a document with all inside it', () => {
  test('has them in the order of the tree, with their headings by depth and common footnotes', async () => {
    const { handbook } = await stage();
    expect(await markdownOf(ada, handbook)).toBe(`# Handbook

**Contents**

- [Pay](#pay)
- [Travel](#travel)
  - [By train](#by-train)
  - [Bikes](#bikes)

Welcome[^1]

## Pay

Monthly

## Travel

### By train

Slowly[^2]

### Bikes

Two wheels

[^1]: One
[^2]: Two
`);
  });

  test.each(['docx', 'pdf', 'epub', 'html', 'text'] as const)(
    'as %s is one file with the words of all',
    async (format) => {
      const { handbook } = await stage();
      const { status, headers, bytes, report } = await exported(
        ada,
        handbook,
        `format=${format}&below=true`,
      );
      expect(status).toBe(200);
      if (format !== 'text') expect(report).toBe('');
      expect(headers['content-disposition']).toContain('Handbook.');
      const parts =
        format === 'docx' || format === 'epub' ? Object.values(unzipSync(bytes)) : [bytes];
      const said =
        format === 'pdf' ? await textOfPdf(bytes) : parts.map((part) => strFromU8(part)).join('');
      for (const word of ['Welcome', 'Monthly', 'Slowly', 'wheels']) expect(said).toContain(word);
    },
  );

  test('begins at the exported document, and leaves out what is archived or in the trash', async () => {
    const { handbook, travel, bikes, pay } = await stage();
    expect(await markdownOf(ada, travel)).not.toContain('Monthly');
    await ada.call('POST', `/api/v1/documents/${bikes.id}/archive`);
    await ada.call('POST', `/api/v1/documents/${pay.id}/delete`);
    const left = await markdownOf(ada, handbook);
    expect([left.includes('Slowly'), left.includes('wheels'), left.includes('Monthly')]).toEqual([
      true,
      false,
      false,
    ]);
    await ada.call('POST', `/api/v1/documents/${travel.id}/archive`);
    expect(await markdownOf(ada, travel)).toContain('Two wheels');
  });

  test('has only documents that the user may read, and reports the number of the others', async () => {
    const { handbook, travel, bikes } = await stage([[bob, 'viewer']]);
    expect(await markdownOf(bob, handbook)).toContain('Two wheels');
    // No call leaves a document in a tree that cannot be read with its parent.
    await host.db
      .updateTable('documents')
      .set({ project_id: null, owner_id: eve.user.id })
      .where('id', 'in', [travel.id, bikes.id])
      .execute();
    const { status, bytes, report } = await exported(bob, handbook, 'format=text&below=true');
    expect(status).toBe(200);
    expect(strFromU8(bytes)).not.toContain('wheels');
    expect(report).toBe('2 documents inside were left out, because you may not read them.');
    expect((await exported(eve, handbook, 'format=text&below=true')).status).toBe(404);
  });

  test('is refused if the owners of the project do not allow exports', async () => {
    const { project, handbook } = await stage([[bob, 'editor']]);
    await ada.call('PATCH', `/api/v1/projects/${project.id}`, { body: { exportsAllowed: false } });
    expect((await exported(bob, handbook, 'below=true')).status).toBe(403);
    expect((await exported(ada, handbook, 'below=true')).status).toBe(200);
  });

  test('leaves out suggestions, and reports them', async () => {
    const { handbook, bikes } = await stage();
    const suggesting = { author: ada.user.id, at: 1_000 };
    await host.live.edit(bikes.id, {
      by,
      how: 'import',
      content: jsonOfMarkdown('Three wheels'),
      suggesting,
    });
    const { bytes, report } = await exported(ada, handbook, 'format=text&below=true');
    expect(strFromU8(bytes)).toContain('Two wheels');
    expect(strFromU8(bytes)).not.toContain('Three');
    expect(report.split('\n')).toContain('Pending suggestions were left out.');
  });
});
