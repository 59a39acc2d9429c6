import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NodeJson } from '@longhand/document';
import { labelsFor } from './labels.ts';
import { perform } from './writer-tasks.ts';

const elsewhere = 'https://tracker.example/seen.png?who=ada';
const own = '/api/v1/files/0192f0c1-7a00-7000-8000-0123456789ab';

const image = (src: string, alt: string, title: string | null = null): NodeJson => ({
  type: 'image',
  attrs: { src, alt, title },
});
const content: NodeJson = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Before' }] },
    image(elsewhere, 'The harbour', 'At noon'),
    { type: 'blockquote', content: [image(elsewhere, '')] },
    image(own, 'Ours'),
  ],
};
const pictures = [{ src: own, type: 'image/png', path: import.meta.filename, size: 3 }];
const document = {
  id: '0192f0c1-7a00-7000-8000-000000000001',
  title: 'A letter',
  pictures,
  attached: [],
  isSuggested: false,
  modified: 0,
  labels: await labelsFor(null),
};

test.each(['html', 'markdown'] as const)(
  'an export as %s contains links instead of pictures of other servers, which could track its readers',
  async (format) => {
    const folder = await mkdtemp(join(tmpdir(), 'longhand-remote-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [path, written] = [join(folder, 'file'), join(folder, 'content')];
    await writeFile(written, JSON.stringify(content));
    const chapters = [{ title: document.title, depth: 0, path: written }];
    const made = await perform({
      kind: 'export',
      document: { ...document, chapters },
      format,
      pictureStem: '',
      path,
      most: 1_000_000,
    });
    if (!('lost' in made)) throw new Error('no export');
    const text = await readFile(path, 'utf8');
    expect(text).not.toMatch(/(?:src="|!\[[^\]]*\]\(<?)https:/);
    expect(text).toContain(
      format === 'html'
        ? '>The harbour</a>'
        : '[The harbour](https://tracker.example/seen.png?who=ada)',
    );
    for (const words of ['Before', 'At noon']) expect(text).toContain(words);
    expect(text).toMatch(
      format === 'html' ? /<img src="data:image\/png/ : /!\[Ours\]\(pictures\/1\.png\)/,
    );
    expect(made.lost).toContain(
      'Pictures on other websites were replaced by links, so that opening the file contacts no other website.',
    );
  },
);
