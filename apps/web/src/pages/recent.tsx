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
      <PageHead title="Recent">
        <p>Documents you opened, created or changed last.</p>
      </PageHead>
      <DocumentList
        list={list}
        newDocument="/new-document"
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={
          <EmptyState
            title="No recent documents"
            action={<ButtonLink to="/new-document">New document</ButtonLink>}
          >
            Documents that you open are listed here.
          </EmptyState>
        }
      />
    </>
  );
}
