import type { NodeJson } from '@longhand/document';
import type { Picture } from '@longhand/document/files';

/** A picture of a document, by what the document calls it. */
export type Shown = Picture & { readonly src: string };

/** A document that goes out, without what is suggested in it. `isSuggested`: something is. `modified` in milliseconds. */
export type Outgoing = {
  id: string;
  title: string;
  content: NodeJson;
  isSuggested: boolean;
  pictures: readonly Shown[];
  modified: number;
};
