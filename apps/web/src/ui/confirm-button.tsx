import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import classes from './confirm-button.module.css';

type Props = {
  /** Text of the button, and of the button that confirms. */
  verb: string;
  /** Full accessible name of the button, independent of its context. */
  label: string;
  /** Confirmation question with the consequences. */
  question: string;
  /** Performs the action; the button waits for it. */
  act: () => Promise<unknown>;
};

/**
 * A button that asks for confirmation in place. The focus moves to the answer that changes nothing.
 */
export function ConfirmButton({ verb, label, question, act }: Props) {
  const [state, setState] = useState<'quiet' | 'asking' | 'acting'>('quiet');
  const button = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const isAnswered = useRef(false);
  useEffect(() => {
    // The caller may have moved the focus elsewhere after the action: this button may be about to
    // be removed.
    if (state === 'quiet' && isAnswered.current && document.activeElement === document.body)
      button.current?.focus();
    if (state === 'asking') keep.current?.focus();
    isAnswered.current = state !== 'quiet';
  }, [state]);
  function go(): void {
    setState('acting');
    void act().finally(() => setState('quiet'));
  }
  if (state === 'quiet') {
    return (
      <Button
        ref={button}
        size="xs"
        variant="subtle"
        aria-label={label}
        onClick={() => setState('asking')}
      >
        {verb}
      </Button>
    );
  }
  return (
    <div
      className={`row wide ${classes['asked']}`}
      role="group"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Keep an enclosing dialog open.
        event.stopPropagation();
        setState('quiet');
      }}
    >
      <p className="small">{question}</p>
      <Button ref={keep} size="xs" variant="default" onClick={() => setState('quiet')}>
        {t`Cancel`}
      </Button>
      <Button size="xs" isBusy={state === 'acting'} onClick={go}>
        {verb}
      </Button>
    </div>
  );
}
