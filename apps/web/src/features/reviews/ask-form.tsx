import { t } from '@lingui/core/macro';
import { limits, type DocumentCollaborator, type NewReview, type Review } from '@longhand/contract';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { todayOf } from '../../ui/due.ts';
import { useSending } from './use-sending.ts';
import { useVersionChoices } from './use-version-choices.ts';
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

/** Values of the form. */
type Values = {
  readonly chosen: ReadonlySet<string>;
  /** Empty for the current text. */
  readonly versionId: string;
  /** Empty for none. */
  readonly dueOn: string;
  readonly message: string;
  readonly laterEdits: Review['laterEdits'];
  readonly locks: boolean;
};

/**
 * Form that requests a review, or changes its reviewers and due date. The typed text remains after
 * a failure.
 */
export function AskForm({ documentId, people, round, onSend, onCancel }: Props) {
  const [values, setValues] = useState(() => valuesOf(round));
  const { wrong, isSending, refuse, send } = useSending();
  const versions = useVersionChoices(documentId, round === null);
  const whom = useRef<HTMLFieldSetElement>(null);
  // The button that opened the form was removed.
  useEffect(() => whom.current?.querySelector('input')?.focus(), []);
  const change = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }));
  const toggle = (id: string): void =>
    setValues((before) => ({ ...before, chosen: toggled(before.chosen, id) }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (values.chosen.size === 0) return refuse(t`Choose at least one person.`);
    void send(() => onSend(bodyOf(values)));
  }

  return (
    <form className={classes['form']} onSubmit={submit} noValidate aria-label={t`Request review`}>
      <ReviewersField
        ref={whom}
        people={people}
        chosen={values.chosen}
        isWrong={wrong !== null}
        onToggle={toggle}
      />
      {round === null && (
        <VersionField versions={versions} versionId={values.versionId} onChange={change} />
      )}
      <DueDateField round={round} dueOn={values.dueOn} onChange={change} />
      <label className="stack soft">
        {t`Message`}
        <textarea
          dir="auto"
          rows={3}
          value={values.message}
          maxLength={limits.commentMax}
          onChange={({ currentTarget }) => change({ message: currentTarget.value })}
        />
      </label>
      {round === null && <AfterApproval values={values} onChange={change} />}
      {wrong !== null && (
        <p id="review-wrong" role="alert" className="wrong">
          {wrong}
        </p>
      )}
      <p className="row">
        <Button type="submit" size="xs" disabled={isSending}>
          {isSending ? t`Sending…` : round === null ? t`Request review` : t`Update review`}
        </Button>
        <Button variant="default" size="xs" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </p>
    </form>
  );
}

function valuesOf(round: Review | null): Values {
  return {
    chosen: new Set(round?.reviewers.map(({ person }) => person.id)),
    versionId: '',
    dueOn: round?.dueOn ?? '',
    message: round?.message ?? '',
    laterEdits: round?.laterEdits ?? 'reset',
    locks: round?.locks ?? false,
  };
}

function bodyOf({ chosen, versionId, dueOn, message, laterEdits, locks }: Values): NewReview {
  const given = {
    reviewerIds: [...chosen],
    message: message.trim(),
    dueOn: dueOn === '' ? null : dueOn,
    laterEdits,
    locks,
  };
  return versionId === '' ? given : { ...given, versionId };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return after;
}

type ReviewersFieldProps = {
  ref: RefObject<HTMLFieldSetElement | null>;
  people: readonly DocumentCollaborator[];
  chosen: ReadonlySet<string>;
  isWrong: boolean;
  onToggle: (id: string) => void;
};

/** A checkbox for each person that can review. */
function ReviewersField({ ref, people, chosen, isWrong, onToggle }: ReviewersFieldProps) {
  const able = people.filter(({ canReview }) => canReview);
  return (
    <fieldset ref={ref} className="stack" aria-describedby={isWrong ? 'review-wrong' : undefined}>
      <legend className="soft">{t`Reviewers`}</legend>
      {able.map(({ user }) => (
        <label key={user.id} className={`beside ${classes['line']}`}>
          <input type="checkbox" checked={chosen.has(user.id)} onChange={() => onToggle(user.id)} />{' '}
          {user.name}
        </label>
      ))}
      <p className="soft">{t`Reviewers, editors and owners of this document can review it.`}</p>
    </fieldset>
  );
}

type Change = (part: Partial<Values>) => void;

type VersionFieldProps = {
  versions: ReturnType<typeof useVersionChoices>;
  versionId: string;
  onChange: Change;
};

function VersionField({ versions, versionId, onChange }: VersionFieldProps) {
  return (
    <label className="stack soft">
      {t`Version`}
      <select
        value={versionId}
        onChange={({ currentTarget }) => onChange({ versionId: currentTarget.value })}
      >
        <option value="">{t`Current text`}</option>
        {versions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type DueDateFieldProps = { round: Review | null; dueOn: string; onChange: Change };

function DueDateField({ round, dueOn, onChange }: DueDateFieldProps) {
  return (
    <label className="stack soft">
      {t`Due date`}
      <input
        type="date"
        value={dueOn}
        min={round?.dueOn !== dueOn ? todayOf(new Date()) : undefined}
        onChange={({ currentTarget }) => onChange({ dueOn: currentTarget.value })}
      />
    </label>
  );
}

/** Fields about the text after its approval. */
function AfterApproval({ values, onChange }: { values: Values; onChange: Change }) {
  const { laterEdits, locks } = values;
  return (
    <>
      <label className="stack soft">
        {t`If the text changes after approval`}
        <select
          value={laterEdits}
          onChange={({ currentTarget }) =>
            onChange({ laterEdits: currentTarget.value === 'keep' ? 'keep' : 'reset' })
          }
        >
          <option value="reset">{t`Request approval again`}</option>
          <option value="keep">{t`Keep approvals`}</option>
        </select>
      </label>
      <label className={`beside ${classes['line']}`}>
        <input type="checkbox" checked={locks} onChange={() => onChange({ locks: !locks })} />{' '}
        {t`Lock the document after approval by everyone`}
      </label>
    </>
  );
}
