import { withTexts } from './article.ts';

/** Articles of the folder `help` with their texts, for the pages that show them. */
export const helpTexts = withTexts(import.meta.glob('./help/*.mdx', { eager: true }));
