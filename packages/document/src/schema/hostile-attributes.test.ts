import { getSchema } from '@tiptap/core';
import {
  DOMSerializer,
  Fragment,
  type DOMOutputSpec,
  type Mark,
  type Node,
} from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { cleanMarkAttributes, cleanNodeAttributes } from './attributes.ts';
import { documentExtensions } from './extensions.ts';
import { htmlOf } from '../formats/html/write.ts';
import type { NodeJson } from './json.ts';
import { suggestionMarks } from '../suggestions/suggestion-meta.ts';

const schema = getSchema(documentExtensions);

/**
 * Content that appears in rendered HTML only if it was not sanitized; no allowed value matches it.
 */
const poison = /evil|position|javascript|onload|999999|1e\+?\d|\[object|NaN|Infinity|expression/i;

/** Values that a foreign client may write into any attribute. */
const hostile: readonly unknown[] = [
  'left;position:fixed;inset:0;background:url(//evil.example)',
  'x" onload="evil()',
  'evil evil-class',
  'javascript:evil()',
  'data:text/html,evil',
  '/api/v1/user/evil',
  '//evil.example/x',
  '{"id":{"evil":1},"author":"x","at":1}',
  99_999_999_999,
  -99_999_999_999,
  1e308,
  Number.NaN,
  { evil: 1, toString: 'evil' },
  ['1px;position:fixed', 'evil'],
  [99_999_999],
  true,
];

/**
 * Attributes with text of users: it is shown escaped, whatever it contains. They may hold any
 * string, but no other type.
 */
const spoken = new Set([
  'image alt',
  'image title',
  'formula source',
  'inlineFormula source',
  'attachment name',
  'footnote text',
  'mention id',
  'mention name',
  'link title',
]);

/** Returns the attributes of a rendered node or mark as a flat list of names and values. */
function attributesIn(spec: DOMOutputSpec): [string, unknown][] {
  if (!Array.isArray(spec)) return [];
  return (spec as readonly unknown[]).flatMap((part): [string, unknown][] => {
    if (Array.isArray(part)) return attributesIn(part as unknown as DOMOutputSpec);
    return typeof part === 'object' && part !== null ? Object.entries(part) : [];
  });
}

function render(node: Node): DOMOutputSpec {
  const { nodes } = DOMSerializer.fromSchema(schema);
  return nodes[node.type.name]?.(node) ?? '';
}

function renderMark(mark: Mark): DOMOutputSpec {
  return DOMSerializer.fromSchema(schema).marks[mark.type.name]?.(mark, true) ?? '';
}

/** Checks the values of attributes that can contain styles, scripts or addresses. */
function expectSound(spec: DOMOutputSpec, isSpoken: boolean, what: string): void {
  for (const [name, value] of attributesIn(spec)) {
    if (value === null || value === undefined) continue;
    expect(name, what).not.toMatch(/^on|^srcdoc$|^formaction$/i);
    if (name === 'style')
      expect(value, what).toMatch(
        /^(?:text-align: (?:left|right|center)|(?:min-)?width: (?:\d{1,6}px|undefined))?;?$/,
      );
    if (name === 'class') expect(value, what).toMatch(/^[\p{L}\p{N}+#._/ -]*$/u);
    if (['href', 'src'].includes(name))
      expect(value, what).toMatch(/^(?:https?:\/\/|mailto:|\/api\/v1\/files\/|#note\d+$)/);
    // The size of a file and the start of a list may be any number.
    if (['start', 'data-size'].includes(name)) expect(String(value), what).toMatch(/^\d{1,16}$/);
    else if (!isSpoken)
      expect(`${name}=${JSON.stringify(value)} ${String(value)}`, what).not.toMatch(poison);
    else expect(typeof value === 'object' || String(value).startsWith('[object'), what).toBe(false);
  }
}

const typesWith = (
  types: Readonly<Record<string, { spec: { attrs?: object } }>>,
): [string, string][] =>
  Object.entries(types).flatMap(([type, { spec }]) =>
    Object.keys(spec.attrs ?? {}).map((name): [string, string] => [type, name]),
  );
const onNodes = typesWith(schema.nodes);
const onMarks = typesWith(schema.marks);

test('every attribute of every node and mark has a sanitizer', () => {
  const suggested = new Set<string>(suggestionMarks);
  for (const [type, name] of onNodes)
    if (!suggested.has(name))
      expect(Object.keys(cleanNodeAttributes[type]?.({}) ?? {}), `${type} ${name}`).toContain(name);
  for (const [type, name] of onMarks)
    expect(Object.keys(cleanMarkAttributes[type]?.({}) ?? {}), `${type} ${name}`).toContain(name);
  expect(onNodes.length).toBeGreaterThan(80);
  expect(onMarks.length).toBeGreaterThan(10);
});

describe('hostile attribute values', () => {
  test.each(onNodes)('of a node, %s %s: the editor renders safe output', (type, name) => {
    for (const value of hostile) {
      const node = schema.nodes[type]?.create({ [name]: value });
      if (node === undefined) throw new Error(`no ${type}`);
      const what = `${type} ${name} ${String(JSON.stringify(value))}`;
      expectSound(render(node), spoken.has(`${type} ${name}`), what);
      if (type !== 'tableCell' && type !== 'tableHeader') continue;
      const row = schema.nodes['tableRow']?.create(null, Fragment.from(node));
      const table = schema.nodes['table']?.create(
        null,
        row === undefined ? null : Fragment.from(row),
      );
      if (table !== undefined) expectSound(render(table), false, `a table with ${what}`);
    }
  });

  test.each(onMarks)('of a mark, %s %s: the editor renders safe output', (type, name) => {
    for (const value of hostile) {
      const meta = { id: 'one', author: 'ada', at: 1 };
      for (const others of [{}, meta]) {
        const mark = schema.marks[type]?.create({ ...others, [name]: value });
        if (mark === undefined) throw new Error(`no ${type}`);
        // The id, the author and the name of a format may be any short text.
        const isText = spoken.has(`${type} ${name}`) || ['id', 'author', 'remove'].includes(name);
        expectSound(renderMark(mark), isText, `${type} ${name} ${String(JSON.stringify(value))}`);
      }
    }
  });

  test.each(onNodes)('of a node, %s %s: the HTML export is safe', (type, name) => {
    for (const value of hostile) {
      const node = { type, attrs: { [name]: value }, content: [] } as unknown as NodeJson;
      expectSoundHtml(
        htmlOf({ type: 'doc', content: [node] }),
        spoken.has(`${type} ${name}`),
        `${type} ${name}`,
      );
    }
  });

  test.each(onMarks)('of a mark, %s %s: the HTML export is safe', (type, name) => {
    for (const value of hostile) {
      const mark = {
        type,
        attrs: { href: 'https://example.org/', id: 'one', author: 'ada', at: 1, [name]: value },
      };
      const text = { type: 'text', text: 'words', marks: [mark] } as unknown as NodeJson;
      expectSoundHtml(
        htmlOf({ type: 'doc', content: [text] }),
        spoken.has(`${type} ${name}`),
        `${type} ${name}`,
      );
    }
  });
});

/** Parses the tags of HTML that is well-formed XML, and checks each attribute. */
function expectSoundHtml(html: string, isSpoken: boolean, what: string): void {
  for (const [, tag = ''] of html.matchAll(/<([^<>]*)>/g)) {
    const attributes = [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, key = '', value]): [string, unknown] => [key, value],
    );
    expectSound([tag.split(' ')[0] ?? '', Object.fromEntries(attributes)], isSpoken, what);
    expect(tag.replace(/[\w-]+="[^"]*"/g, ''), what).toMatch(/^\/?[a-z0-9]+\s*\/?$/);
  }
}

test('a cell spans at most a hundred rows and columns', () => {
  const cell = schema.nodes['tableCell']?.create({
    colspan: 1e9,
    rowspan: '5000',
    align: 'center',
  });
  if (cell === undefined) throw new Error('no cells');
  expect(render(cell)).toMatchObject([
    'td',
    { colspan: 100, rowspan: 100, style: 'text-align: center' },
    0,
  ]);
});
