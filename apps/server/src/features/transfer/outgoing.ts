import type { NodeJson } from '@longhand/document';
import type { Picture } from '@longhand/document/files';

/** A picture of a document, by what the document calls it. */
export type Shown = Picture & { readonly src: string };

/** A document that goes out. `modified` in milliseconds. */
export type Outgoing = { id: string; title: string; content: NodeJson; pictures: readonly Shown[]; modified: number };
