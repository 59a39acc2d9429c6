import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync';
import type { Editor } from '@tiptap/core';
import type { ComponentType, ReactNode } from 'react';
import type * as Y from 'yjs';

/** How a person is shown. */
export type PersonShown = { readonly name: string; readonly color: string };

/** A text that is open in its editor, as those see it who show something beside it. */
export type OpenText = {
  readonly document: Document;
  readonly user: User;
  readonly editor: Editor;
  /** The shared text. Who may only look has an editor on a copy of it, which says the same. */
  readonly doc: Y.Doc;
  readonly right: Right;
  /** Whether keys change the text now: not while somebody only looks at it. */
  readonly isWriting: boolean;
  readonly personOf: (id: string) => PersonShown;
  /** The side that is open, and the way to open one (null: none). */
  readonly openSide: string | null;
  readonly onOpenSide: (id: string | null) => void;
};

/** One of the things that can stand beside a text. `count` is shown with its name; null for none. */
export type Side = { readonly id: string; readonly name: string; readonly count: number | null; readonly content: ReactNode };

/** What the page adds to an open text. */
export type Additions = {
  readonly sides: readonly Side[];
  /** What stands in the place of the text for a while; null for the text. */
  readonly instead: ReactNode;
  /** What stands over the text, such as what is new since the last time; null for nothing. */
  readonly above: ReactNode;
  /** What else can be done with what is selected, in the bar beside it; null for nothing. */
  readonly selected: ReactNode;
  /** What was said about a suggestion, and the way to say something; null for nothing. */
  readonly threadOf: ((suggestionId: string) => ReactNode) | null;
};

/** Gives an open text what the page adds to it. A component, so that it may hold what it has to remember. */
export type Beside = ComponentType<{ readonly open: OpenText; readonly children: (additions: Additions) => ReactNode }>;
