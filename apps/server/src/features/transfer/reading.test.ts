import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainTextOfJson } from '@longhand/document';
import { decode } from './reading.ts';
import { createReaders, usualLimits } from './readers.ts';

// The usual memory, and more time: the machine may be busy with other work.
const readers = createReaders({ ...usualLimits, timeoutMs: 150_000 });
let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-reading-'));
});
afterAll(async () => {
  await readers.close();
  await rm(folder, { recursive: true });
});

async function stored(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, String((count += 1)));
  await writeFile(path, bytes);
  return path;
}

const read = async (name: string, bytes: Uint8Array | string) =>
  readers.read<'read'>({ kind: 'read', path: await stored(bytes), name, entry: null });
const list = async (bytes: Uint8Array) =>
  readers.read<'list'>({ kind: 'list', path: await stored(bytes), name: 'all.zip' });

describe('an imported file', () => {
  test('is parsed by its file extension, and a leading heading becomes the title', async () => {
    const markdown = await read('folder/My_notes.md', '# Of *birds*\n\nThey **fly**.');
    expect([markdown.title, plainTextOfJson(markdown.content)]).toEqual(['Of birds', 'They fly.']);
    expect((await read('My_notes.md', 'They fly.')).title).toBe('My notes');
    expect((await read('a.html', '<h1>Title</h1><p>Text<script>alert(1)</script>')).title).toBe(
      'Title',
    );
    expect(plainTextOfJson((await read('a.txt', '# no heading\n\nbut text')).content)).toContain(
      '# no heading',
    );
  });

  test('keeps a leading heading that differs from the title in its front matter', async () => {
    const both = await read('a.md', '---\ntitle: A\n---\n\n# B\n\ntext');
    expect([both.title, plainTextOfJson(both.content)]).toEqual(['A', 'B\ntext']);
    const same = await read('a.md', '---\ntitle: A\n---\n\n# A\n\ntext');
    expect([same.title, plainTextOfJson(same.content)]).toEqual(['A', 'text']);
  });

  test.each([
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é', false],
    ['UTF-16, little-endian', [0xff, 0xfe, 0xe9, 0x00], 'é', false],
    ['UTF-16, big-endian', [0xfe, 0xff, 0x00, 0xe9], 'é', false],
    ['Windows-1252', [0xe9, 0x80], 'é€', true],
  ])('is decoded from %s', (_encoding, bytes, text, isRemarked) => {
    const decoded = decode(Uint8Array.from(bytes));
    expect([decoded.text, decoded.remark !== null]).toEqual([text, isRemarked]);
  });

  test.each([
    ['a.docx', 'no zip at all'],
    ['a.pdf', '%PDF-1.7'],
    ['a', 'nothing'],
    ['a.exe', 'MZ'],
  ])(
    'is refused with a readable message when it is unsupported or not of its declared type: %s',
    async (name, text) => {
      await expect(read(name, text)).rejects.toMatchObject({
        name: 'UnreadableFile',
        message: expect.stringMatching(/\.$/),
      });
    },
  );

  test.each([
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['KOI8-R', [0xf2, 0xd5, 0xd3], 'Рус'],
    ['windows-1251', [0xd0, 0xf3, 0xf1], 'Рус'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], '日本'],
    ['iso-2022-jp', [0xe6, 0x97, 0xa5, 0xe6, 0x9c, 0xac], '日本'],
  ])('is decoded in the charset %s that its page declares', async (charset, letters, text) => {
    for (const said of [
      `<meta charset="${charset}">`,
      `<meta http-equiv=Content-Type content="text/html; charset=${charset}">`,
    ]) {
      const page = Uint8Array.from([...strToU8(`<html><head>${said}</head><p>`), ...letters]);
      const { content, report } = await read('page.html', page);
      expect([plainTextOfJson(content), report]).toEqual([text, []]);
    }
  });

  test('takes its title from the title element of a page without a leading heading', async () => {
    const page =
      '<html><head><title>Of\n birds &amp; bees</title></head><body><svg><title>no</title></svg><p>Text</p>';
    expect((await read('ihl6e1cff8a3.html', page)).title).toBe('Of birds & bees');
    expect((await read('a.html', `${page}<h1>Later</h1>`)).title).toBe('Of birds & bees');
    expect((await read('My page.html', '<svg><title></title></svg><p>Text')).title).toBe('My page');
  });

  test.each(['a.md', 'a.txt', 'a.html'])(
    'is read or refused by its bytes, not by its name %s',
    async (name) => {
      const main =
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Word</w:t></w:r></w:p></w:body></w:document>';
      const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
      const word = zipSync({
        '[Content_Types].xml': strToU8(types),
        'word/document.xml': strToU8(main),
      });
      for (const each of [name, 'a.doc', 'a', 'a.zip'])
        expect(plainTextOfJson((await read(each, word)).content)).toBe('Word');
      const packed = Uint8Array.from({ length: 4_000 }, (_, at) => (at * 167 + (at >> 8)) % 256);
      await expect(read(name, packed)).rejects.toThrow('is not a text');
      await expect(read(name, zipSync({ 'a.bin': strToU8('x') }))).rejects.toMatchObject({
        name: 'UnreadableFile',
      });
      for (const [sign, said] of [
        ['%PDF-1.7', 'PDF'],
        [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a), 'picture'],
        [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 'older Word'],
      ] as const)
        await expect(read(name, sign)).rejects.toThrow(said);
    },
  );

  test('is read without delay with very deep nesting or full of NUL bytes', async () => {
    const deep = await read('deep.html', `${'<div>'.repeat(100_000)}deep`);
    expect(plainTextOfJson(deep.content)).toContain('deep');
    const quoted = await read('deep.md', `${'> '.repeat(20_000)}deep`);
    expect(plainTextOfJson(quoted.content)).toContain('deep');
    const empty = await read('nul.txt', new Uint8Array(1_000));
    expect([plainTextOfJson(empty.content), empty.report]).toEqual([
      '',
      [expect.stringContaining('left out')],
    ]);
  });
});

describe('an imported archive', () => {
  test('lists its texts in the order of their names, without files that are not documents', async () => {
    const names = [
      'b/2.md',
      'b/10.md',
      'a.txt',
      '__MACOSX/._a.txt',
      '.hidden.md',
      'b/',
      'picture.png',
    ];
    const listed = await list(
      zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))),
    );
    expect(listed.names).toEqual(['a.txt', 'b/2.md', 'b/10.md']);
    expect(listed.report).toEqual([
      expect.stringContaining('Pictures in the archive (1)'),
      expect.stringContaining('folders of the archive'),
    ]);
  });

  test('includes the files of an inner archive, and skips and reports a damaged one', async () => {
    const inner = zipSync({
      'a.md': strToU8('x'),
      'deeper.zip': zipSync({ 'b.md': strToU8('x') }),
    });
    const listed = await list(zipSync({ 'inner.zip': inner, 'broken.zip': strToU8('PK') }));
    expect(listed.names).toEqual(['inner.zip/a.md']);
    expect(listed.report).toEqual([
      expect.stringContaining('inner.zip/deeper.zip'),
      expect.stringContaining('broken.zip'),
    ]);
  });

  test('is read as a Word file when it is one, and an inner Word file named .zip is listed as a document', async () => {
    const word = zipSync({
      '[Content_Types].xml': strToU8('x'),
      'word/document.xml': strToU8('x'),
    });
    expect(await list(word)).toEqual({ names: ['all.zip'], report: [] });
    expect((await list(zipSync({ 'in.zip': word, 'word/a.md': strToU8('x') }))).names).toEqual([
      'in.zip',
      'word/a.md',
    ]);
  });

  test('is refused before unpacking when its total size is above the limit', async () => {
    const bomb = zipSync(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`${n}.md`, new Uint8Array(20_000_000)]),
      ),
    );
    expect(bomb.length).toBeLessThan(5_000_000);
    await expect(list(bomb)).rejects.toThrow('larger than 500 MB');
  });

  test('yields no more bytes of a file than its declared size', async () => {
    const honest = zipSync({ 'a.md': new Uint8Array(1_000_000).fill(97) });
    const lying = honest.slice();
    const view = new DataView(lying.buffer);
    for (let at = 0; at < lying.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    const text = readers.read<'read'>({
      kind: 'read',
      path: await stored(lying),
      name: 'a.md',
      entry: 'a.md',
    });
    const size = await text.then(
      ({ content }) => plainTextOfJson(content).length,
      (error: Error) => (error.name === 'UnreadableFile' ? 0 : Number.NaN),
    );
    expect(size).toBeLessThanOrEqual(10);
  });

  test.each(['', 'PK', 'no archive', 'PK\u0003\u0004 and then nothing'])(
    'that is not a valid zip (%j) is refused',
    async (text) => {
      await expect(list(strToU8(text))).rejects.toMatchObject({ name: 'UnreadableFile' });
    },
  );
});

/** Returns a Word file with a part that is much larger than declared. */
function lyingDocx(): Uint8Array {
  const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
  const main =
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body/></w:document>';
  const packed = zipSync({
    '[Content_Types].xml': strToU8(types),
    'word/document.xml': strToU8(main),
    'word/styles.xml': new Uint8Array(300_000_000).fill(32),
  });
  const view = new DataView(packed.buffer, packed.byteOffset);
  for (let at = 0; at < packed.length - 30; at += 1) {
    if (view.getUint32(at, true) === 0x04034b50 && view.getUint32(at + 22, true) === 300_000_000)
      view.setUint32(at + 22, 200, true);
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 300_000_000)
      view.setUint32(at + 24, 200, true);
  }
  return packed;
}

describe('the reader process', () => {
  test('refuses a file that is too large for a document without passing its content on, and reads the next', async () => {
    const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
    const begin =
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>';
    const main = Buffer.concat([
      Buffer.from(begin),
      Buffer.alloc(40_000_000, 'a'),
      Buffer.from('</w:t></w:r></w:p></w:body></w:document>'),
    ]);
    const bomb = zipSync(
      { '[Content_Types].xml': strToU8(types), 'word/document.xml': main },
      { level: 1 },
    );
    expect(bomb.length).toBeLessThan(400_000);
    await expect(read('bomb.docx', bomb)).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: 'This is too large for one document.',
    });
    expect((await read('next.txt', 'fine')).title).toBe('next');
  });

  test('unpacks no more bytes of a Word file than its declared size', async () => {
    const small = createReaders({ bytes: 300_000_000, heap: 512, timeoutMs: 30_000 });
    const path = await stored(lyingDocx());
    const outcome = await small
      .read<'read'>({ kind: 'read', path, name: 'a.docx', entry: null })
      .catch((error: Error) => error.message);
    expect(outcome).not.toBe('This needs too much memory.');
    await small.close();
  });

  test('stops at its memory or time limit with a refusal of the file, and reads the next file', async () => {
    const small = createReaders({ bytes: 250_000_000, heap: 4_096, timeoutMs: 30_000 });
    const large = {
      kind: 'read',
      path: await stored('line\n'.repeat(5_000_000)),
      name: 'a.txt',
      entry: null,
    } as const;
    await expect(small.read<'read'>(large)).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: expect.stringMatching(/memory/),
    });
    const next = { kind: 'read', path: await stored('fine'), name: 'b.txt', entry: null } as const;
    expect((await small.read<'read'>(next)).title).toBe('b');
    await small.close();
    const hasty = createReaders({ bytes: 2_000_000_000, heap: 4_096, timeoutMs: 1 });
    await expect(hasty.read<'read'>(large)).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: 'This takes too long.',
    });
    await hasty.close();
  });
});
