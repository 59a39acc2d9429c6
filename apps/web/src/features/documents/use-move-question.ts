import type { AccessAfterMove } from '@longhand/contract';
import { useEffect, useRef, useState } from 'react';

/** A move that changes access and waits for the answer of the user. */
export type MoveQuestion = {
  readonly title: string;
  readonly access: AccessAfterMove;
  /** Confirms or cancels the move, once. */
  readonly answer: (isConfirmed: boolean) => void;
};

/**
 * Manages the question before a move that changes access: `asked` is the open one. A move whose
 * question is open when the list is unmounted is cancelled.
 */
export function useMoveQuestion() {
  const [asked, setAsked] = useState<MoveQuestion | null>(null);
  const open = useRef<MoveQuestion | null>(null);
  useEffect(() => () => open.current?.answer(false), []);
  return {
    asked,
    ask: (title: string, access: AccessAfterMove): Promise<boolean> =>
      new Promise((resolve) => {
        const question: MoveQuestion = {
          title,
          access,
          answer(isConfirmed) {
            open.current = null;
            setAsked(null);
            resolve(isConfirmed);
          },
        };
        open.current = question;
        setAsked(question);
      }),
  };
}
