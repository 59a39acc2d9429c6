import { expect, test } from 'vitest';
import { fileNameIn } from './file-calls.ts';

test('reads the file name of a download from the Content-Disposition header', () => {
  expect(
    fileNameIn(`attachment; filename="B_cher.md"; filename*=UTF-8''B%C3%BCcher%20%27a%27.md`),
  ).toBe("Bücher 'a'.md");
  expect(fileNameIn('attachment; filename="notes.zip"')).toBe('notes.zip');
  expect(fileNameIn('')).toBe('file');
});
