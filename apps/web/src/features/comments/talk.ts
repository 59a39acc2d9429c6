import type { Person } from '@longhand/contract';
import type { CommentCalls } from './useThreads.ts';

/** What everything that shows comments of one document has to know. */
export type Talk = {
  readonly documentId: string;
  readonly myId: string;
  /** Whether this person may say something here. */
  readonly mayComment: boolean;
  /** Whether this person may take back what others said. */
  readonly isOwner: boolean;
  /** Whether anything can be changed here: not in what is archived or in the trash. */
  readonly isKept: boolean;
  /** Who can be named. */
  readonly people: readonly Person[];
  readonly calls: CommentCalls;
  /** Under which name a text that is not sent yet is kept. */
  draftName(where: string): string;
};
