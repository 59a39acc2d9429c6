import { listed } from './article.ts';

/** What there is in the folder `documentation`, without the texts. */
export const documentationList = listed(import.meta.glob('./documentation/*.mdx', { eager: true, import: 'article' }));
