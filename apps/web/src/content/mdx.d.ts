declare module '*.mdx' {
  import type { ComponentType } from 'react';
  import type { ArticleFacts } from './article.ts';

  export const article: ArticleFacts;
  const Text: ComponentType;
  export default Text;
}
