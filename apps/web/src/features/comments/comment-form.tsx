import { codePoints, limits, type Person } from '@longhand/contract';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import classes from './comments.module.css';
import { MentionList, optionId } from './mention-list.tsx';
import { peopleLike, typedAt } from './mentions.ts';
import { useDraft } from './use-draft.ts';
import { useFocusToCard } from './use-focus-to-card.ts';

type Props = {
  /** Key under which the text is stored until it is sent. */
  name: string;
  label: string;
  /** Text of the submit button. */
  verb: string;
  /** Initial text. */
  initial?: string;
  people: readonly Person[];
  /** Sends the comment. On failure the error is shown below the field, and the text remains. */
  onSend: (body: string) => Promise<unknown>;
  /** Called on cancel; the typed text is discarded. */
  onCancel: () => void;
};

/** Comment field. Typing @ suggests the document's people. */
export function CommentForm({ name, label, verb, initial = '', people, onSend, onCancel }: Props) {
  const { draft, keep } = useDraft(name);
  const text = draft ?? initial;
  const [caret, setCaret] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [isListed, setListed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [id, list] = [useId(), useId()];
  const typed = isListed ? typedAt(text, caret) : null;
  const offered = typed === null ? [] : peopleLike(people, typed.name);
  const at = Math.min(chosen, offered.length - 1);

  useFocusToCard(field);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function take(person: Person): void {
    if (typed === null) return;
    const before = `${text.slice(0, typed.at)}@${person.username} `;
    keep(before + text.slice(caret).replace(/^ /, ''));
    setCaret(before.length);
    setListed(false);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  async function send(): Promise<void> {
    if (isSending) return;
    const found = problemOf(text);
    setProblem(found);
    if (found !== null) return void field.current?.focus();
    setSending(true);
    try {
      await onSend(text.trim());
      keep(null);
    } catch (error) {
      setProblem(`Not sent. ${sentenceOf(error)}`);
      field.current?.focus();
    } finally {
      setSending(false);
    }
  }

  function pressed(event: KeyboardEvent): void {
    // Keys of a composition belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (offered.length > 0) {
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (way !== undefined) setChosen((at + way + offered.length) % offered.length);
      else if (event.key === 'Escape') setListed(false);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && offered[at])
        take(offered[at]);
      else return;
      event.preventDefault();
      return event.stopPropagation();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  }

  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div className={classes['field']}>
        <textarea
          ref={field}
          id={id}
          rows={3}
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? list : undefined}
          aria-activedescendant={offered.length > 0 ? optionId(list, at) : undefined}
          onChange={({ currentTarget: { value, selectionEnd } }) => {
            keep(value);
            setCaret(selectionEnd);
            setListed(true);
            setChosen(0);
            setProblem(null);
          }}
          onSelect={({ currentTarget: { selectionEnd } }) => setCaret(selectionEnd)}
          onBlur={() => setListed(false)}
          onKeyDown={pressed}
        />
        <MentionList id={list} people={offered} chosen={at} onTake={take} />
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      <div className={classes['buttons']}>
        <button type="submit" className={classes['primary']} aria-disabled={isSending}>
          {isSending ? 'Sending…' : verb}
        </button>
        <button
          type="button"
          onClick={() => {
            keep(null);
            onCancel();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}

function problemOf(text: string): string | null {
  if (text.trim() === '') return 'Enter a comment.';
  const tooMany = codePoints(text.trim()) - limits.commentMax;
  if (tooMany <= 0) return null;
  const [most, more] = [limits.commentMax, tooMany].map((count) => count.toLocaleString('en'));
  return `A comment can have at most ${most} characters. Remove ${more}.`;
}
