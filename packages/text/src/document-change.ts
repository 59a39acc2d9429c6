import type { Node } from '@tiptap/pm/model';
import type { Mappable } from '@tiptap/pm/transform';

/**
 * A change of the editor's document: the document afterwards, and the mapping of positions.
 * @property carries the suggestions that `after` shows are intended: content was pasted or moved
 * @property announces includes suggestions that are not in the document yet; their authors are
 * trusted
 */
export type DocumentChange = {
  readonly after: Node;
  readonly mapping: Mappable;
  readonly carries?: boolean;
  readonly announces?: boolean;
};
