import type { ReactNode } from 'react';
import type { MetaTag } from './site-meta.ts';

/** A public page: its path, the elements of its head, and its content. */
export type PublicPage = {
  readonly path: string;
  readonly meta: readonly MetaTag[];
  readonly content: ReactNode;
};
