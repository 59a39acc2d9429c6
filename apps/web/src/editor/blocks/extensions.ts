import { documentExtensions } from '@longhand/document';
import type { AnyExtension, Extensions } from '@tiptap/core';
import { EditorAttachment } from './attachment.ts';
import { EditorCallout } from './callout.ts';
import { EditorCodeBlock } from './code/code-block.ts';
import { EditorDay } from './leaves/day.ts';
import { EditorFootnote } from './leaves/footnote.ts';
import { EditorFormula, EditorInlineFormula } from './leaves/formula.ts';
import { EditorMention } from './leaves/mention.ts';
import { EditorLink } from './link.ts';
import { EditorPicture } from './picture.ts';
import { EditorTable } from './table.ts';
import { EditorTaskItem } from './task-item.ts';
import { EditorToggle } from './toggle.ts';

const drawn: readonly AnyExtension[] = [
  EditorCallout,
  EditorToggle,
  EditorPicture,
  EditorAttachment,
  EditorTable,
  EditorTaskItem,
  EditorCodeBlock,
  EditorFormula,
  EditorInlineFormula,
  EditorFootnote,
  EditorDay,
  EditorMention,
  EditorLink,
];

/**
 * The document's extensions with node views for the editor. The schema is the same; only some nodes
 * are replaced.
 */
export const editorExtensions: Extensions = documentExtensions.map(
  (extension) => drawn.find(({ name }) => name === extension.name) ?? extension,
);
