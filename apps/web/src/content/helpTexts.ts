import { withTexts } from './article.ts';

/** The articles of the folder `help`, texts included: for the pages that show them. */
export const helpTexts = withTexts(import.meta.glob('./help/*.mdx', { eager: true }));
