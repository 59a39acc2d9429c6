import type { NodeJson } from '@longhand/document';

/**
 * A file of a document, by its source in the document. Its bytes are at `path` during the export.
 * `size` in bytes.
 */
export type Staged = {
  readonly src: string;
  readonly type: string;
  readonly path: string;
  readonly size: number;
};

/**
 * A document to export, without its suggestions. `isSuggested`: true if it has any. `attached`: the
 * attached files that are exported beside it. `modified`: ms since 1970.
 */
export type Outgoing = {
  id: string;
  title: string;
  content: NodeJson;
  isSuggested: boolean;
  pictures: readonly Staged[];
  attached: readonly Staged[];
  modified: number;
};
