import type { Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Subscript as PlainSubscript } from '@tiptap/extension-subscript';
import { Superscript as PlainSuperscript } from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { AcrossBlocks } from './across-blocks.ts';
import { cleanedExtensions } from './cleaned.ts';
import { SafeImage } from './image.ts';
import { SafeLink } from './link.ts';
import { Callout, Column, Columns, Toggle } from './nodes/blocks.ts';
import { Attachment, Day, Footnote, Formula, InlineFormula, Mention } from './nodes/leaves.ts';
import { suggestionExtensions } from './suggestions/extensions.ts';

/**
 * The version of the schema. Counts up whenever a node, a mark or an attribute comes, goes or changes.
 */
export const schemaVersion = 6;

/** Raised letters. Text is either raised or lowered, and the number of a footnote is its own node. */
const Superscript = PlainSuperscript.extend({
  excludes: 'superscript subscript',
  parseHTML: () => [{ tag: 'sup:not([data-type])' }, { style: 'vertical-align=super' }],
});

/** Lowered letters. */
const Subscript = PlainSubscript.extend({ excludes: 'superscript subscript' });

/**
 * What a document may hold, as TipTap extensions that need no screen: paragraphs, headings 1 to 4, bullet, ordered and task
 * lists, quotes, code, callouts, toggles, columns, tables, pictures, attachments, formulas, footnotes, mentions, days, links, bold, italic, underline, strike, superscript, subscript, line breaks and rules, with their keys and
 * Markdown shortcuts; and what is suggested about all of them.
 *
 * History is left out, because undo belongs to the shared document; the trailing paragraph too, because it would write when
 * a document is merely opened, also for a person who may not write. What draws (cursors, carets) is added by the page.
 */
export const documentExtensions: Extensions = cleanedExtensions([
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: false,
    code: false,
    codeBlock: false,
    undoRedo: false,
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
  }),
  SafeLink,
  Superscript,
  Subscript,
  TaskList,
  TaskItem.configure({ nested: true }),
  SafeImage,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  Callout,
  Toggle,
  Columns,
  Column,
  Formula,
  InlineFormula,
  Attachment,
  Footnote,
  Mention,
  Day,
  AcrossBlocks,
  ...suggestionExtensions,
]);
