import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  type Member,
  type TestAnswer,
} from '../../app.testing.ts';

const host = await openTestApp({ LIMIT_IMPORT_BYTES: '3000000', LIMIT_FILES_BYTES: '6000000' });
const [ada, bob] = await host.members('ada', 'bob');
afterAll(() => host.close());

function form(files: readonly [string, Uint8Array | string][]): {
  raw: Buffer;
  headers: Record<string, string>;
} {
  const parts = files.flatMap(([name, bytes]) => [
    Buffer.from(
      `--edge\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    raw: Buffer.concat([...parts, Buffer.from('--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}

const bring = (
  member: Member,
  files: readonly [string, Uint8Array | string][],
  to = '/api/v1/documents/import',
) => member.call('POST', to, form(files));

async function finished(member: Member, answer: { status: number; body: unknown }): Promise<Job> {
  expect(answer.status).toBe(202);
  const { jobId } = answer.body as { jobId: string };
  await host.jobs.runDue();
  return (await member.call('GET', `/api/v1/jobs/${jobId}`)).body as unknown as Job;
}

const textOf = async (member: Member, id: string) =>
  (await member.call('GET', `/api/v1/documents/${id}?format=text`)).body.content as string;

async function file(member: Member, url: string) {
  const answer = await host.app.inject({
    method: 'GET',
    url,
    headers: { cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: new Uint8Array(answer.rawPayload),
  };
}

describe('an import', () => {
  test('creates a document for each supported file, and reports the others', async () => {
    const job = await finished(
      ada,
      await bring(ada, [
        ['birds.md', '# Of birds\n\nThey fly.'],
        ['fish.txt', 'They swim.'],
        ['program.exe', 'MZ'],
      ]),
    );
    expect(job).toMatchObject({ state: 'done', progress: 1 });
    expect(job.documents.map(({ title }) => title)).toEqual(['Of birds', 'fish']);
    expect(job.report).toEqual([
      { file: 'program.exe', message: expect.stringContaining('is not supported') },
    ]);
    expect(await textOf(ada, job.documents[0]?.id ?? '')).toBe('They fly.');
    const activity = await ada.call('GET', `/api/v1/documents/${job.documents[0]?.id}/activity`);
    expect(activity.body.items).toMatchObject([{ type: 'document.imported' }]);
    expect((await bob.call('GET', `/api/v1/jobs/${job.id}`)).status).toBe(404);
  });

  test('of Markdown takes title and tags from the front matter, and reports the other fields', async () => {
    const text = `---\ntitle: Of birds\ntags: [wings, ${'x'.repeat(200)}]\ndate: 2026-01-02\n---\nThey fly.`;
    const job = await finished(ada, await bring(ada, [['2026-01-02-birds.md', text]]));
    expect(job.documents.map(({ title }) => title)).toEqual(['Of birds']);
    const id = job.documents[0]?.id ?? '';
    expect(await textOf(ada, id)).toBe('They fly.');
    const document = (await ada.call('GET', `/api/v1/documents/${id}`)).body as unknown as {
      tags: string[];
    };
    expect(document.tags).toEqual(['wings']);
    expect(job.report.map(({ message }) => message)).toEqual([
      'Fields at the beginning of the file were left out: date.',
      'Tags that are too long or above the limit per document were left out.',
    ]);
  });

  test('of a zip creates documents of the project in name order, and skips a path outside the archive', async () => {
    const project = await makeProject(ada);
    const zip = zipSync({
      '../../etc/passwd.md': strToU8('# Escape'),
      'b.md': strToU8('# B'),
      'a.md': strToU8('# A\u0000'),
    });
    const job = await finished(
      ada,
      await bring(ada, [['all.zip', zip]], `/api/v1/projects/${project.id}/import`),
    );
    expect(job.state).toBe('done');
    expect(JSON.stringify(job.report)).toContain('its name leads out of the archive');
    const list = await ada.call('GET', `/api/v1/projects/${project.id}/documents`);
    expect(list.body.items.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('is refused above the limit of pending imports per user, also for concurrent requests', async () => {
    const cara = await host.member('cara');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => bring(cara, [[`${i}.md`, `# ${i}`]])),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 202).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([20, 10]);
    expect(
      await host.db
        .selectFrom('imports')
        .select('id')
        .where('user_id', '=', cara.user.id)
        .execute(),
    ).toHaveLength(20);
    await host.jobs.runDue();
  });

  test('counts towards the user’s storage limit until it has ended', async () => {
    const fred = await host.member('fred');
    const program: [string, Uint8Array] = ['program.exe', new Uint8Array(2_500_000).fill(77)];
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await bring(fred, [program])).status);
    expect(statuses).toEqual([202, 202, 409]);
    expect((await bring(fred, [program])).body.code).toBe('no_room');
    expect(
      await host.db
        .selectFrom('imports')
        .select('id')
        .where('user_id', '=', fred.user.id)
        .execute(),
    ).toHaveLength(2);
    await host.jobs.runDue();
    expect((await bring(fred, [program])).status).toBe(202);
    await host.jobs.runDue();
  });

  test('takes turns with the imports of other users instead of waiting for all of them', async () => {
    const [dora, emil] = await host.members('dora', 'emil');
    for (let i = 0; i < 6; i += 1)
      expect((await bring(dora, [[`${i}.md`, `# ${i}`]])).status).toBe(202);
    expect((await bring(emil, [['one.md', '# One']])).status).toBe(202);
    const waiting = await host.db
      .selectFrom('imports')
      .select(['id', 'user_id'])
      .where('ended_at', 'is', null)
      .execute();
    expect(waiting).toHaveLength(7);
    const ended: string[] = [];
    const look = async (): Promise<void> => {
      const open = await host.db
        .selectFrom('imports')
        .select('id')
        .where('ended_at', 'is', null)
        .execute();
      const left = new Set(open.map(({ id }) => id));
      for (const { id, user_id } of waiting)
        if (!left.has(id) && !ended.includes(id))
          ended.push(user_id === emil.user.id ? 'emil' : id);
    };
    let isDone = false;
    const running = host.jobs.runDue().finally(() => (isDone = true));
    while (!isDone && !ended.includes('emil')) await look();
    expect(ended.indexOf('emil')).toBeLessThanOrEqual(3);
    expect(ended).toContain('emil');
    await running;
  });

  test('skips a file after several attempts that ended the process', async () => {
    const answer = await bring(ada, [['poison.md', '# Poison']]);
    const importId = (answer.body as unknown as { jobId: string }).jobId;
    const [brought] = await host.db
      .selectFrom('import_files')
      .selectAll()
      .where('import_id', '=', importId)
      .execute();
    const text = {
      import_id: importId,
      file_id: brought?.id ?? '',
      number: 0,
      name: 'poison.md',
      document_id: crypto.randomUUID(),
    };
    await host.db
      .insertInto('import_texts')
      .values({ ...text, tries: 3, report: '[]' })
      .execute();
    await host.db
      .updateTable('import_files')
      .set({ listed_at: new Date() })
      .where('import_id', '=', importId)
      .execute();
    const job = await finished(ada, answer);
    expect([job.state, job.documents, job.report[0]?.message]).toEqual([
      'done',
      [],
      expect.stringContaining('several attempts'),
    ]);
  });

  test('reports a reason and creates nothing when the user loses access before it runs', async () => {
    const project = await makeProject(ada, [[bob, 'editor']]);
    const answer = await bring(
      bob,
      [['late.md', '# Late']],
      `/api/v1/projects/${project.id}/import`,
    );
    await ada.call('DELETE', `/api/v1/projects/${project.id}/collaborators/${bob.user.id}`);
    const job = await finished(bob, answer);
    expect([job.documents, job.report[0]?.message]).toEqual([
      [],
      expect.stringContaining('not shared with you'),
    ]);
    expect((await ada.call('GET', `/api/v1/projects/${project.id}/documents`)).body.items).toEqual(
      [],
    );
  });

  test.each([
    ['an empty form', () => form([]), 422],
    ['plain text', () => ({ raw: 'x', headers: { 'content-type': 'text/plain' } }), 415],
    ['a JSON body', () => ({ body: { files: [] } }), 415],
    [
      'a truncated form',
      () => ({ ...form([['a.md', 'x']]), raw: form([['a.md', 'x']]).raw.subarray(0, 60) }),
      400,
    ],
    ['a file above the size limit', () => form([['a.md', 'x'.repeat(3_000_001)]]), 413],
    [
      'files above the total size limit',
      () =>
        form([
          ['a.md', 'x'.repeat(2_000_000)],
          ['b.md', 'x'.repeat(2_000_000)],
        ]),
      413,
    ],
  ])('is refused and stores nothing: %s', async (_what, given, status) => {
    const count = async () => (await host.db.selectFrom('imports').select('id').execute()).length;
    const before = await count();
    expect((await ada.call('POST', '/api/v1/documents/import', given())).status).toBe(status);
    expect(await count()).toBe(before);
  });
});

describe('an export', () => {
  const markdown = '# Of birds\n\nThey **fly** & <sing>.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n';

  async function stage() {
    const project = await makeProject(ada, [[bob, 'viewer']], 'Animals');
    await finished(
      ada,
      await bring(ada, [['birds.md', markdown]], `/api/v1/projects/${project.id}/import`),
    );
    await makeDocument(ada, project.id, 'Of birds');
    const [document] = (await ada.call('GET', `/api/v1/projects/${project.id}/documents`)).body
      .items;
    return { project, id: document?.id ?? '' };
  }

  test.each([
    ['markdown', 'text/markdown; charset=utf-8', 'Of birds.md', /^# Of birds\n\nThey \*\*fly\*\*/],
    [
      'html',
      'text/html; charset=utf-8',
      'Of birds.html',
      /<strong>fly<\/strong> &#38; &#60;sing&#62;/,
    ],
    ['text', 'text/plain; charset=utf-8', 'Of birds.txt', /They fly & <sing>/],
    [
      'docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'Of birds.docx',
      /^PK/,
    ],
    ['epub', 'application/epub+zip', 'Of birds.epub', /^PK/],
    ['pdf', 'application/pdf', 'Of birds.pdf', /^%PDF/],
  ])('as %s is given to a viewer, with type and name', async (format, type, name, start) => {
    const { id } = await stage();
    const given = await file(bob, `/api/v1/documents/${id}/export?format=${format}`);
    expect([given.status, given.headers['content-type']]).toEqual([200, type]);
    expect(given.headers['content-disposition']).toContain(`attachment; filename="${name}"`);
    expect(
      strFromU8(given.bytes, format === 'pdf' || format === 'docx' || format === 'epub'),
    ).toMatch(start);
    expect(given.headers['x-content-type-options']).toBe('nosniff');
  });

  test('of a project is a zip of its documents in order, with unique names', async () => {
    const { project } = await stage();
    const given = await file(bob, `/api/v1/projects/${project.id}/export?format=markdown`);
    expect([given.status, given.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(Object.keys(unzipSync(given.bytes)).toSorted()).toEqual([
      '1 Of birds.md',
      '2 Of birds.md',
    ]);
  });

  test('of the account has a folder for each project, for drafts and for shared documents, and the account data', async () => {
    const { project } = await stage();
    const { id: parentId } = await makeDocument(bob, null, 'Mine');
    await bob.call('POST', '/api/v1/documents', { body: { parentId, title: 'Nested' } });
    const shared = await makeDocument(ada, null, 'Hers');
    await ada.call('POST', `/api/v1/documents/${shared.id}/collaborators`, {
      body: { usernameOrEmail: 'bob', role: 'viewer' },
    });
    await makeDocument(ada, null, 'Not his to read');
    const archived = await makeDocument(bob, null, 'Old');
    await bob.call('POST', `/api/v1/documents/${archived.id}/archive`, { body: {} });
    await host.db
      .updateTable('projects')
      .set({ name: 'Animals / Birds' })
      .where('id', '=', project.id)
      .execute();
    await bob.call('GET', '/api/v1/user/me', { headers: { 'accept-language': 'de' } });
    const given = await file(bob, '/api/v1/user/export');
    expect(given.headers['content-disposition']).toContain('longhand-bob.zip');
    const inside = unzipSync(given.bytes);
    expect(Object.keys(inside)).toEqual(
      expect.arrayContaining([
        'Personal drafts/1 Mine.md',
        'Personal drafts/1 Mine/1 Nested.md',
        'Personal drafts/Archived/1 Old.md',
        'Shared with me/1 Hers.md',
        'Animals Birds/1 Of birds.md',
        'Animals Birds/2 Of birds.md',
      ]),
    );
    expect(Object.keys(inside).join()).not.toContain('Not his');
    const facts = JSON.parse(strFromU8(inside['account.json']!)) as Record<string, unknown>;
    expect(facts).toMatchObject({
      account: { username: 'bob', pageLanguage: 'de' },
      comments: [],
    });
    expect(JSON.stringify(facts)).not.toMatch(/password|hash/i);
  });

  test('waits for the other exports of its user, and is refused above the limit of waiting ones', async () => {
    const { project, id } = await stage();
    const urls = [`documents/${id}/export`, `projects/${project.id}/export`, 'user/export'];
    const refused: TestAnswer[] = [];
    // No export can read its documents as long as the transaction runs.
    const answers = await host.db.transaction().execute(async (trx) => {
      await sql`lock table documents in access exclusive mode`.execute(trx);
      const asked = [...urls, ...urls, ...urls].map(async (url) => {
        const answer = await bob.call('GET', `/api/v1/${url}`);
        if (answer.status === 503) refused.push(answer);
        return answer;
      });
      await expect.poll(() => refused.length, { timeout: 15_000 }).toBe(2);
      return asked;
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(refused.map(({ body }) => body.code)).toEqual(['not_ready', 'not_ready']);
  });

  test('as Markdown is imported again with the same text', async () => {
    const { id } = await stage();
    const { bytes } = await file(ada, `/api/v1/documents/${id}/export`);
    const back = await finished(ada, await bring(ada, [['again.md', bytes]]));
    expect(back.documents[0]?.title).toBe('Of birds');
    expect(await textOf(ada, back.documents[0]?.id ?? '')).toBe(await textOf(ada, id));
  });

  test('in an unknown format is refused, and a title with path separators yields a safe file name', async () => {
    const document = await makeDocument(ada, null, '../../etc/"passwd"\\; x=1');
    expect((await file(ada, `/api/v1/documents/${document.id}/export?format=exe`)).status).toBe(
      422,
    );
    const { headers } = await file(ada, `/api/v1/documents/${document.id}/export`);
    expect(String(headers['content-disposition'])).not.toMatch(/\.\.\/|\\|filename="[^"]*"[^;]/);
  });
});
