import { expect, test } from 'vitest';
import { markdownOf } from '../markdown/write.ts';
import { htmlOf } from './write.ts';
import { jsonOfHtml } from './read.ts';

const list = (name: string, id: string, ...items: string[]): string =>
  `<${name} class="c1 lst-kix_${id} start">${items.map((item) => `<li class="c2 li-bullet-0"><span>${item}</span></li>`).join('')}</${name}>`;

test('lists of a Google Docs page are nested by their levels', () => {
  const page = `<p>Before</p>${list('ul', 'x-0', 'one')}${list('ul', 'x-1', 'deep', 'deeper')}${list('ul', 'x-0', 'two')}<p>After</p>${list('ul', 'x-0', 'three')}`;
  expect(markdownOf(jsonOfHtml(page))).toBe(
    'Before\n\n- one\n  - deep\n  - deeper\n- two\n\nAfter\n\n- three\n',
  );
});

test('lists of a Google Docs page keep their letter numbering', () => {
  const style =
    '<style>.lst-kix_x-1>li:before{content:"" counter(lst-ctn-kix_x-1,lower-latin) ". "}</style>';
  const page = `${style}${list('ol', 'x-0', 'one')}${list('ol', 'x-1', 'a')}`;
  expect(htmlOf(jsonOfHtml(page))).toMatch(/<ol><li><p>one<\/p><ol type="a">/);
});
