import { useEffect, type RefObject } from 'react';

/** Gives the focus to the card around a form when the form goes with it: the button that had opened it is another one by then. */
export function useFocusToCard(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const card = form.current?.closest<HTMLElement>('[data-card]');
    return () => {
      if (document.activeElement === document.body) card?.focus({ preventScroll: true });
    };
  }, [form]);
}
