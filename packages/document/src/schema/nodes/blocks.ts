import { mergeAttributes, Node } from '@tiptap/core';

/**
 * Kinds of callouts, in menu order. The names are those of GitHub, which other editors also read.
 */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
/** See {@link calloutKinds}. */
export type CalloutKind = (typeof calloutKinds)[number];

/**
 * Returns the name of a callout's kind. An unknown value, for example from a hostile client, is a
 * note.
 */
export function calloutName(kind: unknown): string {
  const name = calloutKinds.find((each) => each === kind) ?? 'note';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Blocks set apart from the surrounding text, with a label of their kind. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element) => calloutName(element.getAttribute('data-kind')).toLowerCase(),
      renderHTML: ({ kind }) => ({
        'data-kind': calloutName(kind).toLowerCase(),
        'aria-label': calloutName(kind),
      }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-type="callout"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'aside',
    mergeAttributes({ 'data-type': 'callout' }, HTMLAttributes),
    0,
  ],
});

/**
 * Collapsible blocks, of which the first is always shown. The open state is not part of the text.
 */
export const Toggle = Node.create({
  name: 'toggle',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'div[data-type="toggle"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes({ 'data-type': 'toggle' }, HTMLAttributes),
    0,
  ],
});

/** Blocks side by side. */
export const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column+',
  parseHTML: () => [{ tag: 'div[data-type="columns"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes({ 'data-type': 'columns' }, HTMLAttributes),
    0,
  ],
});

/** One of the {@link Columns}. */
export const Column = Node.create({
  name: 'column',
  content: 'block+',
  parseHTML: () => [{ tag: 'div[data-type="column"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes({ 'data-type': 'column' }, HTMLAttributes),
    0,
  ],
});
