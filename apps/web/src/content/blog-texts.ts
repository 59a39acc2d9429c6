import { withTexts } from './article.ts';

/** Articles of the folder `blog` with their texts, for the pages that show them. */
export const blogTexts = withTexts(import.meta.glob('./blog/*.mdx', { eager: true }));
