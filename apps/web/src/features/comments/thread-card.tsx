import { t } from '@lingui/core/macro';
import type { Thread } from '@longhand/contract';
import {
  IconArrowBackUp,
  IconCheck,
  IconLink,
  IconMessageReply,
  IconUserCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { tabStorage } from '../../ui/storage.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { Assigned, AssignForm } from './assigning.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { firstWords } from './first-words.ts';
import classes from './comments.module.css';
import type { CommentContext } from './comment-context.ts';

type Props = {
  thread: Thread;
  context: CommentContext;
  /** True if its passage still exists. */
  isInText: boolean;
  onShow: () => void;
  /** Called before the card leaves the list, so that the focus is not lost. */
  onDone: (sentence: string) => void;
};

/** Returns the element id of a thread's card. */
export const cardId = (threadId: string): string => `thread-${threadId}`;

/** One thread: its passage, comments and actions. */
export function ThreadCard({ thread, context, isInText, onShow, onDone }: Props) {
  return (
    <>
      <Subject thread={thread} isInText={isInText} onShow={onShow} />
      <ThreadComments thread={thread} context={context} onDone={onDone} />
    </>
  );
}

/** Subject of a thread: a passage of the text, a deleted passage, or the document. */
function Subject({ thread, isInText, onShow }: Pick<Props, 'thread' | 'isInText' | 'onShow'>) {
  const { anchor, suggestionId, deletedAt } = thread;
  if (suggestionId !== null) {
    if (!isInText)
      return (
        <p className={`clamp serif wide soft ${classes['quote']}`}>
          {t`On a suggestion that was decided`}
        </p>
      );
    return (
      <button
        type="button"
        className={`clamp serif wide soft ${classes['quote']}`}
        aria-label={t`Show the suggestion in the text`}
        onClick={onShow}
      >
        {t`On a suggestion`}
      </button>
    );
  }
  if (anchor === null)
    return deletedAt === null ? (
      <p className={`clamp serif wide soft ${classes['quote']}`}>{t`Comment on document`}</p>
    ) : null;
  const quote = anchor.quote.trim();
  if (!isInText) {
    return (
      <p className={`clamp serif wide soft ${classes['quote']} ${classes['gone']}`}>
        {quote !== '' && <del dir="auto">{quote}</del>}
        <span>
          {quote === '' ? t`The original text was deleted.` : t`The commented text was deleted.`}
        </span>
      </p>
    );
  }
  return (
    <button
      type="button"
      className={`clamp serif wide soft ${classes['quote']}`}
      aria-label={t`Show in the text: ${{ quote: quote || t`A picture` }}`}
      onClick={onShow}
    >
      <bdi>{quote || t`A picture`}</bdi>
    </button>
  );
}

/** Shows when and by which user a thread was resolved; renders nothing for an open thread. */
function ResolvedNote({ thread: { resolvedAt, resolvedBy }, myId }: NoteProps) {
  if (resolvedAt === null) return null;
  const said =
    resolvedBy === null
      ? t`Resolved`
      : resolvedBy.id === myId
        ? t`Resolved by you`
        : t`Resolved by ${{ name: resolvedBy.name }}`;
  return (
    <p className={`soft small above ${classes['note']}`}>
      <IconCheck size={14} stroke={2} aria-hidden="true" /> {said}, <RelativeTime at={resolvedAt} />
    </p>
  );
}

type NoteProps = { thread: Thread; myId: string };

/** Comments of a thread, with the actions to reply and resolve. */
export function ThreadComments({
  thread,
  context,
  onDone,
}: Pick<Props, 'thread' | 'context' | 'onDone'>) {
  const draft = context.draftName(`answer ${thread.id}`);
  const [isAnswering, setAnswering] = useState(() => tabStorage.getItem(draft) !== null);
  const [isAssigning, setAssigning] = useState(false);
  const words = firstWords(thread.body) || t`a deleted comment`;
  return (
    <>
      <Assigned thread={thread} context={context} />
      <CommentItem comment={thread} context={context} />
      {thread.replies.length > 0 && (
        <ol className={`stack ${classes['answers']}`} aria-label={t`Replies to: ${words}`}>
          {thread.replies.map((answer) => (
            <li key={answer.id}>
              <CommentItem comment={answer} context={context} />
            </li>
          ))}
        </ol>
      )}
      <ResolvedNote thread={thread} myId={context.myId} />
      {isAnswering && context.mayComment && (
        <CommentForm
          name={draft}
          label={
            thread.author.id === context.myId
              ? t`Reply in your thread`
              : t`Reply to ${{ name: thread.author.name }}`
          }
          verb={t`Reply`}
          people={context.mentionable}
          onSend={async (body) => {
            await context.calls.create({ body, parentId: thread.id });
            setAnswering(false);
          }}
          onCancel={() => setAnswering(false)}
        />
      )}
      {isAssigning && context.mayComment && (
        <AssignForm thread={thread} context={context} onEnd={() => setAssigning(false)} />
      )}
      {!isAnswering && !isAssigning && (
        <ThreadActs
          thread={thread}
          context={context}
          words={words}
          onAnswer={() => setAnswering(true)}
          onAssign={() => setAssigning(true)}
          onDone={onDone}
        />
      )}
    </>
  );
}

type ActsProps = Pick<Props, 'thread' | 'context' | 'onDone'> & {
  words: string;
  onAnswer: () => void;
  onAssign: () => void;
};

function ThreadActs({ thread, context, words, onAnswer, onAssign, onDone }: ActsProps) {
  const { isChanging, change } = useResolving({ thread, context, onDone });
  const isOpen = thread.resolvedAt === null;
  const mayResolve =
    context.isActive &&
    (context.mayComment || thread.author.id === context.myId) &&
    thread.deletedAt === null;
  return (
    <div className={`row ${classes['acts']}`}>
      {context.mayComment && thread.deletedAt === null && (
        <button type="button" className="choice" aria-label={t`Reply: ${words}`} onClick={onAnswer}>
          <IconMessageReply size={15} stroke={1.8} aria-hidden="true" /> {t`Reply`}
        </button>
      )}
      {context.mayComment && thread.deletedAt === null && isOpen && (
        <button
          type="button"
          className="choice"
          aria-label={t`Assign: ${words}`}
          onClick={onAssign}
        >
          <IconUserCheck size={15} stroke={1.8} aria-hidden="true" /> {t`Assign`}
        </button>
      )}
      {mayResolve && (
        <button
          type="button"
          className="choice"
          aria-label={`${isOpen ? t`Resolve` : t`Reopen`}: ${words}`}
          aria-disabled={isChanging}
          onClick={() => void change()}
        >
          {isOpen ? (
            <IconCheck size={15} stroke={2} aria-hidden="true" />
          ) : (
            <IconArrowBackUp size={15} stroke={2} aria-hidden="true" />
          )}{' '}
          {isOpen ? t`Resolve` : t`Reopen`}
        </button>
      )}
      <CopyLinkButton thread={thread} context={context} words={words} />
    </div>
  );
}

/** Resolves an open thread, or reopens a resolved one. */
function useResolving({ thread, context, onDone }: Pick<Props, 'thread' | 'context' | 'onDone'>): {
  isChanging: boolean;
  change: () => Promise<void>;
} {
  const show = useToast();
  const [isChanging, setChanging] = useState(false);
  const isOpen = thread.resolvedAt === null;

  async function change(): Promise<void> {
    if (isChanging) return;
    setChanging(true);
    try {
      onDone(isOpen ? t`Resolved` : t`Reopened`);
      await context.calls.change(thread.id, { resolved: isOpen });
    } catch (error) {
      const title = isOpen ? t`The thread was not resolved` : t`The thread was not reopened`;
      show({ title, text: sentenceOf(error), isDestructive: true });
    } finally {
      setChanging(false);
    }
  }

  return { isChanging, change };
}

function CopyLinkButton({
  thread,
  context,
  words,
}: Pick<ActsProps, 'thread' | 'context' | 'words'>) {
  const show = useToast();

  async function copyLink(): Promise<void> {
    const link = `${window.location.origin}/documents/${context.documentId}?${new URLSearchParams({ comment: thread.id })}`;
    try {
      await navigator.clipboard.writeText(link);
      show({ title: t`The link was copied` });
    } catch (error) {
      console.warn('The link could not be copied:', error);
      show({ title: t`The browser does not allow copying`, text: link });
    }
  }

  return (
    <button
      type="button"
      className="choice"
      aria-label={t`Copy a link to: ${words}`}
      title={t`Copy a link`}
      onClick={() => void copyLink()}
    >
      <IconLink size={15} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
