import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { asSent, fromField, objectionTo, sizeName } from './brought.ts';

const file = (name: string, size = 1) => ({ name, bytes: new Blob([new Uint8Array(size)]) });

test('sends a folder as one archive, and single files unchanged', async () => {
  const sent = await asSent([file('notes/a.md'), file('b.md'), file('notes/pictures/p.png')]);
  expect(sent.map(({ name }) => name)).toEqual(['b.md', 'notes.zip']);
  const inside = unzipSync(new Uint8Array(await sent[1]!.bytes.arrayBuffer()));
  expect(Object.keys(inside)).toEqual(['notes/a.md', 'notes/pictures/p.png']);
});

test('refuses too many bytes, too many files and no files before sending anything', () => {
  expect(objectionTo([])).toContain('nothing');
  expect(objectionTo([file('a.md')])).toBeNull();
  const heavy = { name: 'a.zip', bytes: { size: 600_000_000 } as Blob };
  expect(objectionTo([heavy])).toContain('572.2 MB; at most 500.0 MB');
  expect(objectionTo(Array.from({ length: 501 }, (_, at) => file(`${at}.md`)))).toContain(
    '501 files',
  );
  expect(objectionTo(Array.from({ length: 501 }, (_, at) => file(`folder/${at}.md`)))).toBeNull();
});

test('omits files that operating systems leave in folders', () => {
  const given = ['.DS_Store', 'a.md', 'Thumbs.db'].map((name) => new File(['x'], name));
  expect(fromField(given).map(({ name }) => name)).toEqual(['a.md']);
});

test('formats file sizes', () => {
  expect([sizeName(12), sizeName(2_048), sizeName(3_500_000)]).toEqual([
    '12 bytes',
    '2 KB',
    '3.3 MB',
  ]);
});
