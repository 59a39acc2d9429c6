import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Card } from '../editor-context.ts';
import { afterChanges } from '../text/after-changes.ts';
import { placeCards, type CardRange } from './place-cards.ts';
import { createRenderedCards } from './rendered-cards.ts';

/** Duration of the cards' movement (ms). */
const motion = 160;

/** Debounce of measuring after a change of the text (ms). */
const pace = { quiet: 150, latest: 1_000 };

/** Index of the last card rendered before the first measurement. */
const atFirst = 24;

type CardLayout = {
  /** Ref of the list of cards. */
  readonly list: RefObject<HTMLOListElement | null>;
  /** Cards near the window. The others need not be rendered. */
  readonly visible: CardRange;
  /** Returns a ref callback for a card's element, which observes its height. */
  readonly frame: (id: string) => (element: HTMLElement | null) => void;
};

/**
 * Aligns cards with the text that they refer to. The list scrolls with the text. Scrolling
 * therefore needs no work while all cards are rendered and measured exactly, and none is active.
 * Changes of text, cards or the window are measured once in the next frame. `cards` are in the
 * order of the text, and must be the same array until a card changes.
 */
export function useCardLayout(options: {
  editor: Editor;
  cards: readonly Card[];
  activeId: string | null;
  isOn: boolean;
}): CardLayout {
  const { editor, cards, activeId, isOn } = options;
  const list = useRef<HTMLOListElement>(null);
  const [visible, setVisible] = useState<CardRange>({ first: 0, last: atFirst });
  const [rendered] = useState(createRenderedCards);
  const isDone = useRef(false);
  const latest = useRef({ cards, activeId });
  latest.current = { cards, activeId };

  const put = useCallback(() => {
    const { current: area } = list;
    if (area === null || editor.isDestroyed) return;
    const { near, isFinal } = placeCards({ editor, area, rendered, ...latest.current });
    isDone.current = isFinal;
    setVisible((before) =>
      near === null || (near.first === before.first && near.last === before.last) ? before : near,
    );
  }, [editor, rendered]);
  const { soon, cancel } = useNextFrame(put);

  useLayoutEffect(() => {
    if (!isOn) return;
    const { current: area } = list;
    const observer = new ResizeObserver(soon);
    rendered.observe(observer);
    observeAround(observer, editor, area);
    const scrolled = (): void => {
      if (!isDone.current || latest.current.activeId !== null) soon();
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      rendered.stopObserving();
      window.removeEventListener('scroll', scrolled);
      cancel();
      rendered.reset();
      if (area) area.style.minHeight = '';
    };
  }, [isOn, editor, rendered, soon, cancel]);

  // A passage can move to another line of its block, whose height stays the same.
  useEffect(() => (isOn ? afterChanges(editor, pace, soon) : undefined), [isOn, editor, soon]);

  // Newly rendered cards are positioned in the next frame, before they are painted.
  useLayoutEffect(() => {
    if (isOn) soon();
  }, [isOn, soon, cards, activeId, visible]);

  useMovingMark(list, isOn, activeId);

  const frame = useCallback(
    (id: string) => (element: HTMLElement | null) => rendered.set(id, element),
    [rendered],
  );
  return { list, visible, frame };
}

/** Runs a function once in the next frame after any number of calls of `soon`. */
function useNextFrame(run: () => void): { soon: () => void; cancel: () => void } {
  const scheduled = useRef<number | null>(null);
  const soon = useCallback(() => {
    scheduled.current ??= requestAnimationFrame(() => {
      scheduled.current = null;
      run();
    });
  }, [run]);
  const cancel = useCallback(() => {
    if (scheduled.current !== null) cancelAnimationFrame(scheduled.current);
    scheduled.current = null;
  }, []);
  return { soon, cancel };
}

/** Observes the heights of the text and of the content above the cards. */
function observeAround(
  observer: ResizeObserver,
  editor: Editor,
  area: HTMLOListElement | null,
): void {
  // The height of `main` changes with that of the text, whatever else it contains.
  const text = editor.view.dom.closest('main');
  if (text) observer.observe(text);
  // Content above the cards moves the list and not the text.
  if (area?.parentElement) observer.observe(area.parentElement);
}

/** Marks the list while its cards move to the positions beside another active card. */
function useMovingMark(
  list: RefObject<HTMLOListElement | null>,
  isOn: boolean,
  activeId: string | null,
): void {
  useEffect(() => {
    const { current: area } = list;
    return isOn && area !== null ? markMoving(area) : undefined;
  }, [list, isOn, activeId]);
}

/** Marks an element as moving. Returns a function that stops the timer. */
function markMoving(area: HTMLElement): () => void {
  area.dataset['moving'] = '';
  const timer = setTimeout(() => delete area.dataset['moving'], motion);
  return () => clearTimeout(timer);
}
