import { t } from '@lingui/core/macro';
import type { Comment, Person } from '@longhand/contract';
import { useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import card from '../../editor/cards/card-column.module.css';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';
import { firstWords } from './first-words.ts';
import { partsOf } from './mentions.ts';
import { Reactions } from './reactions.tsx';
import type { CommentContext } from './comment-context.ts';

/** One comment, with the actions of its author or an owner. */
export function CommentItem({ comment, context }: { comment: Comment; context: CommentContext }) {
  const [isEditing, setEditing] = useState(false);
  const show = useToast();
  const { author, body, createdAt, editedAt, deletedAt, mentions } = comment;
  if (deletedAt !== null) return <p className="soft small above">{t`Comment deleted.`}</p>;
  const isMine = author.id === context.myId;
  const remove = (): Promise<void> =>
    context.calls.remove(comment).catch((error: unknown) => {
      show({ title: t`The comment was not deleted`, text: sentenceOf(error), isDestructive: true });
    });
  return (
    <>
      <CommentHead author={author} isMine={isMine} at={createdAt} isEdited={editedAt !== null} />
      {isEditing ? (
        <CommentForm
          name={context.draftName(`edit ${comment.id}`)}
          label={t`Your comment`}
          verb={t`Save`}
          initial={body}
          people={context.mentionable}
          onSend={async (words) => {
            await context.calls.change(comment.id, { body: words });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className={`wraps ${classes['body']}`} dir="auto">
          {partsOf(body, [...mentions, ...context.mentionable]).map(({ text, isName }, i) =>
            // The parts of a text have no id other than their index.
            isName ? <strong key={i}>{text}</strong> : text,
          )}
        </p>
      )}
      {!isEditing && (
        <div className={`spread ${classes['under']}`}>
          <Reactions comment={comment} context={context} />
          {((context.isActive && isMine) || context.mayModerate) && (
            <CommentActs
              body={body}
              onEdit={isMine && context.mayComment ? () => setEditing(true) : null}
              onDelete={remove}
            />
          )}
        </div>
      )}
    </>
  );
}

type ActsProps = {
  body: string;
  /** Null if the user may not edit the comment. */
  onEdit: (() => void) | null;
  onDelete: () => Promise<void>;
};

function CommentActs({ body, onEdit, onDelete }: ActsProps) {
  return (
    <div className={`row ${classes['acts']}`}>
      {onEdit && (
        <button
          type="button"
          className="choice"
          aria-label={t`Edit: ${{ words: firstWords(body) }}`}
          onClick={onEdit}
        >
          {t`Edit`}
        </button>
      )}
      <ConfirmButton
        verb={t`Delete`}
        label={t`Delete: ${{ words: firstWords(body) }}`}
        question={t`Delete this comment?`}
        act={onDelete}
      />
    </div>
  );
}

function CommentHead({
  author,
  isMine,
  at,
  isEdited,
}: {
  author: Person;
  isMine: boolean;
  at: string;
  isEdited: boolean;
}) {
  return (
    <div className="strip">
      <Avatar name={author.name} color={author.avatarColor} label={null} size={24} />
      <strong className="ellipsis bold">{isMine ? t`You` : author.name}</strong>
      <span className={`soft rigid end ${card['when']}`}>
        <RelativeTime at={at} />
        {isEdited && ', edited'}
      </span>
    </div>
  );
}
