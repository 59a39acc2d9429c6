import { t } from '@lingui/core/macro';
import type { Person, Thread } from '@longhand/contract';
import { IconUserCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { dueOf, todayOf } from '../../ui/due.ts';
import classes from './comments.module.css';
import type { CommentContext } from './comment-context.ts';
import { useFocusToCard } from './use-focus-to-card.ts';

type Props = { thread: Thread; context: CommentContext };

/** Assignee and due date of a thread; renders nothing if it is not assigned. */
export function Assigned({ thread: { assignee, dueOn, resolvedAt }, context }: Props) {
  if (assignee === null) return null;
  const due = dueOn === null ? null : dueOf(dueOn, todayOf(new Date()));
  const isLate = due?.isLate === true && resolvedAt === null;
  return (
    <p className={`row soft small firm ${classes['assigned']}`}>
      <IconUserCheck size={15} stroke={1.8} aria-hidden="true" />{' '}
      {assignee.id === context.myId
        ? t`Assigned to you`
        : t`Assigned to ${{ name: assignee.name }}`}
      {due !== null && (
        <span className="regular" data-late={isLate || undefined}>
          {isLate ? t`${{ text: due.text }}, late` : due.text}
        </span>
      )}
    </p>
  );
}

/** Assigns a thread to one of the document's people, or removes the assignment. */
export function AssignForm({ thread, context, onEnd }: Props & { onEnd: () => void }) {
  const { assigneeId, setAssignee, dueOn, setDue, problem, isSending, send } = useAssignment(
    thread,
    context,
    onEnd,
  );
  const who = useRef<HTMLSelectElement>(null);
  const id = useId();
  useFocusToCard(who);
  useEffect(() => who.current?.focus(), []);
  return (
    <form
      className={`beside small ${classes['assign']}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={`${id}-who`} className="soft">
        {t`Assign to`}
      </label>
      <select
        ref={who}
        id={`${id}-who`}
        value={assigneeId}
        onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
      >
        <option value="">{t`Not assigned`}</option>
        {assignable(thread, context).map((person) => (
          <option key={person.id} value={person.id}>
            {person.id === context.myId ? t`${{ name: person.name }} (you)` : person.name}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-due`} className="soft">
        {t`Due`}
      </label>
      <input
        id={`${id}-due`}
        type="date"
        value={dueOn}
        disabled={assigneeId === ''}
        onChange={({ currentTarget }) => setDue(currentTarget.value)}
      />
      {problem !== null && (
        <p role="alert" className={`small wrong ${classes['whole']}`}>
          {problem}
        </p>
      )}
      <AssignButtons isSending={isSending} onCancel={onEnd} />
    </form>
  );
}

function AssignButtons({ isSending, onCancel }: { isSending: boolean; onCancel: () => void }) {
  return (
    <div className={`row ${classes['whole']}`}>
      <Button type="submit" size="xs" aria-disabled={isSending}>
        {isSending ? t`Assigning…` : t`Assign`}
      </Button>
      <Button variant="default" size="xs" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </div>
  );
}

/** Assignee and due date while they are edited, and the request that stores them. */
function useAssignment(thread: Thread, context: CommentContext, onEnd: () => void) {
  const [assigneeId, setAssignee] = useState(thread.assignee?.id ?? context.myId);
  const [dueOn, setDue] = useState(thread.dueOn ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function send(): Promise<void> {
    if (isSending) return;
    setSending(true);
    try {
      const isSomebody = assigneeId !== '';
      await context.calls.change(thread.id, {
        assigneeId: isSomebody ? assigneeId : null,
        dueOn: isSomebody && dueOn !== '' ? dueOn : null,
      });
      onEnd();
    } catch (error) {
      setProblem(t`Not assigned. ${{ sentence: sentenceOf(error) }}`);
      setSending(false);
    }
  }

  return { assigneeId, setAssignee, dueOn, setDue, problem, isSending, send };
}

/** Returns the document's people, and the current assignee even if no longer one of them. */
function assignable({ assignee }: Thread, { people }: CommentContext): readonly Person[] {
  return assignee === null || people.some((person) => person.id === assignee.id)
    ? people
    : [...people, assignee];
}
