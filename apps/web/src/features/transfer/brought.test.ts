import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { asSent, fromField, objectionTo, sizeName } from './brought.ts';

const file = (name: string, size = 1) => ({ name, bytes: new Blob([new Uint8Array(size)]) });

test('a folder goes as one archive, loose files as they are', async () => {
  const sent = await asSent([file('notes/a.md'), file('b.md'), file('notes/pictures/p.png')]);
  expect(sent.map(({ name }) => name)).toEqual(['b.md', 'notes.zip']);
  const inside = unzipSync(new Uint8Array(await sent[1]!.bytes.arrayBuffer()));
  expect(Object.keys(inside)).toEqual(['notes/a.md', 'notes/pictures/p.png']);
});

test('too much, too many and nothing are said before a byte is sent', () => {
  expect(objectionTo([])).toContain('nothing');
  expect(objectionTo([file('a.md')])).toBeNull();
  const heavy = { name: 'a.zip', bytes: { size: 600_000_000 } as Blob };
  expect(objectionTo([heavy])).toContain('572.2 MB; at most 500.0 MB');
  expect(objectionTo(Array.from({ length: 501 }, (_, at) => file(`${at}.md`)))).toContain(
    '501 files',
  );
  expect(objectionTo(Array.from({ length: 501 }, (_, at) => file(`folder/${at}.md`)))).toBeNull();
});

test('what systems leave in folders stays behind', () => {
  const given = ['.DS_Store', 'a.md', 'Thumbs.db'].map((name) => new File(['x'], name));
  expect(fromField(given).map(({ name }) => name)).toEqual(['a.md']);
});

test('sizes as people call them', () => {
  expect([sizeName(12), sizeName(2_048), sizeName(3_500_000)]).toEqual([
    '12 bytes',
    '2 KB',
    '3.3 MB',
  ]);
});
