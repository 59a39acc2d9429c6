import { withTexts } from './article.ts';

/** The articles of the folder `blog`, texts included: for the pages that show them. */
export const blogTexts = withTexts(import.meta.glob('./blog/*.mdx', { eager: true }));
