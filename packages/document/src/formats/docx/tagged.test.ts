import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { jsonOfDocx } from '../files.ts';
import type { NodeJson } from '../../schema/json.ts';
import { repaired } from '../../schema/repair.ts';
import { pngOf } from '../../testing/pictures.ts';
import { item, list, p } from '../../testing/test-documents.ts';
import { docxOf } from '../../testing/whole-files.ts';

const text = (said: string): NodeJson => ({ type: 'text', text: said });
const node = (type: string, content: readonly NodeJson[], attrs?: NodeJson['attrs']): NodeJson => ({
  type,
  ...(attrs && { attrs }),
  content: [...content],
});
const callout = (kind: string, ...content: NodeJson[]): NodeJson =>
  node('callout', content, { kind });
const code = (language: string | null, said: string): NodeJson =>
  node('codeBlock', [text(said)], { language });
const cell = (content: NodeJson[], attrs: NodeJson['attrs'] = {}): NodeJson =>
  node('tableCell', content, attrs);
const formula = (source: string): NodeJson => ({ type: 'formula', attrs: { source } });
const ordered = (start: number, ...items: NodeJson[]): NodeJson =>
  node('orderedList', items, { start });
const tasks = (...items: NodeJson[]): NodeJson => node('taskList', items);
const columns = (...each: NodeJson[][]): NodeJson =>
  node(
    'columns',
    each.map((content) => node('column', content)),
  );

/** Documents that are unchanged after a round trip through Word. */
const whole: Readonly<Record<string, NodeJson[]>> = {
  'callouts of every kind': ['note', 'tip', 'important', 'warning', 'caution'].map((kind) =>
    callout(kind, p(kind), p('more')),
  ),
  'a callout with a list, code and a quote': [
    callout(
      'tip',
      p('begin'),
      list(item(p('one')), item(p('two'))),
      code('ts', 'a;\nb;'),
      node('blockquote', [p('q')]),
    ),
    p('after'),
  ],
  'adjacent quotes with a list and a nested quote': [
    node('blockquote', [
      p('one'),
      list(item(p('item'))),
      node('blockquote', [p('deeper')]),
      p('two'),
    ]),
    node('blockquote', [p('three')]),
    p('after'),
  ],
  'a callout with only its name as text': [callout('note', p('Note'))],
  'nested toggles': [
    node('toggle', [p('Open'), p('in'), node('toggle', [p('Deeper'), p('deep')])]),
  ],
  'columns with blocks of several kinds': [
    columns(
      [p('left'), callout('note', p('in'))],
      [node('heading', [text('right')], { level: 2 }), code('js', 'x')],
    ),
    p('after'),
  ],
  'three columns in a toggle': [
    node('toggle', [p('Open'), columns([p('a')], [p('b')], [p('c')]), p('end')]),
  ],
  'adjacent code blocks': [
    code('ts', 'one\n\ntwo'),
    code('ts', 'three'),
    code(null, '  four'),
    p('after'),
  ],
  formulas: [
    formula('a^2\n+ b^2'),
    formula('\\frac{1}{2} < x & y'),
    node('paragraph', [
      text('With '),
      { type: 'inlineFormula', attrs: { source: 'x_1' } },
      text(' in it.'),
    ]),
  ],
  'mentions and days': [
    node('paragraph', [
      text('By '),
      {
        type: 'mention',
        attrs: { of: 'person', id: '0198f1c2-1111-7abc-8def-0123456789ab', name: 'Ada L.' },
      },
      text(' of '),
      {
        type: 'mention',
        attrs: { of: 'document', id: '0198f1c2-2222-7abc-8def-0123456789ab', name: 'The plan' },
      },
      text(' on '),
      { type: 'day', attrs: { date: '2026-11-21' } },
      text('.'),
    ]),
  ],
  'list items with further blocks after their first paragraph': [
    list(item(p('one'), callout('note', p('in'), p('more')), p('last')), item(p('two'))),
    p('between'),
    ordered(
      3,
      item(p('three'), p('more'), list(item(p('deep'), code('ts', 'x'))), p('end')),
      item(p('four'), list(item(p('a'), p('b')), item(p('c')))),
      item(p('five'), p('more')),
    ),
    list(item(p('other'), node('blockquote', [p('quoted')]))),
    node('blockquote', [list(item(p('in'), p('more')), item(p('two')))]),
  ],
  'list items with lists of two kinds and further blocks': [
    list(
      item(
        p('one'),
        p('more'),
        ordered(1, item(p('a'), p('a more')), item(p('b'))),
        list(item(p('c'), p('c more'), ordered(4, item(p('d'), p('d more')), item(p('e'))))),
      ),
      item(p('two'), p('more')),
    ),
  ],
  'merged cells': [
    node('table', [
      node('tableRow', [cell([p('a')], { colspan: 2 }), cell([p('b')], { rowspan: 2 })]),
      node('tableRow', [cell([p('c')]), cell([p('d')])]),
    ]),
    p('after'),
  ],
};

/** Returns a document as an import reads it: with all attributes, sanitized. */
const clean = (doc: NodeJson): NodeJson => JSON.parse(JSON.stringify(repaired(doc))) as NodeJson;
const withoutNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) => (each === null ? undefined : each));

test.each(Object.entries(whole))(
  'a round trip through our own Word files preserves %s',
  async (_, content) => {
    const doc = clean({ type: 'doc', content });
    const { doc: back, report } = await jsonOfDocx(await docxOf('', doc));
    expect(withoutNull(clean(back))).toEqual(withoutNull(doc));
    expect(report).toEqual([]);
  },
);

/** Content that is lost in a round trip through Word, and its replacement. */
const losses: Readonly<Record<string, [NodeJson[], NodeJson[]]>> = {
  'attached files are replaced with their names': [
    [
      {
        type: 'attachment',
        attrs: { src: '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab', name: 'a.pdf' },
      },
    ],
    [p('a.pdf')],
  ],
  'further blocks of a task are moved after the task': [
    [tasks(node('taskItem', [p('one'), p('more')], { checked: false }))],
    [tasks(node('taskItem', [p('one')], { checked: false })), p('more')],
  ],
};

test.each(Object.entries(losses))(
  'in a round trip through Word, %s',
  async (_, [given, expected]) => {
    const { doc } = await jsonOfDocx(await docxOf('', clean({ type: 'doc', content: given })));
    expect(withoutNull(clean(doc))).toEqual(withoutNull(clean({ type: 'doc', content: expected })));
  },
);

test('captions and links of pictures are restored from Word, and the caption of a missing picture becomes text', async () => {
  const attrs = { src: 'https://a.b/c.png', alt: 'alt', title: 'Said', href: 'https://a.b/d?e&f' };
  const picture = { type: 'image', attrs };
  const bytes = await docxOf('', clean({ type: 'doc', content: [picture, p('after')] }), {
    imageBytes: () => Promise.resolve({ bytes: pngOf(20, 20), type: 'image/png' }),
  });
  const storeImage = () => Promise.resolve('https://a.b/c.png');
  const { doc, report } = await jsonOfDocx(bytes, { storeImage });
  expect(withoutNull(clean(doc).content)).toMatchObject([picture, p('after')]);
  expect(report).toEqual([]);
  const gone = await jsonOfDocx(await docxOf('', { type: 'doc', content: [picture] }));
  expect(withoutNull(clean(gone.doc).content)).toEqual([p('alt'), p('Said')]);
});

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const control = (tag: string, content: string): string =>
  `<w:sdt><w:sdtPr><w:tag w:val="${tag}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const line = (said: string): string => `<w:p><w:r><w:t>${said}</w:t></w:r></w:p>`;

test.each([
  ['of other programs', control('Company', line('Words'))],
  ['with an invalid value', control('longhand:callout:&quot;&gt;&lt;b&gt;', line('Words'))],
  ['of an unknown kind', control('longhand:constructor', line('Words'))],
  [
    'without content',
    `${control('longhand:toggle', '')}<w:sdt><w:sdtContent/></w:sdt>${line('Words')}`,
  ],
  [
    'of blocks within a paragraph',
    `<w:p>${control('longhand:columns', '<w:r><w:t>Words</w:t></w:r>')}</w:p>`,
  ],
  ['of inline content around blocks', control('longhand:inlineFormula', line('Words'))],
  ['of list items without a list', control('longhand:item:2', line('Words'))],
  ['of list items with an invalid number', control('longhand:item:x', line('Words'))],
  ['of columns without a table', control('longhand:columns', line('Words'))],
  [
    'nested 100 levels deep',
    `${'<w:sdt><w:sdtPr><w:tag w:val="longhand:toggle"/></w:sdtPr><w:sdtContent>'.repeat(100)}${line('Words')}${'</w:sdtContent></w:sdt>'.repeat(100)}`,
  ],
])('content controls %s lose no text', async (_, body) => {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'word/document.xml': `<w:document ${namespace}><w:body>${body}</w:body></w:document>`,
  };
  const file = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])),
  );
  const { doc } = await jsonOfDocx(file);
  expect(JSON.stringify(doc).split('Words')).toHaveLength(2);
  expect(JSON.stringify(doc)).not.toMatch(/longhand-|:;/);
});
