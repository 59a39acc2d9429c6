import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { plainTextOfJson } from '@longhand/document';
import { decode } from './reading.ts';
import { createThreads } from './threads.ts';

const threads = createThreads();
afterAll(() => threads.close());

const read = (name: string, bytes: Uint8Array | string) =>
  threads.run<'read'>({ kind: 'read', name, bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes });

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

const list = (bytes: Uint8Array) => threads.run<'list'>({ kind: 'list', archive: shared(bytes) });

describe('a file that comes in', () => {
  test('is read by the ending of its name; a heading that comes first is the title', async () => {
    const markdown = await read('folder/My_notes.md', '# Of *birds*\n\nThey **fly**.');
    expect([markdown.title, plainTextOfJson(markdown.content)]).toEqual(['Of birds', 'They fly.']);
    expect((await read('My_notes.md', 'They fly.')).title).toBe('My notes');
    expect((await read('a.html', '<h1>Title</h1><p>Text<script>alert(1)</script>')).title).toBe('Title');
    expect(plainTextOfJson((await read('a.txt', '# no heading\n\nbut text')).content)).toContain('# no heading');
  });

  test.each([
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é', false],
    ['UTF-16, little end first', [0xff, 0xfe, 0xe9, 0x00], 'é', false],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xe9], 'é', false],
    ['Windows-1252', [0xe9, 0x80], 'é€', true],
  ])('in %s has its letters', (_encoding, bytes, text, isRemarked) => {
    const decoded = decode(Uint8Array.from(bytes));
    expect([decoded.text, decoded.remark !== null]).toEqual([text, isRemarked]);
  });

  test.each([
    ['a.docx', 'no zip at all'],
    ['a.pdf', '%PDF-1.7'],
    ['a', 'nothing'],
    ['a.exe', 'MZ'],
  ])('%s that is not what it says is refused with a sentence', async (name, text) => {
    await expect(read(name, text)).rejects.toMatchObject({ name: 'UnreadableFile', message: expect.stringMatching(/\.$/) });
  });

  test('nested a hundred thousand times over, or full of NUL, holds nobody up', async () => {
    const deep = await read('deep.html', `${'<div>'.repeat(100_000)}deep`);
    expect(plainTextOfJson(deep.content)).toContain('deep');
    const quoted = await read('deep.md', `${'> '.repeat(20_000)}deep`);
    expect(plainTextOfJson(quoted.content)).toContain('deep');
    const empty = await read('nul.txt', new Uint8Array(1_000));
    expect([plainTextOfJson(empty.content), empty.report]).toEqual(['', [expect.stringContaining('left out')]]);
  });
});

describe('an archive', () => {
  test('is listed in the order of its names, without what belongs to no document', async () => {
    const names = ['b/2.md', 'b/10.md', 'a.txt', '__MACOSX/._a.txt', '.hidden.md', 'b/', 'picture.png'];
    const listed = await list(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')]))));
    expect(listed.names).toEqual(['a.txt', 'b/2.md', 'b/10.md']);
    expect(listed.report).toEqual([expect.stringContaining('picture.png')]);
  });

  test('in an archive is passed over', async () => {
    const inner = zipSync({ 'a.md': strToU8('x') });
    expect(await list(zipSync({ 'inner.zip': inner }))).toEqual({ names: [], report: [expect.stringContaining('inner.zip')] });
  });

  test('that explodes is refused before it is unpacked', async () => {
    const bomb = zipSync(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, new Uint8Array(20_000_000)])));
    expect(bomb.length).toBeLessThan(5_000_000);
    await expect(list(bomb)).rejects.toThrow('larger than 500 MB');
  });

  test('that lies about the size of a file gives no more than it said', async () => {
    const honest = zipSync({ 'a.md': new Uint8Array(1_000_000).fill(97) });
    const lying = honest.slice();
    const view = new DataView(lying.buffer);
    for (let at = 0; at < lying.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    }
    const entry = threads.run<'entry'>({ kind: 'entry', archive: shared(lying), name: 'a.md' });
    const size = await entry.then(
      (bytes) => bytes.length,
      (error: Error) => (error.name === 'UnreadableFile' ? 0 : Number.NaN),
    );
    expect(size).toBeLessThanOrEqual(10);
  });

  test.each(['', 'PK', 'no archive', 'PK\u0003\u0004 and then nothing'])('that is none (%j) is refused', async (text) => {
    await expect(list(strToU8(text))).rejects.toMatchObject({ name: 'UnreadableFile' });
  });
});
