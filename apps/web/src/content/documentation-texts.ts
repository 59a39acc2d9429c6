import { withTexts } from './article.ts';

/** Articles of the folder `documentation` with their texts, for the pages that show them. */
export const documentationTexts = withTexts(
  import.meta.glob('./documentation/*.mdx', { eager: true }),
);
