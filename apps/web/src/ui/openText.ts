import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync';
import type { Editor } from '@tiptap/core';
import type { ComponentType, ReactNode } from 'react';
import type * as Y from 'yjs';
import type { CommandIcon } from './commands/registry.ts';

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
  /** The ids of the suggestions in it. */
  readonly suggestionIds: ReadonlySet<string>;
  /** The side that is open, and the way to open one (null: none). */
  readonly openSide: string | null;
  readonly onOpenSide: (id: string | null) => void;
};

/** One of the things that can stand beside a text. */
export type Side = { readonly id: string; readonly name: string; readonly icon: CommandIcon; readonly content: ReactNode };

/** The id of the side that has what is said about the text: comments and suggestions. */
export const marginId = 'margin';

/** Something that is said about a text, as a card beside it. */
export type Card = {
  readonly id: string;
  /** What it is called by those who hear the page: whose it is, and what it says. */
  readonly label: string;
  /** By which the text marks what it is about: the id of a thread or of a suggestion. */
  readonly textId: string;
  /** Where in the text; `from` is null where it is about the whole document, or what it was about is gone. */
  readonly from: number | null;
  readonly to: number;
  readonly isActive: boolean;
  /** Leads to its text; null where there is none. */
  readonly show: (() => void) | null;
  readonly draw: () => ReactNode;
};

/** What is said about an open text besides suggestions. */
export type Said = {
  /** The same array until one of them changes. */
  readonly cards: readonly Card[];
  /** How many threads are open that no suggestion's card has. */
  readonly count: number;
  /** Whether suggestions are among what was chosen to be seen. */
  readonly hasSuggestions: boolean;
  /** What stands over the cards: the choice of what is seen, and what went wrong. */
  readonly over: ReactNode;
  /** What is said where there is no card; null while that is not known. */
  readonly nothing: string | null;
};

/** What the page adds to an open text. */
export type Additions = {
  readonly said: Said;
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
