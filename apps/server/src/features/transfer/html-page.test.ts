import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { NodeJson } from '@longhand/document';
import { pageOf } from './html-page.ts';

/** Returns the page of blocks, with a picture that is read in these parts. */
async function pageWith(content: NodeJson[], ...parts: string[]): Promise<string> {
  const pictures = new Map([['/api/v1/files/0192f0c1-7a00-7000-8000-0123456789ab', 'image/png']]);
  const read = async function* () {
    for (const part of parts) yield new TextEncoder().encode(part);
  };
  return text(
    Readable.from(
      pageOf({ title: '', content: { type: 'doc', content }, pictures, files: new Map(), read }),
    ),
  );
}

const paged = (...lines: string[]): Promise<string> =>
  pageWith(
    lines.map((text): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  );

test('an HTML page declares the language and direction of its text', async () => {
  expect(await paged('שלום עולם')).toContain('<html lang="he" dir="rtl">');
  expect(await paged('der Hund und die Katze')).toContain('<html lang="de" dir="ltr">');
});

test('blocks get dir=auto when the document contains right-to-left text', async () => {
  expect(await paged('one', 'שלום')).toContain('<p dir="auto">one</p><p dir="auto">שלום</p>');
  expect(await paged('one')).toContain('<p>one</p>');
});

test('pictures are embedded as data URLs from chunks of any size, and text that looks like an image tag stays text', async () => {
  const src = '/api/v1/files/0192f0c1-7a00-7000-8000-0123456789ab';
  const words: NodeJson = {
    type: 'paragraph',
    content: [{ type: 'text', text: `<img src="${src}">` }],
  };
  const image: NodeJson = { type: 'image', attrs: { src, alt: '' } };
  const data = `data:image/png;base64,${Buffer.from('a picture in parts').toString('base64')}`;
  const page = await pageWith([words, image, image], 'a', ' picture', ' in pa', 'rts');
  expect(page.split(`src="${data}"`)).toHaveLength(3);
  expect(page).toContain(`&#60;img src=&#34;${src}&#34;&#62;`);
});
