import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Empty state of a list of documents, with a button to create one if the user may. */
export function NoDocuments({
  newDocument,
  where = 'here',
}: {
  newDocument: string | null;
  where?: 'here' | 'project';
}) {
  if (newDocument === null)
    return <EmptyState title="No documents yet">New documents appear here.</EmptyState>;
  return (
    <EmptyState
      title="No documents yet"
      action={<ButtonLink to={newDocument}>New document</ButtonLink>}
    >
      {where === 'project'
        ? 'Documents of this project appear here.'
        : 'Your documents and documents shared with you appear here.'}
    </EmptyState>
  );
}
