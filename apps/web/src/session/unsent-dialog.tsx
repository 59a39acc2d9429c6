import { plural, t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { displayTitle } from '../language/display-title.ts';
import { Button } from '../ui/button.tsx';
import { keys } from '../api/keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { saveTextFile } from '../ui/save-text-file.ts';
import { useSession } from './session-provider.tsx';
import type { UnsentChanges } from '../device/outbox/outbox.ts';
import { extractText } from '../device/outbox/extract-text.ts';

type Props = {
  changes: readonly UnsentChanges[];
  /** True while the changes are being sent. */
  isSending: boolean;
  onWait: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Dialog at sign-out about changes that the server does not have. */
export default function UnsentDialog({ changes, isSending, onWait, onDiscard, onClose }: Props) {
  const count = changes.length;
  const titles = useTitles(changes);
  return (
    <Dialog title={t`Unsent changes`} onClose={onClose}>
      <p className="dialogText">
        {count === 0
          ? t`A document has changes that have not reached the server.`
          : plural(count, {
              one: 'One document has changes that have not reached the server.',
              other: '# documents have changes that have not reached the server.',
            })}{' '}
        {t`Wait for them, download a copy, or discard them and sign out.`}
      </p>
      {count > 0 && (
        <ul className="rows dialogText" aria-label={t`Documents with unsent changes`}>
          {changes.map(({ documentId, title }) => (
            <li key={documentId}>{displayTitle(title ?? titles.get(documentId) ?? '')}</li>
          ))}
        </ul>
      )}
      <p className="dialogText" role="status">
        {isSending && t`Sending the changes …`}
      </p>
      <div className="dialogButtons">
        <Button variant="subtle" onClick={onDiscard}>
          {t`Discard and sign out`}
        </Button>
        {count > 0 && (
          <Button
            variant="default"
            onClick={() => saveTextFile('longhand-unsent.txt', copyOf(changes))}
          >
            {t`Download a copy`}
          </Button>
        )}
        <Button onClick={onWait} isBusy={isSending} data-autofocus>
          {t`Wait and try again`}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns titles by document id, from the query cache or the offline copies. */
function useTitles(changes: readonly UnsentChanges[]): ReadonlyMap<string, string> {
  const store = useQueryClient();
  const { copies } = useSession();
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isGone = false;
    const find = async ({ documentId }: UnsentChanges): Promise<[string, string]> => {
      const known = store.getQueryData<Document>(keys.document(documentId));
      const about = known ?? (await copies.about(documentId).catch(() => null));
      return [documentId, about?.title ?? ''];
    };
    void Promise.all(changes.map(find)).then((found) => {
      if (!isGone) setTitles(new Map(found));
    });
    return () => {
      isGone = true;
    };
  }, [changes, store, copies]);
  return titles;
}

function copyOf(changes: readonly UnsentChanges[]): string {
  return changes
    .map(({ documentId, updates, title }) => {
      const about = t`Document ${documentId}`;
      const heading = title === null ? about : `${about}\n${t`Title: ${title}`}`;
      return `${heading}\n\n${extractText(updates)}\n`;
    })
    .join('\n----\n\n');
}
