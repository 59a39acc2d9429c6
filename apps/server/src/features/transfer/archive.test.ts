import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { listArchive } from './archive.ts';

/** Returns an archive with one text, which claims to be encrypted. */
function encrypted(): Uint8Array {
  const archive = zipSync({ 'a.md': strToU8('# A') }, { level: 0 });
  const view = new DataView(archive.buffer, archive.byteOffset);
  const directory = view.getUint32(archive.length - 6, true);
  view.setUint16(directory + 8, view.getUint16(directory + 8, true) | 1, true);
  return archive;
}

test('an encrypted archive is refused, and an encrypted inner archive is skipped and reported', () => {
  expect(() => listArchive(encrypted())).toThrow('protected by a password');
  expect(listArchive(zipSync({ 'in.zip': encrypted(), 'b.md': strToU8('# B') }))).toEqual({
    names: ['b.md'],
    report: ['in.zip: this archive is protected by a password. It was skipped.'],
  });
});

test('the folders of an archive are left out and reported', () => {
  const text = strToU8('# A');
  expect(listArchive(zipSync({ 'one/a.md': text })).report).toEqual([
    'The folders of the archive were left out; their documents were imported.',
  ]);
  expect(listArchive(zipSync({ 'a.md': text })).report).toEqual([]);
});

test('a folder with the name of a document is for what is inside it, and is not reported', () => {
  const text = strToU8('# A');
  const listed = listArchive(
    zipSync({ '1 a/1 b/1 c.md': text, '1 a/1 b.md': text, '1 a.md': text }),
  );
  expect(listed).toEqual({ names: ['1 a.md', '1 a/1 b.md', '1 a/1 b/1 c.md'], report: [] });
});

test('attached files of an export are not listed as documents or archives', () => {
  const text = strToU8('# A');
  const attached = {
    'a.md': text,
    'attached/1 notes.md': text,
    'attached/2-1 b.zip': zipSync({ 'b.md': text }),
    'Birds/attached/3-12 c.pdf': text,
  };
  expect(listArchive(zipSync(attached))).toEqual({
    names: ['a.md'],
    report: [expect.stringContaining('Attached files in the archive (3)')],
  });
  expect(listArchive(zipSync({ 'attached/notes.md': text })).names).toEqual(['attached/notes.md']);
});

test('account data of an export is skipped silently, and other files named account.json are reported', () => {
  const own = strToU8(JSON.stringify({ account: { id: 'x' } }, null, 2));
  expect(listArchive(zipSync({ 'account.json': own })).report).toEqual([]);
  expect(listArchive(zipSync({ 'account.json': strToU8('{}') })).report).toEqual([
    'account.json: this file type is not supported. It was skipped.',
  ]);
});
