import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { suggestibleNodes } from '../schema/node-names.ts';
import { changedIn, parseSuggestedChanges, suggestionMarks } from './suggestion-meta.ts';

/** Returns the id of the element that describes an author's suggestions to screen reader users. */
export const describedBy = (author: string): string => `suggested-by-${author}`;

/**
 * Attributes of every suggestion on text. The id and the author are rendered, for cards and
 * colours.
 */
const metaAttributes = {
  id: {
    default: null,
    renderHTML: ({ id }: Record<string, unknown>) => ({ 'data-suggestion': id }),
  },
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

/** Text suggested for insertion. */
const Insertion = Mark.create({
  name: 'insertion',
  excludes: '',
  inclusive: false,
  addAttributes: () => metaAttributes,
  renderHTML: ({ HTMLAttributes }) => ['ins', HTMLAttributes, 0],
});

/** Text suggested for deletion. */
const Deletion = Mark.create({
  name: 'deletion',
  excludes: '',
  inclusive: false,
  addAttributes: () => metaAttributes,
  renderHTML: ({ HTMLAttributes }) => ['del', HTMLAttributes, 0],
});

/**
 * Text with suggested format changes. `set`: the values that it shows, as JSON; `was`: those
 * without the suggestion.
 */
const Modification = Mark.create({
  name: 'modification',
  excludes: '',
  inclusive: false,
  addAttributes: () => ({
    ...metaAttributes,
    set: {
      default: '{}',
      renderHTML: ({ set }) => {
        const { added, removed } = changedIn(set);
        return {
          ...(added.length > 0 && { 'data-adds': added.join(' ') }),
          ...(removed.length > 0 && { 'data-removes': removed.join(' ') }),
        };
      },
    },
    was: { default: '{}', rendered: false },
  }),
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, role: 'mark' }, 0],
});

/** Suggestions on blocks and containers: lists of changes as JSON. */
const SuggestedNodes = Extension.create({
  name: 'suggestedNodes',
  addGlobalAttributes: () => [
    {
      types: [...suggestibleNodes],
      attributes: Object.fromEntries(
        suggestionMarks.map((name) => [
          name,
          {
            default: null,
            keepOnSplit: false,
            parseHTML: () => null,
            renderHTML: (attributes: Record<string, unknown>) => {
              const [meta] = parseSuggestedChanges(attributes[name]);
              return meta === undefined
                ? {}
                : {
                    [`data-${name}`]: meta.id,
                    'data-author': meta.author,
                    'aria-describedby': describedBy(meta.author),
                  };
            },
          },
        ]),
      ),
    },
  ],
});

/** Inline code: excludes other formats, except links and suggestions. */
const SuggestibleCode = Code.extend({
  excludes: 'bold italic strike underline superscript subscript code',
});

/** A code block: excludes formats, except suggestions. */
export const SuggestibleCodeBlock = CodeBlock.extend({ marks: suggestionMarks.join(' ') });

/** Extensions of the schema for suggestions. */
export const suggestionExtensions: Extensions = [
  Insertion,
  Deletion,
  Modification,
  SuggestedNodes,
  SuggestibleCode,
  SuggestibleCodeBlock,
];
