import { t } from '@lingui/core/macro';
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
    return <EmptyState title={t`No documents yet`}>{t`New documents appear here.`}</EmptyState>;
  return (
    <EmptyState
      title={t`No documents yet`}
      action={<ButtonLink to={newDocument}>{t`New document`}</ButtonLink>}
    >
      {where === 'project'
        ? t`Documents of this project appear here.`
        : t`Your documents and documents shared with you appear here.`}
    </EmptyState>
  );
}
