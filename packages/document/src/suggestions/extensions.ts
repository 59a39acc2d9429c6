import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { stampedNodes } from '../node-names.ts';
import { changedIn, stampsOf, suggestionMarks } from './stamp.ts';

/** Answers the id of the element that describes an author's suggestions to people who hear the text. */
export const describedBy = (author: string): string => `suggested-by-${author}`;

/** The attributes of every suggestion on text. In the page its id and its author show, for cards and colours. */
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

/** Text that is suggested to be inserted. */
const Insertion = Mark.create({
  name: 'insertion',
  excludes: '',
  inclusive: false,
  addAttributes: () => stamped,
  renderHTML: ({ HTMLAttributes }) => ['ins', HTMLAttributes, 0],
});

/** Text that is suggested to be deleted. */
const Deletion = Mark.create({
  name: 'deletion',
  excludes: '',
  inclusive: false,
  addAttributes: () => stamped,
  renderHTML: ({ HTMLAttributes }) => ['del', HTMLAttributes, 0],
});

/** Text for which other formats are suggested. `set`: the values that it shows, as JSON; `was`: those without the suggestion. */
const Modification = Mark.create({
  name: 'modification',
  excludes: '',
  inclusive: false,
  addAttributes: () => ({
    ...stamped,
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

/** Suggestions on blocks and containers: lists of stamps as JSON. */
const SuggestedNodes = Extension.create({
  name: 'suggestedNodes',
  addGlobalAttributes: () => [
    {
      types: [...stampedNodes],
      attributes: Object.fromEntries(
        suggestionMarks.map((name) => [
          name,
          {
            default: null,
            keepOnSplit: false,
            parseHTML: () => null,
            renderHTML: (attributes: Record<string, unknown>) => {
              const [stamp] = stampsOf(attributes[name]);
              return stamp === undefined
                ? {}
                : { [`data-${name}`]: stamp.id, 'data-author': stamp.author, 'aria-describedby': describedBy(stamp.author) };
            },
          },
        ]),
      ),
    },
  ],
});

/** Code in a line: no other format beside it, but links and suggestions. */
const SuggestibleCode = Code.extend({ excludes: 'bold italic strike underline superscript subscript code' });

/** A block of code: no format in it, but suggestions. */
export const SuggestibleCodeBlock = CodeBlock.extend({ marks: suggestionMarks.join(' ') });

/** The extensions of the schema for suggestions. Source: features, section 2. */
export const suggestionExtensions: Extensions = [
  Insertion,
  Deletion,
  Modification,
  SuggestedNodes,
  SuggestibleCode,
  SuggestibleCodeBlock,
];
