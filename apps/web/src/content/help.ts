import { listed } from './article.ts';

/** What there is in the folder `help`, without the texts. */
export const helpList = listed(import.meta.glob('./help/*.mdx', { eager: true, import: 'article' }));
