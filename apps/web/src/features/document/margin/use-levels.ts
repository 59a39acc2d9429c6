import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Card } from '../../../ui/editor-context.ts';
import { cardsBetween, gap, levelsOf } from './levels.ts';
import { measure } from './measure.ts';

/** Assumed height of a card before it is measured (pixels). */
const guess = 130;

/** Distance by which a card starts above its line, so that its text is aligned with it (pixels). */
const lead = 6;

/** Duration of the cards' movement (ms). */
const motion = 160;

/** Index of the last card rendered before the first measurement. */
const atFirst = 24;

/** Range of rendered cards: indexes `first` to `last`, inclusive. */
export type Drawn = { readonly first: number; readonly last: number };

type Levels = {
  /** Ref of the list of cards. */
  readonly list: RefObject<HTMLOListElement | null>;
  /** Cards near the window. The others need not be rendered. */
  readonly drawn: Drawn;
  /** Returns a ref callback for a card's element, which observes its height. */
  readonly frame: (id: string) => (element: HTMLElement | null) => void;
};

/**
 * Aligns cards with the text that they refer to. The list scrolls with the text. Scrolling
 * therefore needs no work while all cards are rendered and measured exactly, and none is active.
 * Changes of text, cards or the window are measured once in the next frame. `cards` are in the
 * order of the text, and must be the same array until a card changes.
 */
export function useLevels(options: {
  editor: Editor;
  cards: readonly Card[];
  activeId: string | null;
  isOn: boolean;
}): Levels {
  const { editor, cards, activeId, isOn } = options;
  const list = useRef<HTMLOListElement>(null);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, last: atFirst });
  const kept = useRef({
    elements: new Map<string, HTMLElement>(),
    heights: new Map<string, number>(),
    isDone: false,
  });
  const latest = useRef({ cards, activeId });
  latest.current = { cards, activeId };

  const put = useCallback(() => {
    const { elements, heights } = kept.current;
    const { current: area } = list;
    if (area === null || editor.isDestroyed) return;
    const now = latest.current;
    const { tops: wanted, isExact } = measure(editor, now.cards);
    for (const [id, element] of elements) heights.set(id, element.offsetHeight);
    const { top } = area.getBoundingClientRect();
    const high = now.cards.map(({ id }) => heights.get(id) ?? guess);
    // Far from the window, an active card has no priority: the visible cards should be beside their
    // own text.
    const active = now.cards.findIndex(({ id }) => id === now.activeId);
    const isNear =
      Math.abs((wanted[active] ?? Infinity) - window.innerHeight / 2) < window.innerHeight;
    const tops = levelsOf(
      wanted.map((each) => each - top - lead),
      high,
      isNear ? active : null,
      endOfLoose(area),
      top > 0,
    );
    now.cards.forEach(({ id }, at) => {
      const element = elements.get(id);
      if (element) element.style.transform = `translateY(${Math.round(tops[at] ?? 0)}px)`;
    });
    area.style.minHeight = `${(tops.at(-1) ?? 0) + (high.at(-1) ?? 0) + gap}px`;
    const near = cardsBetween(tops, high, -top - window.innerHeight, -top + 2 * window.innerHeight);
    kept.current.isDone =
      isExact && (near === null || (near.first === 0 && near.last === tops.length - 1));
    setDrawn((before) =>
      near === null || (near.first === before.first && near.last === before.last) ? before : near,
    );
  }, [editor]);

  const scheduled = useRef<number | null>(null);
  const soon = useCallback(() => {
    scheduled.current ??= requestAnimationFrame(() => {
      scheduled.current = null;
      put();
    });
  }, [put]);

  const watcher = useRef<ResizeObserver | null>(null);
  useLayoutEffect(() => {
    if (!isOn) return;
    const { elements } = kept.current;
    const { current: area } = list;
    const observer = new ResizeObserver(soon);
    watcher.current = observer;
    for (const element of elements.values()) observer.observe(element);
    // The height of `main` changes with that of the text, whatever else it contains.
    const text = editor.view.dom.closest('main');
    if (text) observer.observe(text);
    // Content above the cards moves the list and not the text.
    if (area?.parentElement) observer.observe(area.parentElement);
    const scrolled = (): void => {
      if (!kept.current.isDone || latest.current.activeId !== null) soon();
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      watcher.current = null;
      window.removeEventListener('scroll', scrolled);
      if (scheduled.current !== null) cancelAnimationFrame(scheduled.current);
      scheduled.current = null;
      for (const element of elements.values()) element.style.transform = '';
      if (area) area.style.minHeight = '';
    };
  }, [isOn, editor, soon]);

  // Newly rendered cards are positioned in the next frame, before they are painted.
  useLayoutEffect(() => {
    if (isOn) soon();
  }, [isOn, soon, cards, activeId, drawn]);

  useEffect(() => {
    const { current: area } = list;
    if (!isOn || area === null) return;
    area.dataset['moving'] = '';
    const timer = setTimeout(() => delete area.dataset['moving'], motion);
    return () => clearTimeout(timer);
  }, [isOn, activeId]);

  const frame = useCallback(
    (id: string) => (element: HTMLElement | null) => {
      const { elements } = kept.current;
      const before = elements.get(id);
      if (before && before !== element) watcher.current?.unobserve(before);
      if (element === null) elements.delete(id);
      else {
        elements.set(id, element);
        watcher.current?.observe(element);
      }
    },
    [],
  );
  return { list, drawn, frame };
}

/** Returns the bottom of the loose cards (pixels): the aligned cards start below it. */
function endOfLoose(area: HTMLElement): number {
  const loose = [...area.children].findLast(
    (card) => card instanceof HTMLElement && card.dataset['loose'] !== undefined,
  );
  return loose instanceof HTMLElement ? loose.offsetTop + loose.offsetHeight + gap : 0;
}
