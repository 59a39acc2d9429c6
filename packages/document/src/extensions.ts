import type { Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';
import { SafeLink } from './link.ts';

/**
 * Counts up whenever a node, a mark or an attribute comes, goes or changes. The Yjs binding deletes nodes that a browser's
 * schema does not know, so an older page must be able to tell that it is older.
 */
export const schemaVersion = 1;

/**
 * What a document may hold, as TipTap extensions that need no screen: paragraphs, headings 1 to 4, bullet, ordered and task
 * lists, quotes, code, links, bold, italic, strike, line breaks and rules, with their keys and Markdown shortcuts.
 *
 * History is left out, because undo belongs to the shared document; the trailing paragraph too, because it would write when
 * a document is merely opened, also for a person who may not write. What draws (cursors, carets) is added by the page.
 */
export const documentExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: false,
    underline: false,
    undoRedo: false,
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
  }),
  SafeLink,
  TaskList,
  TaskItem.configure({ nested: true }),
];
