import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isApple, keyText } from '../../ui/key-name.ts';
import { newCommentKeys } from './use-comment-keys.ts';

/** Starts a comment on the selection. Pressing it does not change the selection. */
export function CommentButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const apple = isApple();
  return (
    <button
      type="button"
      className="iconButton"
      aria-label={t`Comment`}
      title={t`Comment (${keyText(newCommentKeys, apple)})`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
