import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Empty } from '../../ui/Empty.tsx';

/** What stands where there are no documents: the invitation to write, for whoever may. */
export function NoDocuments({ newDocument, where = 'here' }: { newDocument: string | null; where?: 'here' | 'project' }) {
  if (newDocument === null) return <Empty title="No documents yet">Whoever may write here has not started one.</Empty>;
  return (
    <Empty title="A blank page" action={<ButtonLink to={newDocument}>New document</ButtonLink>}>
      {where === 'project'
        ? 'What you and others write in this project is listed here.'
        : 'What you write and what others share with you is listed here.'}
    </Empty>
  );
}
