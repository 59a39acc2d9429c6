import { t } from '@lingui/core/macro';
import { DocumentList } from '../features/documents/document-list.tsx';
import { DocumentMenu } from '../features/documents/document-menu.tsx';
import { useDrafts } from '../features/documents/use-documents.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** The user's unfinished documents. */
export default function DraftsPage() {
  const list = useDrafts();
  return (
    <>
      <PageHead
        title={t`Drafts`}
        actions={<ButtonLink to="/new-document">{t`New document`}</ButtonLink>}
      >
        <p>{t`Unfinished documents.`}</p>
      </PageHead>
      <DocumentList
        list={list}
        newDocument="/new-document"
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={
          <EmptyState
            title={t`No drafts`}
          >{t`Documents with the status Draft appear here.`}</EmptyState>
        }
      />
    </>
  );
}
