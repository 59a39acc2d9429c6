import { DocumentList } from '../features/documents/DocumentList.tsx';
import { DocumentMenu } from '../features/documents/DocumentMenu.tsx';
import { useRecentDocuments } from '../features/documents/useDocuments.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';

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
          <EmptyState title="Nothing yet" action={<ButtonLink to="/new-document">New document</ButtonLink>}>
            Documents that you open are listed here.
          </EmptyState>
        }
      />
    </>
  );
}
