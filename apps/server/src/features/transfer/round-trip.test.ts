import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { markNames, nodeNames, isSuggestionMark, type NodeJson } from '@longhand/document';
import { makeDocument, makeProject, openTestApp } from '../../app.testing.ts';
import { kindsIn, wholeDocument } from './whole.testing.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const host = await openTestApp();
const ada = await host.member('ada');
afterAll(() => host.close());

const edge = { 'content-type': 'multipart/form-data; boundary=edge' };
const form = (field: string, name: string, bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n--edge--\r\n'),
  ]);

async function brought(name: string, bytes: Uint8Array, by = ada): Promise<Job> {
  const answer = await by.call('POST', '/api/v1/documents/import', {
    raw: form('files', name, bytes),
    headers: edge,
  });
  expect(answer.status).toBe(202);
  await host.jobs.runDue();
  return (
    await by.call('GET', `/api/v1/jobs/${(answer.body as unknown as { jobId: string }).jobId}`)
  ).body as unknown as Job;
}

async function got(
  url: string,
  by = ada,
): Promise<{ name: string; bytes: Uint8Array; report: string }> {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { statusCode, headers, rawPayload } = await host.app.inject({
    method: 'GET',
    url,
    headers: { cookie },
  });
  expect(statusCode).toBe(200);
  const name = /filename="([^"]*)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
  return {
    name,
    bytes: new Uint8Array(rawPayload),
    report: decodeURIComponent(String(headers['export-report'] ?? '')),
  };
}

const contentOf = async (id: string) => (await host.live.readContent(id, 'json')) as NodeJson;

/** Returns the content of a document with the bytes of its files instead of their sources. */
async function withPictures(node: NodeJson): Promise<NodeJson> {
  const src = node.attrs?.['src'];
  const isFile = node.type === 'image' || node.type === 'attachment';
  if (isFile && typeof src === 'string' && src.startsWith('/api/'))
    return {
      ...node,
      attrs: { ...node.attrs, src: Buffer.from((await got(src)).bytes).toString('base64') },
    };
  return node.content === undefined
    ? node
    : { ...node, content: await Promise.all(node.content.map(withPictures)) };
}

async function madeWhole(projectId: string | null = null): Promise<string> {
  const { id } = await makeDocument(ada, projectId, 'The whole');
  const added = await ada.call('POST', `/api/v1/documents/${id}/files`, {
    raw: form('file', 'a.png', png),
    headers: edge,
  });
  const { url } = added.body as unknown as { url: string };
  const content = wholeDocument(url, url);
  await host.live.edit(id, {
    by: { userId: ada.user.id, sessionId: null },
    how: 'import',
    content,
  });
  return id;
}

/** Exports a document and imports the result. */
async function roundTrip(id: string, format: string) {
  const { name, bytes, report } = await got(`/api/v1/documents/${id}/export?format=${format}`);
  const job = await brought(name, bytes);
  expect(job.documents.map(({ title }) => title)).toEqual(['The whole']);
  return {
    name,
    bytes,
    id: job.documents[0]?.id ?? '',
    exported: report,
    imported: job.report.map(({ message }) => message),
  };
}

test('the document of the round trips contains every kind of node and mark', async () => {
  const kinds = kindsIn(wholeDocument('/x', '/y'));
  const all = [...nodeNames, ...markNames.filter((name) => !isSuggestionMark(name))];
  expect(all.filter((name) => !kinds.has(name))).toEqual([]);
});

describe('a document with all kinds of content', () => {
  test('is restored from its HTML export, with its pictures', async () => {
    const id = await madeWhole();
    const back = await roundTrip(id, 'html');
    expect(await withPictures(await contentOf(back.id))).toEqual(
      await withPictures(await contentOf(id)),
    );
    expect(back.exported).toBe('');
    expect(back.imported).toEqual([expect.stringContaining('Attached files in the archive (1)')]);
  });

  /** Sentences in export reports about kinds that are not restored. */
  const sentences: Readonly<Record<string, RegExp>> = {
    toggle: /[Tt]oggles/,
    columns: /[Cc]olumns/,
    column: /[Cc]olumns/,
    attachment: /Attached files are not in this file/,
    mention: /Mentions and days became text/,
    day: /Mentions and days became text/,
    'link.title="A title"': /Titles of links/,
    'orderedList.type="a"': /lists with letters/,
    'tableHeader.colwidth=[120]': /column widths/,
    'tableHeader.colwidth=[240]': /column widths/,
    'tableCell.colwidth=[120]': /column widths/,
    'tableCell.colwidth=[240]': /column widths/,
    'tableCell.align="center"': /one alignment/,
  };

  const notInMarkdown = [
    'orderedList.type="a"',
    'toggle',
    'columns',
    'column',
    'tableHeader.colwidth=[120]',
    'tableHeader.colwidth=[240]',
    'tableCell.colwidth=[120]',
    'tableCell.align="center"',
    'tableCell.colwidth=[240]',
    'mention',
    'mention.of="person"',
    'mention.id="0198f1c2-1111-7abc-8def-0123456789ab"',
    'mention.name="Ada"',
    'day',
    'day.date="2026-11-21"',
  ];

  test.each([
    ['markdown', 'The whole.zip', notInMarkdown],
    [
      'docx',
      'The whole.docx',
      ['link.title="A title"', 'attachment', 'attachment.src', 'attachment.name="notes.pdf"'],
    ],
  ])(
    'is restored from its %s export with its pictures, except for what the report names',
    async (format, name, missing) => {
      const id = await madeWhole();
      const back = await roundTrip(id, format);
      expect(back.name).toBe(name);
      const [before, after] = [await contentOf(id), await contentOf(back.id)].map((content) =>
        kindsIn(content),
      );
      const lost = [...(before ?? [])].filter((kind) => !after?.has(kind));
      expect(lost).toEqual(missing);
      for (const kind of missing)
        expect(back.exported).toMatch(
          sentences[kind] ?? sentences[kind.split('.')[0] ?? ''] ?? / ^/,
        );
      const shown = JSON.stringify(await withPictures(await contentOf(back.id))).split(
        png.toString('base64'),
      );
      expect(shown).toHaveLength(format === 'markdown' ? 4 : 3);
      // A second round trip changes nothing.
      const again = await roundTrip(back.id, format);
      expect(await withPictures(await contentOf(again.id))).toEqual(
        await withPictures(await contentOf(back.id)),
      );
    },
  );

  test('is restored from its plain text export with all words', async () => {
    const id = await madeWhole();
    const { bytes } = await got(`/api/v1/documents/${id}/export?format=text`);
    const words = (said: string) => said.match(/[\p{L}\p{N}]+/gu);
    const job = await brought('The whole.txt', bytes);
    const back = (await host.live.readContent(job.documents[0]?.id ?? '', 'text')) as string;
    expect(words(back)).toEqual(words(strFromU8(bytes)));
  });

  test('is exported to Markdown as a zip of the text and the folders of its pictures and attached files', async () => {
    const { bytes } = await got(`/api/v1/documents/${await madeWhole()}/export?format=markdown`);
    const inside = unzipSync(bytes);
    expect(Object.keys(inside)).toEqual(['The whole.md', 'pictures/1.png', 'attached/1 notes.pdf']);
    expect(strFromU8(inside['The whole.md']!)).toContain('[notes.pdf](attached/1%20notes.pdf)');
    expect(Buffer.from(inside['attached/1 notes.pdf']!)).toEqual(png);
    expect(strFromU8(inside['The whole.md']!)).toContain('![A square](pictures/1.png "One pixel")');
    expect(Buffer.from(inside['pictures/1.png']!)).toEqual(png);
  });

  test.each(['markdown', 'html'])(
    'is restored from the %s export of its project, with the other documents and without the report',
    async (format) => {
      const project = await makeProject(ada, [], 'Both');
      await madeWhole(project.id);
      await makeDocument(ada, project.id, 'Empty');
      await madeWhole(project.id);
      const { name, bytes } = await got(`/api/v1/projects/${project.id}/export?format=${format}`);
      // HTML has everything, so that there is nothing to report.
      expect(Object.keys(unzipSync(bytes)).includes('report.txt')).toBe(format === 'markdown');
      expect(Object.keys(unzipSync(bytes))).toEqual(
        expect.arrayContaining(['attached/1-1 notes.pdf', 'attached/3-1 notes.pdf']),
      );
      const { documents } = await brought(name, bytes);
      expect(documents.map(({ title }) => title)).toEqual(['The whole', 'Empty', 'The whole']);
      for (const at of [0, 2]) {
        const content = JSON.stringify(
          await withPictures(await contentOf(documents[at]?.id ?? '')),
        );
        expect(content.split(png.toString('base64'))).toHaveLength(4);
      }
    },
  );
});

test('an export of the whole account is imported as the same documents, without reporting its own data files', async () => {
  const bea = await host.member('bea');
  const project = await makeProject(bea, [], 'Birds');
  for (const title of ['Wings', 'Beaks']) await makeDocument(bea, project.id, title);
  await makeDocument(bea, null, 'Alone');
  const { name, bytes } = await got('/api/v1/user/export?format=markdown', bea);
  expect(Object.keys(unzipSync(bytes))).toContain('account.json');
  const job = await brought(name, bytes, bea);
  expect(job.documents.map(({ title }) => title)).toEqual(['Wings', 'Beaks', 'Alone']);
  expect(job.report.map(({ message }) => message)).toEqual([
    expect.stringContaining('folders of the archive'),
  ]);
});

describe('an archive of exported pages', () => {
  const html = (body: string) => strToU8(`<html><body>${body}</body></html>`);

  test('inside another archive is imported with its pictures and the links between its pages', async () => {
    const inner = zipSync({
      'Notes 1a/Page.html': html(
        '<h1>Page</h1><p>See <a href="Sub%20page.html#part">the other</a>, <a href="gone.html">gone</a></p>',
      ),
      'Notes 1a/Sub page.html': html(
        '<h1>Sub</h1><p><img src="../pictures/A%20dot.png?x=1" alt="dot"><img src="nowhere.png" alt="gone"></p>',
      ),
      'pictures/A dot.png': png,
      'deeper.zip': zipSync({ 'never.md': strToU8('# Never') }),
    });
    const job = await brought('Export.zip', zipSync({ 'ExportBlock-Part-1.zip': inner }));
    const [page, sub] = job.documents;
    expect([page?.title, sub?.title]).toEqual(['Page', 'Sub']);
    const first = JSON.stringify(await contentOf(page?.id ?? ''));
    expect(first).toContain(`/documents/${sub?.id}"`);
    expect(first.split('"link"')).toHaveLength(2);
    const shown = JSON.stringify(await withPictures(await contentOf(sub?.id ?? '')));
    expect(shown.split(png.toString('base64'))).toHaveLength(2);
    const report = job.report.map(({ file, message }) => `${file} ${message}`).join('\n');
    expect(report).toContain('ExportBlock-Part-1.zip/deeper.zip: this file type is not supported');
    expect(report).toContain(
      'Sub page.html Pictures that are not at a web address became their description.',
    );
    expect(report).toContain('Page.html Links to other than http');
  });

  test('imports only pictures inside the archive, by their detected type and not by their file name', async () => {
    const data = (type: string, bytes: Uint8Array) =>
      `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    const script = strToU8(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const page = [
      '../../outside.png',
      '/inside.png',
      'fake.png',
      data('image/svg+xml', script),
      data('image/png', script),
    ]
      .concat(data('text/html', png), 'data:image/png;base64,%', 'file:///etc/passwd')
      .map((src) => `<p><img src="${src}" alt="a"></p>`);
    const job = await brought(
      'a.zip',
      zipSync({
        'x/page.html': html(page.join('')),
        'inside.png': png,
        'fake.png': script,
        'x/fake.png': script,
      }),
    );
    const { content = [] } = await contentOf(job.documents[0]?.id ?? '');
    expect(content.map(({ type }) => type)).toEqual([
      'paragraph',
      'image',
      'paragraph',
      'paragraph',
      'paragraph',
      'image',
      'paragraph',
      'paragraph',
    ]);
    const files = await host.db
      .selectFrom('files')
      .select('type')
      .where('document_id', '=', job.documents[0]?.id ?? '')
      .execute();
    expect(files.map(({ type }) => type)).toEqual(['image/png', 'image/png']);
  });

  test('counts the declared sizes of inner archives against its size limit', async () => {
    const inner = zipSync({ 'a.md': strToU8('# A') }, { level: 0 });
    const view = new DataView(inner.buffer, inner.byteOffset);
    for (let at = 0; at < inner.length - 28; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 200_000_000, true);
    const job = await brought(
      'all.zip',
      zipSync({ '1.zip': inner, '2.zip': inner, '3.zip': inner }),
    );
    expect([job.documents, job.report[0]?.message]).toEqual([
      [],
      'Unpacked, this archive is larger than 500 MB.',
    ]);
  });
});

test('the tree of a project is exported as folders, and imported as the same tree', async () => {
  const project = await makeProject(ada, [], 'Shelf');
  const make = async (title: string, parentId: string | null): Promise<string> => {
    const place = parentId === null ? { projectId: project.id } : { parentId };
    const made = await ada.call('POST', '/api/v1/documents', { body: { title, ...place } });
    return made.body.id;
  };
  const handbook = await make('Handbook', null);
  const hiring = await make('Hiring', handbook);
  await make('Letter', hiring);
  await make('Notes', null);
  await make('Travel', handbook);
  const { name, bytes } = await got(`/api/v1/projects/${project.id}/export?format=markdown`);
  expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual([
    '1 Handbook.md',
    '1 Handbook/1 Hiring.md',
    '1 Handbook/1 Hiring/1 Letter.md',
    '1 Handbook/2 Travel.md',
    '2 Notes.md',
  ]);
  const job = await brought(name, bytes);
  expect(job.report).toEqual([]);
  const paths: string[] = [];
  for (const { id } of job.documents) {
    const { body } = await ada.call('GET', `/api/v1/documents/${id}`);
    const { ancestors, title } = body as unknown as {
      ancestors: { title: string }[];
      title: string;
    };
    paths.push([...ancestors.map((each) => each.title), title].join('/'));
  }
  expect(paths).toEqual([
    'Handbook',
    'Handbook/Hiring',
    'Handbook/Hiring/Letter',
    'Handbook/Travel',
    'Notes',
  ]);
});
