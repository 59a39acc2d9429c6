import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { checksumOf, zipOf } from './zip.ts';

test('an archive preserves the contents of files, their folders and names in any script', async () => {
  const files = [
    { name: 'Bücher/eins.md', bytes: new Blob(['# Eins\n']) },
    {
      name: 'Bücher/bild/ein bild.png',
      bytes: new Blob([new Uint8Array([137, 80, 78, 71, 0, 255])]),
    },
    { name: '空.txt', bytes: new Blob([]) },
  ];
  const unpacked = unzipSync(new Uint8Array(await (await zipOf(files)).arrayBuffer()));
  expect(Object.keys(unpacked)).toEqual(files.map(({ name }) => name));
  expect(strFromU8(unpacked['Bücher/eins.md']!)).toBe('# Eins\n');
  expect([...unpacked['Bücher/bild/ein bild.png']!]).toEqual([137, 80, 78, 71, 0, 255]);
  expect(unpacked['空.txt']).toHaveLength(0);
});

test('computes the standard CRC-32 checksum', () => {
  expect(checksumOf(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});
