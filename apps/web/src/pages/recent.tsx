import { t } from '@lingui/core/macro';
import { DocumentList } from '../features/documents/document-list.tsx';
import { DocumentMenu } from '../features/documents/document-menu.tsx';
import { useRecentDocuments } from '../features/documents/use-documents.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** Documents that the user opened, created or changed last. */
export default function RecentPage() {
  const list = useRecentDocuments();
  return (
    <>
      <PageHead title={t`Recent`}>
        <p>{t`Documents you opened, created or changed last.`}</p>
      </PageHead>
      <DocumentList
        list={list}
        newDocument="/new-document"
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={
          <EmptyState
            title={t`No recent documents`}
            action={<ButtonLink to="/new-document">{t`New document`}</ButtonLink>}
          >
            {t`Documents that you open are listed here.`}
          </EmptyState>
        }
      />
    </>
  );
}
