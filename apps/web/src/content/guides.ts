import { listed } from './article.ts';

/** Articles of the folder `guides`, without their texts. */
export const guidesList = listed(
  import.meta.glob('./guides/*.mdx', { eager: true, import: 'article' }),
);
