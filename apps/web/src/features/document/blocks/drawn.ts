import { documentExtensions } from '@longhand/document';
import type { AnyExtension, Extensions } from '@tiptap/core';
import { DrawnAttachment } from './attachment.ts';
import { DrawnCallout } from './callout.ts';
import { DrawnCodeBlock } from './code/code-block.ts';
import { DrawnDay } from './leaves/day.ts';
import { DrawnFootnote } from './leaves/footnote.ts';
import { DrawnFormula, DrawnInlineFormula } from './leaves/formula.ts';
import { DrawnMention } from './leaves/mention.ts';
import { DrawnLink } from './link.ts';
import { DrawnPicture } from './picture.ts';
import { DrawnTable } from './table.ts';
import { DrawnTaskItem } from './task-item.ts';
import { DrawnToggle } from './toggle.ts';

const drawn: readonly AnyExtension[] = [
  DrawnCallout,
  DrawnToggle,
  DrawnPicture,
  DrawnAttachment,
  DrawnTable,
  DrawnTaskItem,
  DrawnCodeBlock,
  DrawnFormula,
  DrawnInlineFormula,
  DrawnFootnote,
  DrawnDay,
  DrawnMention,
  DrawnLink,
];

/**
 * The document's extensions with node views for the editor. The schema is the same; only some nodes
 * are replaced.
 */
export const drawnExtensions: Extensions = documentExtensions.map(
  (extension) => drawn.find(({ name }) => name === extension.name) ?? extension,
);
