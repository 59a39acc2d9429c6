import { listed } from './article.ts';

/** Articles of the folder `help`, without their texts. */
export const helpList = listed(
  import.meta.glob('./help/*.mdx', { eager: true, import: 'article' }),
);
