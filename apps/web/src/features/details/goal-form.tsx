import { t } from '@lingui/core/macro';
import { documentGoal, limits, type DocumentGoal } from '@longhand/contract';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import classes from './details.module.css';
import { numberLocale } from '../../ui/dates.ts';

type Props = { goal: DocumentGoal | null; onSet: (goal: DocumentGoal | null) => Promise<boolean> };

/** Form for the word count goal and its due date. */
export function GoalForm({ goal, onSet }: Props) {
  const id = useId();
  const [words, setWords] = useState(goal === null ? '' : String(goal.words));
  const [dueOn, setDue] = useState(goal?.dueOn ?? '');
  const [isWrong, setWrong] = useState(false);
  const [isSending, setSending] = useState(false);

  async function send(wanted: DocumentGoal | null): Promise<void> {
    setSending(true);
    await onSet(wanted);
    setSending(false);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const given = documentGoal.safeParse({
      words: Number(words.replace(/[\s,.]/g, '')),
      dueOn: dueOn === '' ? null : dueOn,
    });
    setWrong(!given.success);
    if (given.success) void send(given.data);
  }

  return (
    <form className={`stack ${classes['form']}`} onSubmit={submit} noValidate aria-label={t`Goal`}>
      <label className="soft small">
        {t`Words`}
        <input
          inputMode="numeric"
          value={words}
          maxLength={14}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <label className="soft small">
        {t({ message: 'By', context: 'a date' })}
        <input type="date" value={dueOn} onChange={(event) => setDue(event.currentTarget.value)} />
      </label>
      {isWrong && (
        <p id={`${id}-wrong`} role="alert" className={classes['wrong']}>
          {t`Enter a number of words from 1 to ${{ goalWordsMax: limits.goalWordsMax.toLocaleString(numberLocale) }}.`}
        </p>
      )}
      <div className="row">
        <Button type="submit" variant="default" size="xs" disabled={isSending}>
          {t`Set goal`}
        </Button>
        {goal !== null && (
          <Button variant="default" size="xs" disabled={isSending} onClick={() => void send(null)}>
            {t`Remove goal`}
          </Button>
        )}
      </div>
    </form>
  );
}
