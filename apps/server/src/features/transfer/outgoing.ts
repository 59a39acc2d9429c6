import type { NodeJson } from '@longhand/document';

/** A file of a document, by what the document calls it: its bytes lie at `path` while the export is made. `size` in bytes. */
export type Staged = {
  readonly src: string;
  readonly type: string;
  readonly path: string;
  readonly size: number;
};

/** A document that goes out, without what is suggested in it. `isSuggested`: something is. `modified` in milliseconds. */
export type Outgoing = {
  id: string;
  title: string;
  content: NodeJson;
  isSuggested: boolean;
  pictures: readonly Staged[];
  modified: number;
};
