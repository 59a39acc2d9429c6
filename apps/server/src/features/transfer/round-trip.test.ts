import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { markNames, nodeNames, isSuggestionMark, type NodeJson } from '@longhand/document';
import {
  makeDocument,
  makeProject,
  openTestApp,
  type Member,
  type TestApp,
} from '../../app.testing.ts';
import { kindsIn, wholeDocument } from './whole.testing.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let host: TestApp;
let ada: Member;
beforeAll(async () => {
  host = await openTestApp();
  ada = await host.member('ada');
});
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

async function brought(name: string, bytes: Uint8Array): Promise<Job> {
  const answer = await ada.call('POST', '/api/v1/documents/import', {
    raw: form('files', name, bytes),
    headers: edge,
  });
  expect(answer.status).toBe(202);
  await host.jobs.runDue();
  return (
    await ada.call('GET', `/api/v1/jobs/${(answer.body as unknown as { jobId: string }).jobId}`)
  ).body as unknown as Job;
}

async function got(url: string): Promise<{ name: string; bytes: Uint8Array; report: string }> {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
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

/** Returns the content of a document with the bytes of pictures instead of their sources. */
async function withPictures(node: NodeJson): Promise<NodeJson> {
  const src = node.attrs?.['src'];
  if (node.type === 'image' && typeof src === 'string' && src.startsWith('/api/'))
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

test('the document that goes out has every kind of node and mark', async () => {
  const kinds = kindsIn(wholeDocument('/x', '/y'));
  const all = [...nodeNames, ...markNames.filter((name) => !isSuggestionMark(name))];
  expect(all.filter((name) => !kinds.has(name))).toEqual([]);
});

describe('a document with everything', () => {
  test('comes back from HTML as it was, with its pictures', async () => {
    const id = await madeWhole();
    const back = await roundTrip(id, 'html');
    expect(await withPictures(await contentOf(back.id))).toEqual(
      await withPictures(await contentOf(id)),
    );
    expect([back.exported, back.imported]).toEqual(['', []]);
  });

  /** Sentences in export reports about kinds that are not restored. */
  const told: Readonly<Record<string, RegExp>> = {
    toggle: /[Tt]oggles/,
    columns: /[Cc]olumns/,
    column: /[Cc]olumns/,
    attachment: /Attached files became their names/,
    mention: /Mentions and days became text/,
    day: /Mentions and days became text/,
  };

  test.each([
    ['markdown', 'The whole.zip', ['toggle', 'columns', 'column', 'mention', 'day']],
    ['docx', 'The whole.docx', ['attachment']],
  ])(
    'comes back from %s with its pictures, but for what the report names',
    async (format, name, missing) => {
      const id = await madeWhole();
      const back = await roundTrip(id, format);
      expect(back.name).toBe(name);
      const [before, after] = [await contentOf(id), await contentOf(back.id)].map((content) =>
        kindsIn(content),
      );
      const lost = [...(before ?? [])].filter((kind) => !after?.has(kind) && !kind.includes('.'));
      expect(lost).toEqual(missing);
      for (const kind of missing) expect(back.exported).toMatch(told[kind] ?? / ^/);
      const shown = JSON.stringify(await withPictures(await contentOf(back.id))).split(
        png.toString('base64'),
      );
      expect(shown).toHaveLength(3);
      // A second round trip changes nothing.
      const again = await roundTrip(back.id, format);
      expect(await withPictures(await contentOf(again.id))).toEqual(
        await withPictures(await contentOf(back.id)),
      );
    },
  );

  test('comes back from plain text with all words', async () => {
    const id = await madeWhole();
    const { bytes } = await got(`/api/v1/documents/${id}/export?format=text`);
    const words = (said: string) => said.match(/[\p{L}\p{N}]+/gu);
    const job = await brought('The whole.txt', bytes);
    const back = (await host.live.readContent(job.documents[0]?.id ?? '', 'text')) as string;
    expect(words(back)).toEqual(words(strFromU8(bytes)));
  });

  test('as Markdown is a zip of the text and a folder of its pictures, which the text shows', async () => {
    const { bytes } = await got(`/api/v1/documents/${await madeWhole()}/export?format=markdown`);
    const inside = unzipSync(bytes);
    expect(Object.keys(inside)).toEqual(['The whole.md', 'pictures/1.png']);
    expect(strFromU8(inside['The whole.md']!)).toContain('![A square](pictures/1.png "One pixel")');
    expect(Buffer.from(inside['pictures/1.png']!)).toEqual(png);
  });

  test.each(['markdown', 'html'])(
    'of a project as %s comes back as the same documents, without the report',
    async (format) => {
      const project = await makeProject(ada, [], 'Both');
      await madeWhole(project.id);
      await makeDocument(ada, project.id, 'Empty');
      await madeWhole(project.id);
      const { name, bytes } = await got(`/api/v1/projects/${project.id}/export?format=${format}`);
      expect(Object.keys(unzipSync(bytes)).includes('report.txt')).toBe(format === 'markdown');
      const { documents } = await brought(name, bytes);
      expect(documents.map(({ title }) => title)).toEqual(['The whole', 'Empty', 'The whole']);
      for (const at of [0, 2]) {
        const content = JSON.stringify(
          await withPictures(await contentOf(documents[at]?.id ?? '')),
        );
        expect(content.split(png.toString('base64'))).toHaveLength(3);
      }
    },
  );
});

describe('an archive', () => {
  const html = (body: string) => strToU8(`<html><body>${body}</body></html>`);

  test('within an archive is read, with its pictures and the links between its pages', async () => {
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

  test('shows pictures only of itself, by what they are and not by what they are called', async () => {
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

  test('counts what is in the archives within it into the same limits', async () => {
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
