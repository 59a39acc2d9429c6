import { listed } from './article.ts';

/** Articles of the folder `blog`, without their texts. */
export const blogList = listed(
  import.meta.glob('./blog/*.mdx', { eager: true, import: 'article' }),
);
