import { expect, test } from 'vitest';
import { withoutSheets } from './pasting.ts';

test.each([
  [
    '<html><head><STYLE type="text/css">p { color: red }</STYLE></head><p style="x">one</p>',
    '<html><head></head><p style="x">one</p>',
  ],
  ['<style>a</style >one<style>b</style\n>two', 'onetwo'],
  ['one<style>never ended', 'one'],
  ['<styled>one</styled>', '<styled>one</styled>'],
  ['plain', 'plain'],
])('removes the style elements from pasted HTML %j', (html, read) => {
  expect(withoutSheets(html)).toBe(read);
});

test('removes many unclosed style elements in linear time', () => {
  expect(withoutSheets(`one${'<style>'.repeat(1_000_000)}`)).toBe('one');
  expect(withoutSheets(`<style>${'</style'.repeat(1_000_000)}`)).toBe('');
});
