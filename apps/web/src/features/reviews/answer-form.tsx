import { t } from '@lingui/core/macro';
import { limits, type Reviewer, type ReviewAnswer, type VerdictOnReview } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useSending } from './use-sending.ts';
import classes from './reviews.module.css';

const choices: readonly { value: VerdictOnReview; label: string }[] = [
  { value: 'approved', label: t`Approve` },
  { value: 'approved_with_changes', label: t`Approve with changes` },
  { value: 'work_needed', label: t`Request changes` },
];

type Props = { mine: Reviewer; onSend: (answer: ReviewAnswer) => Promise<unknown> };

/** Form for the user's own answer to a round. The typed text remains after a failure. */
export function AnswerForm({ mine, onSend }: Props) {
  const [verdict, setVerdict] = useState<VerdictOnReview | null>(
    mine.isOutdated ? null : mine.verdict,
  );
  const [words, setWords] = useState(mine.words);
  const { wrong, isSending, refuse, send } = useSending();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (verdict === null) return refuse(t`Choose a response.`);
    void send(() => onSend({ verdict, words: words.trim() }));
  }
  return (
    <form className={classes['form']} onSubmit={submit} aria-label={t`Your response`}>
      <VerdictField isOutdated={mine.isOutdated} verdict={verdict} onChoose={setVerdict} />
      <label className="stack soft">
        {t`Comment (optional)`}
        <textarea
          dir="auto"
          rows={3}
          value={words}
          maxLength={limits.commentMax}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      {wrong !== null && (
        <p role="alert" className="wrong">
          {wrong}
        </p>
      )}
      <p className="row">
        <Button type="submit" size="xs" disabled={isSending}>
          {isSending
            ? t`Sending…`
            : mine.verdict === null || mine.isOutdated
              ? t`Submit`
              : t`Change my response`}
        </Button>
      </p>
    </form>
  );
}

type VerdictFieldProps = {
  /** True if the text was edited after the user's approval. */
  isOutdated: boolean;
  verdict: VerdictOnReview | null;
  onChoose: (verdict: VerdictOnReview) => void;
};

function VerdictField({ isOutdated, verdict, onChoose }: VerdictFieldProps) {
  return (
    <fieldset className="stack">
      <legend className="soft">
        {isOutdated
          ? t`The text was edited since you approved. Please respond again.`
          : t`Your response`}
      </legend>
      {choices.map(({ value, label }) => (
        <label key={value} className={`beside ${classes['line']}`}>
          <input
            type="radio"
            name="verdict"
            checked={verdict === value}
            onChange={() => onChoose(value)}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  );
}
