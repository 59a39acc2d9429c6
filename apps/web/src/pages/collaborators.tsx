import { t } from '@lingui/core/macro';
import { useSearchParams } from 'react-router';
import { SharedPeople } from '../features/collaborators/shared-people.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** People with whom the user shares work, and in which projects and documents. */
export default function CollaboratorsPage() {
  const [search] = useSearchParams();
  return (
    <>
      <PageHead title={t`Collaborators`}>
        <p>{t`People you work with, and their roles.`}</p>
      </PageHead>
      <SharedPeople asked={search.get('person')} />
    </>
  );
}
