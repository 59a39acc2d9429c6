import { useEffect, useRef, useState } from 'react';

/**
 * Keeps the form that is open in the side panel of reviews: for a new round, for changes of the
 * open one, or none (null). Moves the focus when a form closes.
 */
export function useReviewForms() {
  const [form, setForm] = useState<'ask' | 'change' | null>(null);
  const [saying, say] = useState('');
  const top = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const shown = useRef(form);
  useEffect(() => {
    // The form that had the focus is unmounted: return the focus to the button that opened it.
    const { activeElement, body } = window.document;
    if (shown.current !== null && form === null && activeElement === body) opener.current?.focus();
    shown.current = form;
  }, [form]);
  return {
    form,
    /** Message about the last action, for screen readers. */
    saying,
    /** The side panel. */
    top,
    /** The button that opens a form. */
    opener,
    ask: (): void => setForm('ask'),
    change: (): void => setForm('change'),
    cancel: (): void => setForm(null),
    /** Closes the form after an action, and announces the action. */
    done(sentence: string): void {
      setForm(null);
      say(sentence);
      // The button or form that had the focus is unmounted.
      top.current?.focus();
    },
  };
}

/** Result of {@link useReviewForms}. */
export type ReviewForms = ReturnType<typeof useReviewForms>;
