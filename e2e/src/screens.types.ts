import type { Page } from '@playwright/test';
import type { Names } from './names.ts';

/** The data that the screens show, created by `screens.ts`. */
export type ScreenData = {
  readonly projectId: string;
  readonly emptyProjectId: string;
  readonly documentId: string;
  /** A published document, and a working copy of it. */
  readonly publishedId: string;
  readonly copyId: string;
  /** A document that only another user may read. */
  readonly foreignId: string;
  /** A document to which a newcomer has requested access. */
  readonly requestedId: string;
  /** A document with blocks of every kind. */
  readonly everyKindId: string;
  /** Address of a link for guests. */
  readonly guestPath: string;
  /** Opens the first document as another user, who selects words there and stays. */
  readonly join: () => Promise<void>;
  /** Shows an announcement to all users, from the next page on. */
  readonly announce: () => Promise<void>;
};

/**
 * Picture to take: the user, the address, and the acts before it is taken. They find elements by
 * their English names, in any language.
 */
export type Screen = {
  readonly name: string;
  readonly who: 'visitor' | 'administrator' | 'newcomer';
  readonly path: string;
  readonly act?: (page: Page, name: Names) => Promise<void>;
};
