import { t } from '@lingui/core/macro';
import { codePoints, limits, type Person } from '@longhand/contract';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import classes from './comments.module.css';
import { MentionList, optionId } from './mention-list.tsx';
import { useDraft } from './use-draft.ts';
import { useFocusToCard } from './use-focus-to-card.ts';
import { useMention, type Mention } from './use-mention.ts';
import { numberLocale } from '../../ui/dates.ts';

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
  const field = useRef<HTMLTextAreaElement>(null);
  const mention = useMention({ text, keep, people, field });
  const { problem, clearProblem, isSending, send } = useSending({ text, keep, field, onSend });
  const id = useId();
  useFocusToCard(field);
  useFocusAtEnd(field);
  return (
    <form
      className={`stack ${classes['form']}`}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id} className="soft small">
        {label}
      </label>
      <CommentField
        field={field}
        id={id}
        text={text}
        isWrong={problem !== null}
        mention={mention}
        onType={(typed) => {
          keep(typed);
          clearProblem();
        }}
        onSend={() => void send()}
      />
      {problem !== null && (
        <p id={problemId(id)} role="alert" className="small wrong">
          {problem}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="xs" aria-disabled={isSending}>
          {isSending ? t`Sending…` : verb}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            keep(null);
            onCancel();
          }}
        >
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

const problemId = (fieldId: string): string => `${fieldId}-problem`;

type FieldProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  id: string;
  text: string;
  isWrong: boolean;
  mention: Mention;
  onType: (text: string) => void;
  onSend: () => void;
};

/** Text area of a comment, with the people suggested for a mention. Ctrl+Enter sends. */
function CommentField({ field, id, text, isWrong, mention, onType, onSend }: FieldProps) {
  const list = useId();
  const { offered, at } = mention;

  function pressed(event: KeyboardEvent): void {
    // Keys of a composition belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (offered.length > 0) return mention.pressed(event);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    }
  }

  return (
    <div className={classes['field']}>
      <textarea
        ref={field}
        className="wide"
        id={id}
        dir="auto"
        rows={3}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? problemId(id) : undefined}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? list : undefined}
        aria-activedescendant={offered.length > 0 ? optionId(list, at) : undefined}
        onChange={({ currentTarget: { value, selectionEnd } }) => {
          onType(value);
          mention.changed(selectionEnd);
        }}
        onSelect={({ currentTarget: { selectionEnd } }) => mention.moved(selectionEnd)}
        onBlur={mention.hide}
        onKeyDown={pressed}
      />
      <MentionList id={list} people={offered} chosen={at} onTake={mention.take} />
    </div>
  );
}

/** Focuses the field with the caret at its end when the form is mounted. */
function useFocusAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [field]);
}

type SendingOptions = {
  text: string;
  keep: (text: string | null) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: (body: string) => Promise<unknown>;
};

/** Checks and sends the text. On failure the field is focused, and `problem` describes it. */
function useSending({ text, keep, field, onSend }: SendingOptions) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

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
      setProblem(t`Not sent. ${{ sentence: sentenceOf(error) }}`);
      field.current?.focus();
    } finally {
      setSending(false);
    }
  }

  return { problem, clearProblem: () => setProblem(null), isSending, send };
}

function problemOf(text: string): string | null {
  if (text.trim() === '') return t`Enter a comment.`;
  const tooMany = codePoints(text.trim()) - limits.commentMax;
  if (tooMany <= 0) return null;
  const most = limits.commentMax.toLocaleString(numberLocale);
  const more = tooMany.toLocaleString(numberLocale);
  return t`A comment can have at most ${most} characters. Remove ${more}.`;
}
