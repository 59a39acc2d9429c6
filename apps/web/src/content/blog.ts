import { listed } from './article.ts';

/** What there is in the folder `blog`, without the texts. */
export const blogList = listed(import.meta.glob('./blog/*.mdx', { eager: true, import: 'article' }));
