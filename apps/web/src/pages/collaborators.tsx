import { useSearchParams } from 'react-router';
import { SharedPeople } from '../features/collaborators/SharedPeople.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** Who I share work with, and in what. */
export default function CollaboratorsPage() {
  const [search] = useSearchParams();
  return (
    <>
      <PageHead title="Collaborators">
        <p>People you work with, and their roles.</p>
      </PageHead>
      <SharedPeople asked={search.get('person')} />
    </>
  );
}
