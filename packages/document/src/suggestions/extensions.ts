import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { stampOf, suggestionAttributes, suggestionMarks } from './stamp.ts';

/** The id of what a page has to say of an author's suggestions, for those who hear the text. */
export const describedBy = (author: string): string => `suggested-by-${author}`;

/** What every suggestion on text carries; in the page its id and its author show, so that cards find their words and words have a colour. */
const stamped = {
  id: { default: null, renderHTML: ({ id }: Record<string, unknown>) => ({ 'data-suggestion': id }) },
  author: {
    default: null,
    renderHTML: ({ author }: Record<string, unknown>) => ({
      'data-author': author,
      'data-person': '',
      ...(typeof author === 'string' && { 'aria-describedby': describedBy(author) }),
    }),
  },
  at: { default: null, rendered: false },
};

/**
 * Text that somebody suggests to insert. Whoever goes on typing in their own is still suggesting the same. With `split`, each letter of
 * it (it is {@link splitSign}) stands for the end of a paragraph: the paragraph is one while nobody has decided, and is split when it is
 * accepted. `split` says how, as JSON. A letter and not a node, because the Yjs binding writes the rest of a line anew around a node,
 * and what somebody else is typing there would be lost.
 */
const Insertion = Mark.create({
  name: 'insertion',
  excludes: '',
  inclusive: true,
  addAttributes: () => ({
    ...stamped,
    by: { default: null, rendered: false },
    split: { default: null, renderHTML: ({ split }) => (typeof split === 'string' ? { class: 'suggestedSplit' } : {}) },
  }),
  renderHTML: ({ HTMLAttributes }) => ['ins', HTMLAttributes, 0],
});

/**
 * Text that somebody suggests to delete. `upTo` says how much of the text its author had seen (`client:clock` for each Yjs client that
 * wrote in this block, separated by spaces): what somebody else was typing into it at that moment is not meant.
 */
const Deletion = Mark.create({
  name: 'deletion',
  excludes: '',
  inclusive: false,
  addAttributes: () => ({ ...stamped, upTo: { default: null, rendered: false } }),
  renderHTML: ({ HTMLAttributes }) => ['del', HTMLAttributes, 0],
});

/** A format that somebody suggests to set (`add`, the mark as JSON) or to take away (`remove`, its name). The text itself is as it was. */
const Modification = Mark.create({
  name: 'modification',
  excludes: '',
  inclusive: false,
  addAttributes: () => ({
    ...stamped,
    add: { default: null, renderHTML: ({ add }) => (typeof add === 'string' ? { 'data-adds': nameIn(add) } : {}) },
    remove: { default: null, renderHTML: ({ remove }) => (typeof remove === 'string' ? { 'data-removes': remove } : {}) },
  }),
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, role: 'mark' }, 0],
});

/** The nodes that a suggestion may be about. */
const nodes = [
  'paragraph',
  'heading',
  'codeBlock',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'callout',
  'toggle',
  'columns',
  'column',
  'image',
  'horizontalRule',
  'formula',
  'attachment',
  'hardBreak',
  'inlineFormula',
  'footnote',
  'mention',
  'day',
];

/**
 * Suggestions on whole nodes: to insert or delete one, to make another of it (`modification`), or to join a block with the one before it.
 * Attributes and not marks, because the Yjs binding does not carry marks of nodes; strings, because that is what it compares.
 */
const SuggestedNodes = Extension.create({
  name: 'suggestedNodes',
  addGlobalAttributes: () => [
    {
      types: nodes,
      attributes: Object.fromEntries(
        suggestionAttributes.map((name) => [
          name,
          {
            default: null,
            keepOnSplit: false,
            parseHTML: () => null,
            renderHTML: (attributes: Record<string, unknown>) => {
              const stamp = stampOf(attributes[name]);
              return stamp === null ? {} : { [`data-${name}`]: stamp.id, 'aria-describedby': describedBy(stamp.author) };
            },
          },
        ]),
      ),
    },
  ],
});

/** Code in a line: no other format beside it, but suggestions. */
const SuggestibleCode = Code.extend({ excludes: 'bold italic strike underline link code' });

/** A block of code: no format in it, but suggestions. */
export const SuggestibleCodeBlock = CodeBlock.extend({ marks: suggestionMarks.join(' ') });

/** What the schema has for suggestions. Source: features, section 2. */
export const suggestionExtensions: Extensions = [
  Insertion,
  Deletion,
  Modification,
  SuggestedNodes,
  SuggestibleCode,
  SuggestibleCodeBlock,
];

function nameIn(json: string): string {
  return /"type":"(\w+)"/.exec(json)?.[1] ?? '';
}
