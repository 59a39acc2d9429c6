import { useSearchParams } from 'react-router';
import { SharedPeople } from '../features/collaborators/SharedPeople.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** Who I share work with, and in what. */
export default function CollaboratorsPage() {
  const [search] = useSearchParams();
  return (
    <>
      <PageHead title="Collaborators">
        <p>The people you share work with, in what, and as what.</p>
      </PageHead>
      <SharedPeople asked={search.get('person')} />
    </>
  );
}
