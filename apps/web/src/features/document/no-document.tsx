import { t } from '@lingui/core/macro';
import { closeCodes } from '@longhand/sync/protocol';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiFailure, sentenceOf } from '../../api/failure.ts';
import { useSession } from '../../session/session-provider.tsx';
import { outboxOf } from '../../device/outbox/outbox.ts';
import { Ended } from './ended.tsx';
import classes from './ended.module.css';

type Props = {
  documentId: string;
  userId: string;
  error: Error;
  onRetry: () => void;
  /** Action to request access, for a document that may exist but is not shared. */
  ask: ReactNode;
};

/**
 * Error page for a document that could not be opened. Offers the unsent text that this user left on
 * this device.
 */
export function NoDocument({ documentId, userId, error, onRetry, ask }: Props) {
  const updates = useUnsentUpdates(documentId, userId);
  const isAnswer = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  if (isAnswer)
    return (
      <Ended
        code={closeCodes.notFound}
        pendingUpdates={updates}
        documentId={documentId}
        more={ask}
      />
    );
  return (
    <main id="main" className={classes['ended']}>
      <h1>{t`This document could not be opened`}</h1>
      <p role="alert">{sentenceOf(error)}</p>
      <p>{t`Changes that were not sent yet stay on this device.`}</p>
      <p className={`row ${classes['actions']}`}>
        <button type="button" className="linkButton" onClick={onRetry}>
          {t`Try again`}
        </button>
      </p>
    </main>
  );
}

function useUnsentUpdates(documentId: string, userId: string): readonly Uint8Array[] {
  const { unsent } = useSession();
  const [updates, setUpdates] = useState<readonly Uint8Array[]>([]);
  useEffect(() => {
    outboxOf(unsent, userId, documentId)
      .load()
      .then(
        (records) => setUpdates(records.map(({ update }) => update)),
        // A browser without storage has no unsent text.
        (failure: unknown) => console.warn('Offline storage is not available:', failure),
      );
  }, [unsent, documentId, userId]);
  return updates;
}
