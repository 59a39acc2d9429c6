import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../api/api-provider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { keys } from '../api/keys.ts';
import { DocumentSkeleton } from '../ui/document-skeleton.tsx';
import { usePageTitle } from '../ui/page-head.tsx';

/**
 * Creates a blank document at once and replaces this page in the history. `?projectId=` creates it
 * in a project, `?parentId=` inside another document.
 */
export default function NewDocumentPage() {
  const [search] = useSearchParams();
  const projectId = search.get('projectId');
  const parentId = search.get('parentId');
  const call = useCall();
  const store = useQueryClient();
  const navigate = useNavigate();
  const asked = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: () =>
      call('createDocument', {
        body: { ...(projectId !== null && { projectId }), ...(parentId !== null && { parentId }) },
      }),
    onSuccess(document) {
      store.setQueryData(keys.document(document.id), document);
      void store.invalidateQueries({ queryKey: keys.documents });
      void navigate(`/documents/${document.id}`, { replace: true, state: { isNew: true } });
    },
  });
  useEffect(() => {
    // React runs effects twice in development; one visit creates one document.
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  usePageTitle(t`New document`);
  if (error === null) return <DocumentSkeleton label={t`Creating a document`} />;
  return (
    <main id="main" style={{ maxWidth: '34rem', margin: '18vh auto 0', padding: '0 1.5rem' }}>
      <h1>{t`The document was not created`}</h1>
      <p role="alert">{sentenceOf(error)}</p>
      <p>
        <button type="button" onClick={() => mutate()}>
          {t`Try again`}
        </button>{' '}
        · <Link to="/dashboard">{t`Dashboard`}</Link>
      </p>
    </main>
  );
}
