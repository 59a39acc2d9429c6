import { listed } from './article.ts';

/** What there is in the folder `guides`, without the texts. */
export const guidesList = listed(import.meta.glob('./guides/*.mdx', { eager: true, import: 'article' }));
