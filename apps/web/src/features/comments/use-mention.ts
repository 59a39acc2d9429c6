import type { Person } from '@longhand/contract';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { peopleLike, typedAt } from './mentions.ts';

type Options = {
  /** Text of the field. */
  text: string;
  keep: (text: string) => void;
  people: readonly Person[];
  field: RefObject<HTMLTextAreaElement | null>;
};

/** State of the suggested people while a mention is typed in a field. */
export type Mention = {
  /** People whose names match the typed text; empty if no mention is being typed. */
  readonly offered: readonly Person[];
  /** Index of the selected person. */
  readonly at: number;
  /** Replaces the typed text by a person's user name. */
  take(person: Person): void;
  /** Handles a key press while people are suggested. */
  pressed(event: KeyboardEvent): void;
  /** Starts the search for a mention again after a change of the text. */
  changed(caret: number): void;
  /** Updates the position of the caret. */
  moved(caret: number): void;
  /** Hides the suggestions until the text changes. */
  hide(): void;
};

/** Suggests people while a mention is typed in a field. */
export function useMention({ text, keep, people, field }: Options): Mention {
  const [caret, setCaret] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [isListed, setListed] = useState(false);
  const typed = isListed ? typedAt(text, caret) : null;
  const offered = typed === null ? [] : peopleLike(people, typed.name);
  const at = Math.min(chosen, offered.length - 1);

  function take(person: Person): void {
    if (typed === null) return;
    const before = `${text.slice(0, typed.at)}@${person.username} `;
    keep(before + text.slice(caret).replace(/^ /, ''));
    setCaret(before.length);
    setListed(false);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  function pressed(event: KeyboardEvent): void {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way !== undefined) setChosen((at + way + offered.length) % offered.length);
    else if (event.key === 'Escape') setListed(false);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && offered[at])
      take(offered[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function changed(selectionEnd: number): void {
    setCaret(selectionEnd);
    setListed(true);
    setChosen(0);
  }

  return { offered, at, take, pressed, changed, moved: setCaret, hide: () => setListed(false) };
}
