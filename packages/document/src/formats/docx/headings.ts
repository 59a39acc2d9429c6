import { HeadingLevel, TableOfContents, type FileChild, type IParagraphOptions } from 'docx';
import type { NodeJson } from '../../schema/json.ts';
import { headingOf } from '../manuscript.ts';

const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** Returns the level of a heading. Documents directly inside the first one begin on a new page. */
export function headingOptions(node: NodeJson): IParagraphOptions {
  const { level, isTitle } = headingOf(node);
  return {
    heading: levels[level - 1] ?? HeadingLevel.HEADING_6,
    ...(isTitle && level === 2 && { pageBreakBefore: true }),
  };
}

/**
 * Returns a table of contents as a field of Word with links to the headings, from level 2 to
 * `deepest`. Word adds the numbers of the pages when it updates the field, and shows `label` on it.
 */
export function tableOfContents(deepest: number, label: string): FileChild {
  return new TableOfContents(label, {
    hyperlink: true,
    headingStyleRange: `2-${deepest}`,
  });
}
