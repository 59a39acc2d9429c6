import { withTexts } from './article.ts';

/** Articles of the folder `guides` with their texts, for the pages that show them. */
export const guidesTexts = withTexts(import.meta.glob('./guides/*.mdx', { eager: true }));
