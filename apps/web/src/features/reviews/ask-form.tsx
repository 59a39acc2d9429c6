import {
  atLeast,
  limits,
  type DocumentCollaborator,
  type NewReview,
  type Review,
} from '@longhand/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { useVersionChoices } from './use-version-choices.ts';
import { todayOf } from '../../ui/due.ts';
import classes from './reviews.module.css';

type Props = {
  documentId: string;
  people: readonly DocumentCollaborator[];
  /** The round to change; null for a new one. */
  round: Review | null;
  /** Sends the form. */
  onSend: (given: NewReview) => Promise<unknown>;
  onCancel: () => void;
};

/**
 * Form that requests a review, or changes its reviewers and due date. The typed text remains after
 * a failure.
 */
export function AskForm({ documentId, people, round, onSend, onCancel }: Props) {
  const able = people.filter(
    ({ role, through }) => through !== 'link' && atLeast(role, 'reviewer'),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(round?.reviewers.map(({ person }) => person.id)),
  );
  const [versionId, setVersion] = useState('');
  const [dueOn, setDue] = useState(round?.dueOn ?? '');
  const [message, setMessage] = useState(round?.message ?? '');
  const [laterEdits, setLater] = useState<Review['laterEdits']>(round?.laterEdits ?? 'reset');
  const [locks, setLocks] = useState(round?.locks ?? false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const versions = useVersionChoices(documentId, round === null);
  const whom = useRef<HTMLFieldSetElement>(null);
  // The button that opened the form was removed.
  useEffect(() => whom.current?.querySelector('input')?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (chosen.size === 0) return setWrong('Choose at least one person.');
    setWrong(null);
    setSending(true);
    const given = {
      reviewerIds: [...chosen],
      message: message.trim(),
      dueOn: dueOn === '' ? null : dueOn,
      laterEdits,
      locks,
    };
    try {
      await onSend(versionId === '' ? given : { ...given, versionId });
    } catch (error) {
      setWrong(sentenceOf(error));
    } finally {
      setSending(false);
    }
  }

  const toggle = (id: string): void =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });

  return (
    <form
      className={classes['form']}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Request review"
    >
      <fieldset ref={whom} aria-describedby={wrong === null ? undefined : 'review-wrong'}>
        <legend>Reviewers</legend>
        {able.map(({ user }) => (
          <label key={user.id}>
            <input type="checkbox" checked={chosen.has(user.id)} onChange={() => toggle(user.id)} />{' '}
            {user.name}
          </label>
        ))}
        <p className={classes['hint']}>
          Reviewers, editors and owners of this document can review it.
        </p>
      </fieldset>
      {round === null && (
        <label>
          Version
          <select
            value={versionId}
            onChange={({ currentTarget }) => setVersion(currentTarget.value)}
          >
            <option value="">Current text</option>
            {versions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        Due date
        <input
          type="date"
          value={dueOn}
          min={round?.dueOn !== dueOn ? todayOf(new Date()) : undefined}
          onChange={({ currentTarget }) => setDue(currentTarget.value)}
        />
      </label>
      <label>
        Message
        <textarea
          rows={3}
          value={message}
          maxLength={limits.commentMax}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </label>
      {round === null && (
        <>
          <label>
            If the text changes after approval
            <select
              value={laterEdits}
              onChange={({ currentTarget }) =>
                setLater(currentTarget.value === 'keep' ? 'keep' : 'reset')
              }
            >
              <option value="reset">Request approval again</option>
              <option value="keep">Keep approvals</option>
            </select>
          </label>
          <label className={classes['line']}>
            <input type="checkbox" checked={locks} onChange={() => setLocks(!locks)} /> Lock the
            document after approval by everyone
          </label>
        </>
      )}
      {wrong !== null && (
        <p id="review-wrong" role="alert" className={classes['wrong']}>
          {wrong}
        </p>
      )}
      <p className={classes['buttons']}>
        <button type="submit" data-first disabled={isSending}>
          {isSending ? 'Sending…' : round === null ? 'Request review' : 'Update review'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}
