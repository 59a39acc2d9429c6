import type { Extensions } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import {
  BulletList,
  ListItem,
  ListKeymap,
  OrderedList,
  TaskItem,
  TaskList,
} from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Subscript as PlainSubscript } from '@tiptap/extension-subscript';
import { Superscript as PlainSuperscript } from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { AcrossBlocks } from './across-blocks.ts';
import { cleanedExtensions } from './cleaned.ts';
import { SafeImage } from './image.ts';
import { SafeLink } from './link.ts';
import { Callout, Column, Columns, Toggle } from './nodes/blocks.ts';
import { Attachment, Day, Footnote, Formula, InlineFormula, Mention } from './nodes/leaves.ts';
import { suggestionExtensions } from '../suggestions/extensions.ts';

/**
 * Version of the schema. Incremented whenever a node, a mark or an attribute is added, removed or
 * changed. A page of an earlier version would delete what it does not know, so each version has a
 * subprotocol of its own ([WIRE1]), by which such a page reloads.
 */
export const schemaVersion = 6;

/** Superscript. Excludes subscript; the number of a footnote is a separate node. */
const Superscript = PlainSuperscript.extend({
  excludes: 'superscript subscript',
  parseHTML: () => [{ tag: 'sup:not([data-type])' }, { style: 'vertical-align=super' }],
});

/** Subscript. */
const Subscript = PlainSubscript.extend({ excludes: 'superscript subscript' });

/**
 * The document schema as TipTap extensions without a view:
 * - Blocks: paragraphs, headings 1 to 4, bullet, ordered and task lists, quotes, code, callouts,
 *   toggles, columns, tables, pictures, attachments, formulas and rules.
 * - Inline: formulas, footnotes, mentions, days and line breaks.
 * - Marks: links, bold, italic, underline, strike, superscript and subscript; and suggestions about
 *   all of them.
 *
 * Includes their keys and Markdown shortcuts. History is left out, because undo belongs to the
 * shared document. The trailing paragraph is left out, because it would write when a document is
 * merely opened, even by a read-only user. The page adds what needs a view (cursors, carets).
 */
export const documentExtensions: Extensions = cleanedExtensions([
  Bold,
  Blockquote,
  BulletList,
  Document,
  HardBreak,
  Heading.configure({ levels: [1, 2, 3, 4] }),
  HorizontalRule,
  Italic,
  ListItem,
  ListKeymap,
  OrderedList,
  Paragraph,
  Strike,
  Text,
  Underline,
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
