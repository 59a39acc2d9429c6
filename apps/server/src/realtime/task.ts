import type { VersionDifference } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import type { Compacted } from '@longhand/sync/server';
import type { Erased } from '@longhand/text';
import type { ContentFormat } from '../domain/document-content.ts';
import type { Compared, Copied, Merging } from '../domain/live.ts';
import type { Projection, Wanted } from '../projections/projection.ts';
import type { Towards } from './towards.ts';

/** The stored updates of a document. */
export type Updates = readonly Uint8Array[];

/**
 * A task that needs a whole document and runs in a worker. Each task is a pure function of the
 * document's updates.
 */
export type Task =
  | { readonly kind: 'compact'; readonly updates: Updates }
  | { readonly kind: 'project'; readonly updates: Updates; readonly wanted: Wanted }
  | { readonly kind: 'state'; readonly updates: Updates; readonly whatFits: boolean }
  | { readonly kind: 'content'; readonly updates: Updates; readonly format: ContentFormat }
  | ({ readonly kind: 'towards'; readonly updates: Updates } & Towards)
  | {
      readonly kind: 'erase';
      readonly updates: Updates;
      readonly client: number;
      readonly erased: Erased;
    }
  | { readonly kind: 'compareCopy'; readonly copied: Copied }
  | { readonly kind: 'mergeCopy'; readonly copied: Copied; readonly merging: Merging }
  | { readonly kind: 'differences'; readonly before: Updates; readonly after: Updates };

/** Result type of each task. */
export type TaskResults = {
  compact: Compacted;
  project: Projection;
  /** A whole document as one update. */
  state: { readonly state: Uint8Array; readonly wordCount: number };
  content: unknown;
  /** The update that changes the document to `content`, or null if nothing changes. */
  towards: Uint8Array | null;
  /** The update that removes a person, or null if nothing changes. */
  erase: Uint8Array | null;
  differences: readonly VersionDifference[];
  compareCopy: Compared;
  mergeCopy: NodeJson | null;
};
