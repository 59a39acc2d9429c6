import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './SureButton.module.css';

type Props = {
  /** The word on the button, which is also the one that does it. */
  verb: string;
  /** What the button does, in full, for whoever does not see what stands beside it. */
  label: string;
  /** What is asked before, and what it means. */
  question: string;
  /** Does it; the button waits for it. */
  act: () => Promise<unknown>;
};

/** A button that asks before it does what it says, in its own place. The focus goes to the answer that changes nothing. */
export function SureButton({ verb, label, question, act }: Props) {
  const [state, setState] = useState<'quiet' | 'asking' | 'acting'>('quiet');
  const button = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const isAnswered = useRef(false);
  useEffect(() => {
    // Whoever hears that it is done may have brought the focus elsewhere: this button may be about to go.
    if (state === 'quiet' && isAnswered.current && document.activeElement === document.body) button.current?.focus();
    if (state === 'asking') keep.current?.focus();
    isAnswered.current = state !== 'quiet';
  }, [state]);
  function go(): void {
    setState('acting');
    void act().finally(() => setState('quiet'));
  }
  if (state === 'quiet') {
    return (
      <Button ref={button} size="xs" variant="subtle" aria-label={label} onClick={() => setState('asking')}>
        {verb}
      </Button>
    );
  }
  return (
    <div
      className={classes['asked']}
      role="group"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The dialog around, where there is one, stays.
        event.stopPropagation();
        setState('quiet');
      }}
    >
      <p>{question}</p>
      <Button ref={keep} size="xs" variant="default" onClick={() => setState('quiet')}>
        Cancel
      </Button>
      <Button size="xs" loading={state === 'acting'} onClick={go}>
        {verb}
      </Button>
    </div>
  );
}
