import { flattenExtensions, getSchemaByResolvedExtensions, type AnyExtension } from '@tiptap/core';
import { DOMSerializer, type DOMOutputSpec } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { editorExtensions } from './extensions.ts';

test('contains every extension once, and each inherits the plugins of its parent once', () => {
  const all = flattenExtensions(editorExtensions);
  const names = all.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  for (const extension of all)
    expect(chainOf(extension).length, extension.name).toBe(new Set(chainOf(extension)).size);
});

/**
 * Returns the functions that create the plugins of an extension and of those that it extends, where
 * they call each other.
 */
function chainOf(extension: AnyExtension): unknown[] {
  const chain: unknown[] = [];
  for (
    let at: AnyExtension | null = extension;
    at !== null;
    at = at.parent as AnyExtension | null
  ) {
    const make: unknown = at.config.addProseMirrorPlugins;
    if (make === undefined) continue;
    chain.push(make);
    if (!String(make).includes('this.parent')) break;
  }
  return chain;
}

test('the serializer of the editor sanitizes attributes', () => {
  const schema = getSchemaByResolvedExtensions(flattenExtensions(editorExtensions));
  const { nodes, marks } = DOMSerializer.fromSchema(schema);
  const render = (type: string, attrs: object): string => {
    const node = schema.nodes[type]?.create(attrs);
    return JSON.stringify(node && (nodes[type]?.(node) as DOMOutputSpec));
  };
  const evil = 'left;position:fixed';
  expect(render('tableCell', { align: evil, colspan: 1e9 })).not.toMatch(/position|1000000000/);
  expect(render('image', { src: `javascript:${evil}`, width: evil })).not.toContain('position');
  expect(render('codeBlock', { language: `x ${evil}` })).not.toContain('position');
  expect(render('callout', { kind: evil })).not.toContain('position');
  expect(render('attachment', { src: evil })).not.toContain('position');
  const link = schema.marks['link']?.create({ href: `javascript:${evil}` });
  expect(JSON.stringify(link && marks['link']?.(link, true))).not.toContain('position');
});
