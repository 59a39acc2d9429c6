import { t } from '@lingui/core/macro';
import type { Thread } from '@longhand/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { tabStorage } from '../../ui/storage.ts';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';
import type { CommentContext } from './comment-context.ts';
import { ThreadComments } from './thread-card.tsx';

type Props = { suggestionId: string; threads: readonly Thread[]; context: CommentContext };

/** Comments on a suggestion, on its card, with a form to add one. */
export function SuggestionComments({ suggestionId, threads, context }: Props) {
  const draft = context.draftName(`suggestion ${suggestionId}`);
  const [isWriting, setWriting] = useState(() => tabStorage.getItem(draft) !== null);
  const about = threads.filter((thread) => thread.suggestionId === suggestionId);
  if (about.length === 0 && !context.mayComment) return null;
  return (
    <div className={classes['thread']}>
      {about.map((thread) => (
        <ThreadComments key={thread.id} thread={thread} context={context} onDone={() => {}} />
      ))}
      {about.length === 0 &&
        (isWriting ? (
          <CommentForm
            name={draft}
            label={t`Your comment on this suggestion`}
            verb={t`Comment`}
            people={context.mentionable}
            onSend={async (body) => {
              await context.calls.create({ body, suggestionId });
              setWriting(false);
            }}
            onCancel={() => setWriting(false)}
          />
        ) : (
          <div className={`row ${classes['acts']}`}>
            <button
              type="button"
              className="choice"
              aria-label={t`Comment on this suggestion`}
              onClick={() => setWriting(true)}
            >
              <IconMessagePlus size={15} stroke={1.8} aria-hidden="true" /> {t`Comment`}
            </button>
          </div>
        ))}
    </div>
  );
}
