import type { Editor } from '@tiptap/core';
import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { goToText } from '../text/show-passage.ts';
import type { Card } from '../editor-context.ts';
import { useCardLayout } from './use-card-layout.ts';
import { useOrder } from './use-order.ts';
import classes from './card-column.module.css';

type Props = {
  editor: Editor;
  /**
   * In any order. The first active one has its preferred height. Must be the same array until a
   * card changes.
   */
  cards: readonly Card[];
  /** True if the text is beside the cards, so that they can be aligned with it. */
  isAligned: boolean;
  label: string;
};

/** Controls with their own action: a press on one is not a press on the card. */
const ownPress = 'a, button, input, textarea, select, label, form, summary, [role="option"]';

/**
 * Comments and suggestions as cards. Unanchored cards are first; the others are in the order of the
 * text, aligned with it where there is room. Only cards near the window are rendered.
 */
export function CardColumn({ editor, cards, isAligned, label }: Props) {
  const { unanchored, anchored } = useOrder(editor, cards);
  const activeId = cards.find(({ isActive }) => isActive)?.id ?? null;
  const [focused, setFocused] = useState<{ id: string; isByKey: boolean } | null>(null);
  // A card focused by key is shown at its preferred height, like the active one.
  const firstId = focused?.isByKey === true ? focused.id : activeId;
  const { list, visible, frame } = useCardLayout({
    editor,
    cards: anchored,
    activeId: firstId,
    isOn: isAligned,
  });
  useFocused(list, setFocused);
  const focusedId = focused?.id ?? null;
  useFocusOnward([...unanchored, ...anchored], focusedId);
  useEffect(() => {
    if (!isAligned && activeId !== null)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, isAligned]);
  const pressed = (event: KeyboardEvent): void => {
    // If the text is not beside them, the cards are in a sheet over it, which Escape closes.
    if (event.key !== 'Escape' || event.defaultPrevented || !isAligned) return;
    event.stopPropagation();
    goToText(editor);
  };
  const isRendered = ({ id }: Card, at: number): boolean =>
    !isAligned ||
    (at >= visible.first && at <= visible.last) ||
    id === activeId ||
    id === focusedId;
  return (
    <ol
      ref={list}
      className={classes['cards']}
      aria-label={label}
      data-aligned={isAligned || undefined}
      onKeyDown={pressed}
    >
      {/* One array: a card that gains or loses its passage stays mounted, with its typed text. */}
      {[...unanchored, ...anchored].map((card, at) => {
        const isUnanchored = at < unanchored.length;
        if (!isUnanchored && !isRendered(card, at - unanchored.length)) return null;
        const listPosition = isUnanchored
          ? { position: 0, size: 0, frame: null }
          : { position: at + 1, size: cards.length, frame };
        return (
          <Frame
            key={card.id}
            card={card}
            isActive={card.id === activeId}
            isUnanchored={isUnanchored}
            {...listPosition}
          />
        );
      })}
    </ol>
  );
}

type FrameProps = {
  card: Card;
  isActive: boolean;
  isUnanchored: boolean;
  position: number;
  size: number;
  frame: ((id: string) => (element: HTMLElement | null) => void) | null;
};

const Frame = memo(function Frame({
  card,
  isActive,
  isUnanchored,
  position,
  size,
  frame,
}: FrameProps) {
  const { id, label, show, draw } = card;
  const take = useMemo(() => frame?.(id), [frame, id]);
  const pressed = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    const isOwn = target instanceof Element && target.closest(ownPress) !== null;
    // A user who selects text of a comment is reading it: do not move to its text.
    const isSelecting =
      getSelection()?.isCollapsed === false &&
      currentTarget.contains(getSelection()?.anchorNode ?? null);
    if (!isOwn && !isSelecting) show?.();
  };
  return (
    // Keyboard users press the card's own button, which leads to its text.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      ref={take}
      id={id}
      tabIndex={-1}
      aria-label={label}
      className={`card wide ${classes['card']}`}
      data-card
      data-active={isActive || undefined}
      data-unanchored={isUnanchored || undefined}
      data-leads={show !== null || undefined}
      {...(position > 0 && { 'aria-posinset': position, 'aria-setsize': size })}
      onClick={pressed}
    >
      {draw()}
    </li>
  );
});

/**
 * Focuses the next card when the focused one disappears after a decision. If none is left, focuses
 * the tab above the cards.
 */
function useFocusOnward(cards: readonly Card[], focusedId: string | null): void {
  const order = useRef<readonly string[]>([]);
  useEffect(() => {
    const before = order.current;
    order.current = cards.map(({ id }) => id);
    if (
      focusedId === null ||
      order.current.includes(focusedId) ||
      document.activeElement !== document.body
    )
      return;
    const next = order.current[Math.min(before.indexOf(focusedId), order.current.length - 1)];
    const card = next === undefined ? null : document.getElementById(next);
    (
      card ?? document.querySelector<HTMLElement>('#side-panel [role="tab"][aria-selected="true"]')
    )?.focus();
  });
}

/**
 * Time after a key press, mouse press or touch in which a focus change is attributed to it (ms).
 */
const press = 600;

/**
 * Reports the focused card, which stays rendered wherever the user scrolls. Also reports if the
 * focus came from a key. Cards do not move for a mouse press, and after a link the text is already
 * visible.
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
      const card = area.contains(document.activeElement)
        ? document.activeElement?.closest<HTMLElement>('li[data-card]')
        : null;
      if (!card) return tell(null);
      const now = performance.now();
      const isByKey = now - keyAt <= press && now - pressedAt > press;
      tell({ id: card.id, isByKey });
      // After the card has moved to its preferred height.
      if (isByKey)
        requestAnimationFrame(() =>
          requestAnimationFrame(() => card.scrollIntoView({ block: 'nearest' })),
        );
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
