import { useEffect, type RefObject } from 'react';

/**
 * Focuses the card around a form when the form is unmounted with the focus: the button that opened
 * it was replaced.
 */
export function useFocusToCard(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const card = form.current?.closest<HTMLElement>('[data-card]');
    return () => {
      if (document.activeElement === document.body) card?.focus({ preventScroll: true });
    };
  }, [form]);
}
