import { withTexts } from './article.ts';

/** The articles of the folder `guides`, texts included: for the pages that show them. */
export const guidesTexts = withTexts(import.meta.glob('./guides/*.mdx', { eager: true }));
