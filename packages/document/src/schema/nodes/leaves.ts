import { mergeAttributes, Node } from '@tiptap/core';
import { isOwnFile } from '../image.ts';

/** A text attribute with an empty default. In HTML it is `data-…`. */
const said = (name: string) => ({
  default: '',
  parseHTML: (element: { getAttribute(name: string): string | null }) =>
    element.getAttribute(`data-${name}`) ?? '',
  renderHTML: (attributes: Record<string, unknown>) => ({
    [`data-${name}`]: String(attributes[name] ?? ''),
  }),
});

/** A block formula. `source` is LaTeX. */
export const Formula = Node.create({
  name: 'formula',
  group: 'block',
  atom: true,
  addAttributes: () => ({ source: said('source') }),
  parseHTML: () => [{ tag: 'div[data-type="formula"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes({ 'data-type': 'formula' }, HTMLAttributes),
    String(node.attrs['source']),
  ],
});

/** An inline formula. `source` is LaTeX. */
export const InlineFormula = Node.create({
  name: 'inlineFormula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ source: said('source') }),
  parseHTML: () => [{ tag: 'span[data-type="inlineFormula"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes({ 'data-type': 'inlineFormula' }, HTMLAttributes),
    String(node.attrs['source']),
  ],
});

/**
 * A downloadable file of the document. `size` in bytes, null if unknown. Only our own files are
 * allowed.
 */
export const Attachment = Node.create({
  name: 'attachment',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    src: { default: null, renderHTML: ({ src }) => (isOwnFile(src) ? { 'data-src': src } : {}) },
    name: said('name'),
    size: {
      default: null,
      renderHTML: ({ size }) => (typeof size === 'number' ? { 'data-size': size } : {}),
    },
  }),
  parseHTML: () => [
    {
      tag: 'div[data-type="attachment"]',
      getAttrs: (element) => {
        const [src, size] = [
          element.getAttribute('data-src'),
          Number(element.getAttribute('data-size')),
        ];
        return isOwnFile(src)
          ? { src, size: Number.isInteger(size) && size > 0 ? size : null }
          : false;
      },
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes({ 'data-type': 'attachment' }, HTMLAttributes),
    [
      'a',
      isOwnFile(node.attrs['src']) ? { href: node.attrs['src'], download: '' } : {},
      String(node.attrs['name']),
    ],
  ],
});

/**
 * A footnote at a place in the text. Its number is its position among all footnotes, and is not
 * stored.
 */
export const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ text: said('text') }),
  parseHTML: () => [{ tag: 'sup[data-type="footnote"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'sup',
    mergeAttributes({ 'data-type': 'footnote', title: String(node.attrs['text']) }, HTMLAttributes),
  ],
});

/**
 * A mention of a user or a document (`of`) by its id; `name` is its name at the time of writing.
 */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    of: { ...said('of'), default: 'person' },
    id: said('id'),
    name: said('name'),
  }),
  parseHTML: () => [{ tag: 'span[data-type="mention"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes({ 'data-type': 'mention' }, HTMLAttributes),
    `${node.attrs['of'] === 'document' ? '' : '@'}${String(node.attrs['name'])}`,
  ],
});

/** A day, as `2026-11-21`; it is shown in the language of the reader. */
export const Day = Node.create({
  name: 'day',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    date: {
      default: '',
      parseHTML: (element) => element.getAttribute('datetime') ?? '',
      renderHTML: ({ date }) => ({ datetime: String(date) }),
    },
  }),
  parseHTML: () => [{ tag: 'time[data-type="day"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'time',
    mergeAttributes({ 'data-type': 'day' }, HTMLAttributes),
    String(node.attrs['date']),
  ],
});
