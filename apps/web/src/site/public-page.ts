import type { ReactNode } from 'react';
import type { PageFacts } from './site-meta.ts';

/** A public page: its path, what it says about itself, and its content. */
export type PublicPage = {
  readonly path: string;
  readonly facts: PageFacts;
  readonly content: ReactNode;
};
