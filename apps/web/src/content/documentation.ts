import { listed } from './article.ts';

/** Articles of the folder `documentation`, without their texts. */
export const documentationList = listed(
  import.meta.glob('./documentation/*.mdx', { eager: true, import: 'article' }),
);
