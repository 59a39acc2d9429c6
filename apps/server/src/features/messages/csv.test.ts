import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell } from './csv.ts';

describe('a CSV cell', () => {
  test.each([
    ['=1+1', `"'=1+1"`],
    ['+49 30 1234', `"'+49 30 1234"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['  =1', `"'  =1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['＝1', `"'＝1"`],
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
    ['plain, with "quotes"\r\nand lines', '"plain, with ""quotes""\r\nand lines"'],
    ['a=1', '"a=1"'],
    ['', '""'],
  ])('%j is written as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  test('is always a single cell and never a formula of a spreadsheet', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = csvCell(text);
        const inner = cell.slice(1, -1);
        expect(inner.replaceAll('""', '')).not.toContain('"');
        expect(inner.replaceAll('""', '"').replace(/^'/, '')).toBe(text.replace(/^'/, ''));
        expect(inner).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});
