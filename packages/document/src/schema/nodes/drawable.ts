import { TaskItem as PlainTaskItem } from '@tiptap/extension-list';
import * as tables from '@tiptap/extension-table';
import { cleaned } from '../cleaned.ts';
import { SafeImage as Image } from '../image.ts';
import { SafeLink as Link } from '../link.ts';
import { SuggestibleCodeBlock as CodeBlock } from '../../suggestions/extensions.ts';
import * as blocks from './blocks.ts';
import * as leaves from './leaves.ts';

/**
 * Nodes and marks that a page renders in its own way: their extensions render sanitized attributes.
 */
export const SafeImage = cleaned(Image);
/** See {@link SafeImage}. */
export const SafeLink = cleaned(Link);
/** See {@link SafeImage}. */
export const SuggestibleCodeBlock = cleaned(CodeBlock);
/** See {@link SafeImage}. */
export const Table = cleaned(tables.Table);
/** A task of a list, which may contain lists and other blocks. */
export const TaskItem = cleaned(PlainTaskItem.configure({ nested: true }));
/** See {@link SafeImage}. */
export const Callout = cleaned(blocks.Callout);
/** See {@link SafeImage}. */
export const Toggle = cleaned(blocks.Toggle);
/** See {@link SafeImage}. */
export const Attachment = cleaned(leaves.Attachment);
/** See {@link SafeImage}. */
export const Day = cleaned(leaves.Day);
/** See {@link SafeImage}. */
export const Footnote = cleaned(leaves.Footnote);
/** See {@link SafeImage}. */
export const Formula = cleaned(leaves.Formula);
/** See {@link SafeImage}. */
export const InlineFormula = cleaned(leaves.InlineFormula);
/** See {@link SafeImage}. */
export const Mention = cleaned(leaves.Mention);
