import { withTexts } from './article.ts';

/** The articles of the folder `documentation`, texts included: for the pages that show them. */
export const documentationTexts = withTexts(import.meta.glob('./documentation/*.mdx', { eager: true }));
