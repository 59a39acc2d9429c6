import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../../session/session-provider.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DocumentRow } from './document-row.tsx';
import { serverName } from '../../ui/branding.ts';

/**
 * Replaces every page except documents while the server is unreachable: lists the documents
 * available offline.
 */
export function OnThisDevice() {
  const documents = useCopies();
  const store = useQueryClient();
  const askAgain = (): void =>
    void store.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  return (
    <>
      <PageHead
        title={t`On this device`}
        actions={
          <Button variant="default" onClick={askAgain}>
            {t`Try again`}
          </Button>
        }
      >
        <p role="status">
          {t`${{ server: serverName() }} cannot be reached. You can still open and edit these documents; everything else waits for a connection.`}
        </p>
      </PageHead>
      {documents?.length === 0 && (
        <EmptyState title={t`No documents on this device yet`}>
          {t`Documents that you open while online are available offline afterwards.`}
        </EmptyState>
      )}
      <ul>
        {documents?.map((document) => (
          <DocumentRow key={document.id} document={document} location={null} actions={null} />
        ))}
      </ul>
    </>
  );
}

/** Returns the offline copies; null while loading. */
function useCopies(): readonly Document[] | null {
  const { copies } = useSession();
  const [documents, setDocuments] = useState<readonly Document[] | null>(null);
  useEffect(() => {
    copies.list().then(setDocuments, (error: unknown) => {
      console.warn('Offline storage is not available:', error);
      setDocuments([]);
    });
  }, [copies]);
  return documents;
}
