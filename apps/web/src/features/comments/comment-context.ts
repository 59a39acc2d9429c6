import type { Person } from '@longhand/contract';
import type { CommentCalls } from './use-threads.ts';

/** Context of all components that show comments of one document. */
export type CommentContext = {
  readonly documentId: string;
  readonly myId: string;
  /** True if the user may comment. */
  readonly mayComment: boolean;
  /** True if the user may delete the comments of others. */
  readonly mayModerate: boolean;
  /** True if comments can be changed: not in an archived or deleted document. */
  readonly isActive: boolean;
  /** People of the document, to whom a thread can be assigned. */
  readonly people: readonly Person[];
  /** People and groups that can be mentioned. A group has its handle as the username. */
  readonly mentionable: readonly Person[];
  readonly calls: CommentCalls;
  /** Returns the key under which unsent text is stored. */
  draftName(where: string): string;
};
