import type { Document, User } from '@longhand/contract';
import type { Link } from '@longhand/sync/client';
import type { Right } from '@longhand/sync/protocol';
import type { Editor } from '@tiptap/core';
import type { ComponentType, ReactNode } from 'react';
import type * as Y from 'yjs';
import type { CommandIcon } from '../ui/commands/registry.ts';
import type { TextRange } from './text/text-range.ts';

/** Display data of a person. */
export type PersonShown = { readonly name: string; readonly color: string };

/** A text that is open in its editor, for components that render beside it. */
export type EditorContext = {
  readonly document: Document;
  readonly user: User;
  readonly editor: Editor;
  /** The shared text. A read-only user has an editor on a copy with the same content. */
  readonly doc: Y.Doc;
  /** Connection of the text to the server. */
  readonly link: Link;
  readonly right: Right;
  /** True if typing changes the text now; false in read-only mode. */
  readonly isWriting: boolean;
  readonly personOf: (id: string) => PersonShown;
  /** Ids of the suggestions in the text. */
  readonly suggestionIds: ReadonlySet<string>;
  /**
   * Id of the open tab of the side panel (null: closed), and the function that opens or closes it.
   */
  readonly openTabId: string | null;
  readonly onOpenTab: (id: string | null) => void;
};

/** A tab of the side panel. */
export type SidePanelTab = {
  readonly id: string;
  readonly name: string;
  readonly icon: CommandIcon;
  readonly content: ReactNode;
};

/** Id of the tab with comments and suggestions. */
export const cardsTabId = 'comments';

/** A comment thread or suggestion, as a card beside the text. */
export type Card = {
  readonly id: string;
  /** Accessible name: the author and the content. */
  readonly label: string;
  /** Id with which the text marks the passage: that of a thread or suggestion. */
  readonly textId: string;
  /** False if it concerns the whole document, or its passage was deleted. */
  readonly isAnchored: boolean;
  /**
   * Returns its range in the current text; null if there is none. A function: every character typed
   * before it changes the range, and no card.
   */
  readonly range: () => TextRange | null;
  readonly isActive: boolean;
  /** Moves to its text; null if there is none. */
  readonly show: (() => void) | null;
  readonly draw: () => ReactNode;
};

/** Comments on an open text, and the filter of the cards. */
export type CommentCards = {
  /** Must be the same array until a card changes. */
  readonly cards: readonly Card[];
  /** Number of open threads that are not on a suggestion's card. */
  readonly count: number;
  /** True if the filter includes suggestions. */
  readonly hasSuggestions: boolean;
  /** Content above the cards: the filter and errors. */
  readonly header: ReactNode;
  /** Message shown if there are no cards; null while loading. */
  readonly emptyText: string | null;
};

/** Content that the page adds to an open text. */
export type Additions = {
  readonly comments: CommentCards;
  readonly tabs: readonly SidePanelTab[];
  /** Temporary replacement for the text; null for the text itself. */
  readonly replacement: ReactNode;
  /** Content above the text, such as the changes since the last visit; null for none. */
  readonly above: ReactNode;
  /** Additional actions for the selection, in the floating toolbar; null for none. */
  readonly selectionActions: ReactNode;
  /** Renders the comments on a suggestion, with a form to add one; null for none. */
  readonly threadOf: ((suggestionId: string) => ReactNode) | null;
};

/**
 * Provides the additions to an open text. A component, so that it can have state. Renders nothing,
 * and reports the additions of each render before the browser paints. Its code may be loaded after
 * the text is shown.
 */
export type AdditionsProvider = ComponentType<{
  readonly open: EditorContext;
  /** Called with the additions and the text that they were computed for. */
  readonly onAdditions: (additions: Additions, open: EditorContext) => void;
}>;
