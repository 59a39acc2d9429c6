/** What can go out as files: one document, several that were chosen, a project with all of its documents, or everything of one's own. */
export type Outgoing =
  | { readonly kind: 'documents'; readonly documents: readonly { readonly id: string; readonly title: string }[] }
  | { readonly kind: 'project'; readonly id: string; readonly name: string }
  | { readonly kind: 'everything' };

/**
 * What lies over the page, whichever page it is: the box that finds or does anything, the sheet of all keys, or one of the dialogs that
 * many parts of the page can ask for. `project` of an import is where the documents come in; null: the person says so.
 */
export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'new_project' }
  | { readonly kind: 'import'; readonly project: { readonly id: string; readonly name: string } | null }
  | { readonly kind: 'export'; readonly what: Outgoing };
