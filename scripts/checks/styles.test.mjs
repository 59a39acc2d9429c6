import { expect, test } from 'vitest';
import { compareStyles } from './styles.mjs';

const sheet = `
/* .comment */
@import './a.css';
.row:not(.small) > :global(.other) { content: '.text'; margin: 0.5rem }
@media (width < 34rem) { .row { margin: 0 } .narrow { margin: 0 } }
`;

const using = (text) => [
  ['web/a/row.module.css', sheet],
  ['web/a/row.tsx', `import classes from './row.module.css';\n${text}`],
];

test('reports classes that no module uses, and classes that no sheet defines', () => {
  expect(compareStyles(using("classes['row'] classes['wide']"))).toEqual([
    'web/a/row.tsx: ./row.module.css does not define .wide',
    'web/a/row.module.css: .small is not used',
    'web/a/row.module.css: .narrow is not used',
  ]);
});

test('accepts sheets whose classes are used by several modules, or by computed names', () => {
  const other = ['web/b.tsx', "import one from './a/row.module.css';\none['small'] one['narrow']"];
  expect(compareStyles([...using("classes['row']"), other])).toEqual([]);
  expect(compareStyles(using('classes[kind]'))).toEqual([]);
});
