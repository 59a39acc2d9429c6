import type { Editor } from '@tiptap/core';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { goToText } from '../../../ui/inText/showPassage.ts';
import type { Card } from '../../../ui/openText.ts';
import { inOrder } from './order.ts';
import { useLevels } from './useLevels.ts';
import classes from './Margin.module.css';

type Props = {
  editor: Editor;
  /** In any order; the first that is active has its own height. The same array until one of them changes. */
  cards: readonly Card[];
  /** Whether the text stands beside them, so that they can stand level with it. */
  isLevel: boolean;
  label: string;
};

/** What can be pressed by itself: a press there is not one on the card. */
const ownPress = 'a, button, input, textarea, select, label, form, summary, [role="option"]';

/**
 * What is said about a text, as cards: first what speaks of no text, or of one that is gone, then in the order of the text, each level with it
 * where there is room. Only cards near the window are drawn.
 */
export function Margin({ editor, cards, isLevel, label }: Props) {
  const { loose, anchored } = useMemo(() => inOrder(cards), [cards]);
  const activeId = cards.find(({ isActive }) => isActive)?.id ?? null;
  const [focused, setFocused] = useState<{ id: string; isByKey: boolean } | null>(null);
  // Who goes along the cards by key has each at its own height, like the active one.
  const firstId = focused?.isByKey === true ? focused.id : activeId;
  const { list, drawn, frame } = useLevels({ editor, cards: anchored, activeId: firstId, isOn: isLevel });
  useFocused(list, setFocused);
  const focusedId = focused?.id ?? null;
  useFocusOnward([...loose, ...anchored], focusedId);
  useEffect(() => {
    if (!isLevel && activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, isLevel]);
  const pressed = (event: KeyboardEvent): void => {
    // Where the text does not stand beside them, they are a sheet over it, which Escape closes.
    if (event.key !== 'Escape' || event.defaultPrevented || !isLevel) return;
    event.stopPropagation();
    goToText(editor);
  };
  const isDrawn = ({ id }: Card, at: number): boolean =>
    !isLevel || (at >= drawn.first && at <= drawn.last) || id === activeId || id === focusedId;
  return (
    <ol ref={list} className={classes['cards']} aria-label={label} data-level={isLevel || undefined} onKeyDown={pressed}>
      {loose.map((card) => (
        <Frame key={card.id} card={card} isActive={card.id === activeId} isLoose place={0} size={0} frame={null} />
      ))}
      {anchored.map((card, at) => {
        if (!isDrawn(card, at)) return null;
        const place = { place: loose.length + at + 1, size: cards.length };
        return <Frame key={card.id} card={card} isActive={card.id === activeId} isLoose={false} {...place} frame={frame} />;
      })}
    </ol>
  );
}

type FrameProps = {
  card: Card;
  isActive: boolean;
  isLoose: boolean;
  place: number;
  size: number;
  frame: ((id: string) => (element: HTMLElement | null) => void) | null;
};

const Frame = memo(function Frame({ card, isActive, isLoose, place, size, frame }: FrameProps) {
  const { id, label, show, draw } = card;
  const take = useMemo(() => frame?.(id), [frame, id]);
  const pressed = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    const isOwn = target instanceof Element && target.closest(ownPress) !== null;
    // Who selects words of a comment reads it, and wants to stay.
    const isSelecting = getSelection()?.isCollapsed === false && currentTarget.contains(getSelection()?.anchorNode ?? null);
    if (!isOwn && !isSelecting) show?.();
  };
  return (
    // By key, the card's own button leads to its text.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      ref={take}
      id={id}
      tabIndex={-1}
      aria-label={label}
      className={classes['card']}
      data-card
      data-active={isActive || undefined}
      data-loose={isLoose || undefined}
      data-leads={show !== null || undefined}
      {...(place > 0 && { 'aria-posinset': place, 'aria-setsize': size })}
      onClick={pressed}
    >
      {draw()}
    </li>
  );
});

/** Where the card goes that has the focus, because it was decided about, the next one takes it; where it was the last one, the tab over the cards. */
function useFocusOnward(cards: readonly Card[], focusedId: string | null): void {
  const order = useRef<readonly string[]>([]);
  useEffect(() => {
    const before = order.current;
    order.current = cards.map(({ id }) => id);
    if (focusedId === null || order.current.includes(focusedId) || document.activeElement !== document.body) return;
    const next = order.current[Math.min(before.indexOf(focusedId), order.current.length - 1)];
    const card = next === undefined ? null : document.getElementById(next);
    (card ?? document.querySelector<HTMLElement>('#beside [role="tab"][aria-selected="true"]'))?.focus();
  });
}

/** Milliseconds after a press of a key, the mouse or a finger in which a focus comes from it. */
const press = 600;

/**
 * Tells which card has the focus: it stays drawn wherever one scrolls. And whether a key brought it: under a mouse nothing moves, and where a link
 * led here the text is in sight already.
 */
function useFocused(
  list: { readonly current: HTMLElement | null },
  tell: (focused: { id: string; isByKey: boolean } | null) => void,
): void {
  useEffect(() => {
    const { current: area } = list;
    if (area === null) return;
    let [pressedAt, keyAt] = [-press, -press];
    const pressed = (): void => {
      pressedAt = performance.now();
    };
    const typed = (): void => {
      keyAt = performance.now();
    };
    const look = (): void => {
      const card = area.contains(document.activeElement) ? document.activeElement?.closest<HTMLElement>('li[data-card]') : null;
      if (!card) return tell(null);
      const now = performance.now();
      const isByKey = now - keyAt <= press && now - pressedAt > press;
      tell({ id: card.id, isByKey });
      // Once it stands at its own height.
      if (isByKey) requestAnimationFrame(() => requestAnimationFrame(() => card.scrollIntoView({ block: 'nearest' })));
    };
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && area.contains(relatedTarget))) tell(null);
    };
    area.addEventListener('pointerdown', pressed);
    document.addEventListener('keydown', typed, true);
    area.addEventListener('focusin', look);
    area.addEventListener('focusout', left);
    return () => {
      area.removeEventListener('pointerdown', pressed);
      document.removeEventListener('keydown', typed, true);
      area.removeEventListener('focusin', look);
      area.removeEventListener('focusout', left);
    };
  }, [list, tell]);
}
