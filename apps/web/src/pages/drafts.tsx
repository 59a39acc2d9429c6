import { DocumentList } from '../features/documents/DocumentList.tsx';
import { DocumentMenu } from '../features/documents/DocumentMenu.tsx';
import { useDrafts } from '../features/documents/useDocuments.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** The user's unfinished documents. */
export default function DraftsPage() {
  const list = useDrafts();
  return (
    <>
      <PageHead title="Drafts" actions={<ButtonLink to="/new-document">New document</ButtonLink>}>
        <p>Unfinished documents.</p>
      </PageHead>
      <DocumentList
        list={list}
        newDocument="/new-document"
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={<EmptyState title="No drafts">Documents with the status Draft appear here.</EmptyState>}
      />
    </>
  );
}
