import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../ui/toast-provider.tsx';

type Form = 'ask' | 'change';

/**
 * Keeps the form that is open in the tab of reviews: for a new round, for changes of the
 * open one, or none (null). A form closes if its round ends or another user opens one. Moves the
 * focus when a form closes.
 *
 * @param round id of the open round, null for none
 * @param isSending true while a form is sent, whose own change of the round does not close it
 */
export function useReviewForms(round: string | null, isSending: boolean) {
  const [opened, setOpened] = useState<{ form: Form; round: string | null } | null>(null);
  const show = useToast();
  const isOutdated = opened !== null && opened.round !== round && !isSending;
  const form = opened === null || isOutdated ? null : opened.form;
  const setForm = (next: Form | null): void => setOpened(next && { form: next, round });
  const [statusMessage, say] = useState('');
  useEffect(() => {
    if (!isOutdated) return;
    setOpened(null);
    show({ title: t`The form was closed`, text: t`The review has changed meanwhile.` });
  }, [isOutdated, show]);
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
    statusMessage,
    /** The tab. */
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
