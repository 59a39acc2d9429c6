import { useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';

/**
 * Sends a form, and keeps its state: `wrong` is the message about the last attempt (null for none),
 * `isSending` is true during a request.
 */
export function useSending() {
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  return {
    wrong,
    isSending,
    /** Shows why the form is incomplete. */
    refuse: (sentence: string): void => setWrong(sentence),
    /** Performs the request, and shows its failure. */
    async send(request: () => Promise<unknown>): Promise<void> {
      setWrong(null);
      setSending(true);
      try {
        await request();
      } catch (error) {
        setWrong(sentenceOf(error));
      } finally {
        setSending(false);
      }
    },
  };
}
