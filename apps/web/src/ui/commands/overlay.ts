/** A document to export, and the number of documents directly inside it. */
export type OutgoingDocument = {
  readonly id: string;
  readonly title: string;
  readonly childCount: number;
};

/**
 * Subject of an export: selected documents, a project with all of its documents, or everything the
 * user owns.
 */
export type Outgoing =
  | {
      readonly kind: 'documents';
      readonly documents: readonly OutgoingDocument[];
    }
  | { readonly kind: 'project'; readonly id: string; readonly name: string }
  | { readonly kind: 'everything' };

/**
 * An overlay that is available on every page: the palette, the list of all keys, or a dialog that
 * many components open. `project` of an import is the target of the documents; null: the user
 * selects it.
 */
export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'new_project' }
  | {
      readonly kind: 'import';
      readonly project: { readonly id: string; readonly name: string } | null;
    }
  | { readonly kind: 'export'; readonly what: Outgoing };
