import { t } from '@lingui/core/macro';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';
import type { CommentContext } from './comment-context.ts';
import type { Pending } from './use-pending.ts';

type Props = {
  pending: Pending;
  context: CommentContext;
  onSend: (body: string) => Promise<unknown>;
  onCancel: () => void;
};

/** Form for a new comment, with its passage. */
export function PendingComment({ pending: { anchor }, context, onSend, onCancel }: Props) {
  return (
    <>
      <p className={`clamp serif wide soft ${classes['quote']}`}>
        <bdi>{anchor === null ? t`Comment on document` : anchor.quote.trim() || t`A picture`}</bdi>
      </p>
      <CommentForm
        key={anchor?.from ?? 'document'}
        name={context.draftName('new')}
        label={t`Your comment`}
        verb={t`Comment`}
        people={context.mentionable}
        onSend={onSend}
        onCancel={onCancel}
      />
    </>
  );
}
