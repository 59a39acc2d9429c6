import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus when an element is removed that contains it, which the browser would move to the
 * page itself.
 *
 * @param next returns the element that gets the focus, while the removed one is still in the page.
 *   A stable reference
 * @returns the ref of the element
 */
export function useFocusOnRemoval<E extends HTMLElement>(
  next: (removed: HTMLElement) => HTMLElement | null | undefined,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const { current: removed } = element;
    return () => {
      if (removed?.contains(document.activeElement)) next(removed)?.focus({ preventScroll: true });
    };
  }, [next]);
  return element;
}
